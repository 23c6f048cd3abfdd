import { file as dialog, integrity as dialogIntegrity } from 'virtual:stage-two';
import type { StageTwo } from './stage.ts';

/** Where a file leaves its exports. */
const GLOBAL = 'HppCheckoutDialog';

/**
 * Loads a file from beside the first script, checked against the hash that the file before it was built with: stage two
 * unless another is named. A failure is forgotten, so that the next click tries again; a first script that is no element
 * of the page (`eval`, a bundle) is one.
 */
export function createScriptLoader(
  first: HTMLScriptElement | null,
): (file?: string, integrity?: string, nonce?: string) => Promise<StageTwo> {
  const loading: Record<string, Promise<StageTwo>> = {};
  // Made once: a page's policy may forbid a second one of the same name.
  // https://w3c.github.io/trusted-types/dist/spec/#trusted-types-csp-directive
  let policy: ScriptPolicy | undefined;
  return (file = dialog, integrity = dialogIntegrity, nonce) => {
    // biome-ignore lint/suspicious/noAssignInExpressions: every page view pays for each byte of this file
    return (loading[file] ??= new Promise<StageTwo>((resolve, reject) => {
      const script = document.createElement('script');
      // The browser makes text of it.
      const url = new URL(file, (first as HTMLScriptElement).src);
      policy ??= (window as never as TrustedTypesGlobal).trustedTypes?.createPolicy('hpp-checkout', {
        createScriptURL: (text) => text,
      });
      script.src = (policy?.createScriptURL(url) ?? url) as string;
      script.integrity = integrity;
      script.crossOrigin = '';
      script.nonce = nonce ?? (first as HTMLScriptElement).nonce;
      script.onload = () => resolve((window as never as Record<string, StageTwo>)[GLOBAL] as StageTwo);
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
