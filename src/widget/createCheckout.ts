import { CheckoutError } from '../checkout/checkoutError.ts';
import { isRedirectUrl } from '../checkout/redirectUrl.ts';
import type { CheckoutSession } from '../protocol/page/session.ts';
import { speaksEnglish } from '../view/language/speaksEnglish.ts';
import { createButton, DEFAULT_LABEL } from './button.ts';
import { createEmitter } from './emitter.ts';
import { leaveTo } from './leave.ts';
import { isWrongUrl } from './nextUrl.ts';
import type { Checkout, CheckoutOptions, CheckoutResult } from './options.ts';
import { sessionRequester } from './session.ts';
import type { OpenDialog, Shared, StageTwo } from './stage.ts';

/** Stage one: the button, the first request, and all that must work before (or without) the dialog's code. */
export function createCheckout(options: CheckoutOptions, load: () => Promise<StageTwo>): Checkout {
  if (!options.session || isWrongUrl(options.successUrl) || isWrongUrl(options.failureUrl))
    throw new CheckoutError('config_invalid', 'session, successUrl, failureUrl: no URL');

  /** What the customer presses: the element that was mounted, or our button in it. */
  let button: HTMLElement | undefined;
  let opening: Promise<CheckoutResult> | undefined;
  let stage: StageTwo | undefined;
  let dialog: OpenDialog | undefined;
  /** Closed before the dialog's code was here. */
  let closed: boolean;
  let state: Checkout['state'] = 'idle';
  /** Aborted when the button is taken away, with all that was added for it. */
  let mounted: AbortController | undefined;

  const trace: Shared['trace'] = {};
  const { emit, on } = createEmitter(options, trace, () => shared.element ?? document);
  const shared: Shared = {
    options,
    load,
    trace,
    emit,
    request: sessionRequester(options),
    /** An open that nobody waits for: its errors are told as events. */
    again() {
      checkout.open().catch(ignore);
    },
  };

  async function run(): Promise<CheckoutResult> {
    const first = stage?.session(shared) ?? shared.request('open');
    try {
      stage = await load();
      dialog = stage.open(shared, first);
    } catch (cause) {
      // The dialog's code is out of reach: the customer pays on the full page.
      try {
        const session = { __proto__: null, ...((await (await first.reply).json()) as CheckoutSession) };
        const url = new URL(session.redirectUrl);
        if (!isRedirectUrl(url, options.gatewayOrigins)) throw url;
        await leaveTo(url.href, session);
        return { outcome: 'closed', sessionId: session.sessionId };
      } catch {
        const error = new CheckoutError('chunk_load_failed', 'dialog', cause);
        emit('error', error);
        throw error;
      }
    } finally {
      button?.setAttribute('aria-busy', 'false');
    }
    if (closed) dialog.destroy();
    else emit('open', {});
    return await dialog.result;
  }

  function start(): Promise<CheckoutResult> {
    dialog?.destroy();
    dialog = undefined;
    closed = false;
    state = 'creating';
    button?.setAttribute('aria-busy', 'true');
    opening = run().finally(() => {
      opening = undefined;
      if (state === 'creating') state = 'done';
    });
    return opening;
  }

  function onClick(event: MouseEvent): void {
    // A link that the customer wants in a tab of its own, or a click that the shop has dealt with.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    shared.again();
  }

  const checkout: Checkout = {
    get state() {
      return (state === 'creating' && dialog?.state) || state;
    },
    on,
    mount(where) {
      checkout.unmount();
      const element = (where as Element)?.matches
        ? (where as HTMLElement)
        : document.querySelector(where as string);
      if (!element) throw new CheckoutError('config_invalid', `mount: no element ${where}`);
      // Its `signal` is what listeners take: it is their options as it stands.
      const mount = new AbortController();
      mounted = mount;
      button = shared.element = element as HTMLElement;
      if (!element.matches('a,button')) {
        button = createButton(element, options.label || DEFAULT_LABEL, mount.signal);
        // Nothing is loaded for it where "Pay" is right.
        if (!options.label && (options.amount || !speaksEnglish(options))) {
          load().then((loaded) => loaded.label(shared, button), ignore);
        }
      }
      button.addEventListener('click', onClick, mount);
      const onIntent = () => {
        if (options.warm !== 'off')
          load().then((loaded) => {
            stage = loaded;
            loaded.warm(shared, mount.signal);
          }, ignore);
      };
      // A finger enters as a pointer, too.
      button.addEventListener('pointerenter', onIntent, mount);
      button.addEventListener('focus', onIntent, mount);
      emit('ready', {});
      return checkout;
    },
    unmount() {
      closed = true;
      dialog?.destroy();
      mounted?.abort();
      button = shared.element = undefined;
    },
    destroy() {
      state = 'destroyed';
      checkout.unmount();
    },
    open() {
      if (state === 'destroyed') return Promise.reject(new CheckoutError(state, 'open'));
      return opening ?? start();
    },
    async close() {
      closed = true;
      await dialog?.close();
    },
    async resume() {
      return (await load()).resume(shared);
    },
  };
  return checkout;
}

/** What failed is tried again at the click, and told then. */
function ignore(): void {}
