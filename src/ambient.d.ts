/** A module and all it imports, as the text of one minified classic script (see `inlineScript` in vite.config.ts). */
declare module '*?script' {
  export const script: string;
}

/** The script tag's second stage, known once it is built (see `stageTwoFacts` in vite.config.ts). */
declare module 'virtual:stage-two' {
  export const file: string;
  export const integrity: string;
}

/** The package's version. */
declare const __VERSION__: string;
