import { autoMount } from './autoMount.ts';
import { createCheckout } from './createCheckout.ts';
import type { Diagnosis } from './diagnose/finding.ts';
import { load as loadFrame } from './frame.ts?lazy';
import { createScriptLoader } from './loadScript.ts';
import type { Checkout, CheckoutOptions } from './options.ts';

/*
 * The script tag: `HppCheckout.createCheckout(options)`, and every `[data-hpp-checkout]` element is a checkout by itself.
 * Calls made before it is here: `(window.HppCheckout ||= []).push((api) => api.createCheckout({ … }))`.
 */

interface ScriptApi {
  createCheckout: (options: CheckoutOptions) => Checkout;
  /** What is wrong with this page; loaded when asked for. */
  diagnose: (options?: CheckoutOptions) => Promise<Diagnosis>;
  push: (call: Queued) => void;
}
type Queued = (api: ScriptApi) => void;

const script = document.currentScript as HTMLScriptElement | null;
const loadScript = createScriptLoader(script);
declare global {
  interface Window {
    HppCheckout?: ScriptApi | Queued[] | undefined;
  }
}
const queue = window.HppCheckout;

const api: ScriptApi = {
  createCheckout: (given) => {
    const options: CheckoutOptions = { __proto__: null, ...given } as never;
    return createCheckout(options, loadFrame, (file: string, integrity: string) =>
      loadScript(file, integrity, options.cspNonce),
    );
  },
  diagnose: (options) => loadFrame(loadScript).then((loaded) => loaded.diagnose(loadScript, options)),
  push(call) {
    call(api);
  },
};

// A page that carries the script twice keeps the first: two would draw two buttons.
if (!(queue as Partial<ScriptApi> | undefined)?.createCheckout) {
  window.HppCheckout = api;
  // Not an array: an element of the page that has our name for its id.
  (queue as Queued[] | undefined)?.forEach?.(api.push);
  // Not of a `<form name="currentScript">`, which takes the script's place in `document` (T86).
  autoMount(api.createCheckout, {
    __proto__: null,
    ...(script?.matches('script') && script.dataset),
  } as never);
}
