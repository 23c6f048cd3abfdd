/** A module and all it imports, as the text of one minified classic script (see `build/inlineScript.ts`). */
declare module '*?script' {
  export const script: string;
}

/**
 * A module that is loaded later: by the bundler's own import in the npm build, and as a script file with its hash in the
 * script tag's (see `build/lazyFiles.ts`).
 */
declare module '*?lazy' {
  // biome-ignore lint/suspicious/noExplicitAny: the module's own exports
  export const load: (loadFile?: (file: string, integrity: string) => Promise<unknown>) => Promise<any>;
}

/** The package's version. */
declare const __VERSION__: string;

/** A file that `hpp-checkout init` writes, for a project in TypeScript and in JavaScript (see `build/templateText.ts`). */
declare module '*?template' {
  export const template: { readonly ts: string; readonly js: string };
}
