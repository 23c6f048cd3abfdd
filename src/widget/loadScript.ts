/** Where a file leaves its exports. */
const EXPORTS = 'HppCheckoutDialog';

/**
 * Loads a file from beside the first script, checked against the hash that is built into the file that asks for it. A failure
 * is forgotten, so that the next click tries again. A first script that is no element of the page (`eval`, a bundle) is a
 * failure, too.
 */
export function createScriptLoader(
  first: HTMLScriptElement | null,
): (file: string, integrity: string, nonce?: string) => Promise<unknown> {
  // At once: a `<base>` that comes later would move it.
  const address = first?.src;
  const loading: Record<string, Promise<unknown>> = {};
  // Made once: a page's policy may forbid a second one of the same name.
  // https://w3c.github.io/trusted-types/dist/spec/#trusted-types-csp-directive
  let policy: ScriptPolicy | undefined;
  return (file, integrity, nonce) => {
    // biome-ignore lint/suspicious/noAssignInExpressions: every page view pays for each byte of this file
    return (loading[file] ??= new Promise((resolve, reject) => {
      const script = document.createElement('script');
      // The browser makes text of it.
      const url = new URL(file, address);
      policy ??= (window as never as TrustedTypesGlobal).trustedTypes?.createPolicy('hpp-checkout', {
        createScriptURL: (text) => text,
      });
      script.src = (policy?.createScriptURL(url) ?? url) as string;
      script.integrity = integrity;
      script.crossOrigin = '';
      script.nonce = nonce ?? (first as HTMLScriptElement).nonce;
      script.onload = () => resolve((window as never as Record<string, unknown>)[EXPORTS]);
      script.onerror = (error) => {
        delete loading[file];
        reject(error);
      };
      document.head.append(script);
    }));
  };
}

interface ScriptPolicy {
  createScriptURL(url: URL): unknown;
}

interface TrustedTypesGlobal {
  trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL(text: string): string }): ScriptPolicy;
  };
}
