import { file, integrity } from 'virtual:stage-two';
import type { StageTwo } from './stage.ts';

/** Where stage two leaves its exports. */
const GLOBAL = 'HppCheckoutDialog';

/**
 * Loads stage two from beside the first script, checked against the hash built into it. A failure is forgotten, so that
 * the next click tries again.
 */
export function createScriptLoader(first: HTMLScriptElement | null): () => Promise<StageTwo> {
  let loading: Promise<StageTwo> | undefined;
  // Made once: a page's policy may forbid a second one of the same name.
  let policy: ScriptPolicy | undefined;
  return () => {
    loading ??= new Promise<StageTwo>((resolve, reject) => {
      const script = document.createElement('script');
      const url = new URL(file, first?.src).href;
      policy ??= (globalThis as never as TrustedTypesGlobal).trustedTypes?.createPolicy('hpp-checkout', {
        createScriptURL: (text) => text,
      });
      script.src = (policy?.createScriptURL(url) ?? url) as string;
      script.integrity = integrity;
      script.crossOrigin = '';
      script.nonce = first?.nonce ?? '';
      script.onload = () => resolve((globalThis as never as Record<string, StageTwo>)[GLOBAL] as StageTwo);
      script.onerror = reject;
      document.head.append(script);
    }).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

interface ScriptPolicy {
  createScriptURL(text: string): unknown;
}

interface TrustedTypesGlobal {
  trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL(text: string): string }): ScriptPolicy;
  };
}
