import { CheckoutError } from '../checkout/checkoutError.ts';
import { isRedirectUrl } from '../checkout/redirectUrl.ts';
import type { CheckoutSession } from '../protocol/page/session.ts';
import type { LoadFile } from '../view/language/loadTexts.ts';
import { speaksEnglish } from '../view/language/speaksEnglish.ts';
import type { EarlyDialog, FrameBundle, WidgetContext } from './bundles.ts';
import { createButton, DEFAULT_LABEL } from './button.ts';
import { createEmitter } from './emitter.ts';
import { isUnsafeUrl } from './isUnsafeUrl.ts';
import { leaveTo } from './leave.ts';
import type { Checkout, CheckoutOptions, CheckoutResult } from './options.ts';
import { ignore, sessionRequester } from './session.ts';

/** A question: files and the shop's server may be out of reach for another reason. Other languages come with the dialog's code. */
const OFFLINE = 'Offline? Try again.';

/**
 * The button's bundle: the button, the first request, and all that must work before (or without) the dialog's code.
 *
 * @param loadFile for the script tag; with a bundler, `loadFrame` needs none.
 */
export function createCheckout(
  options: CheckoutOptions,
  loadFrame: (loadFile: LoadFile) => Promise<FrameBundle>,
  loadFile?: LoadFile,
): Checkout {
  if (!options.session || isUnsafeUrl(options.successUrl) || isUnsafeUrl(options.failureUrl))
    throw new CheckoutError('config_invalid', 'session, successUrl, failureUrl');

  /** What the customer presses: the element that was mounted, or our button in it. */
  let button: HTMLElement | undefined;
  let opening: Promise<CheckoutResult> | undefined;
  let dialog: EarlyDialog | undefined;
  /** Closed before the dialog's code was loaded. */
  let closed: boolean;
  /** What the customer is told where the dialog's code is out of reach, and so cannot say it. */
  let note: HTMLElement | undefined;
  /** The state while nothing is open. */
  let atRest: Checkout['state'] = 'idle';
  /** Aborted when the button is taken away, with all that was added for it. */
  let mounted = new AbortController();

  const load = () => loadFrame(loadFile);
  const trace: WidgetContext['trace'] = {};
  const { emit, on } = createEmitter(options, trace, () => context.element ?? document);
  const context: WidgetContext = {
    options,
    loadFile,
    trace,
    emit,
    request: sessionRequester(options),
    reopen() {
      checkout.open().catch(ignore);
    },
  };

  async function run(): Promise<CheckoutResult> {
    if (atRest === 'destroyed') throw new CheckoutError(atRest, 'open');
    dialog?.destroy();
    note?.remove();
    atRest = 'done';
    closed = false;
    dialog = undefined;
    button?.setAttribute('aria-busy', 'true');
    const first = context.takeWarm?.() ?? context.request('open');
    try {
      dialog = (await load()).open(context, first, isRedirectUrl);
      if (closed) dialog.destroy();
      await dialog.ready;
      return dialog.result;
    } catch (cause) {
      // The dialog's code is out of reach: the customer pays on the full page.
      const error = new CheckoutError('chunk_load_failed', 'open', cause);
      try {
        const session = { __proto__: null, ...((await (await first.reply).json()) as CheckoutSession) };
        const url = new URL(session.redirectUrl);
        if (!isRedirectUrl(url, options.gatewayOrigins)) throw url;
        // Nothing else of ours is here to say it.
        console.warn(error);
        await leaveTo(url.href, session);
        return { sessionId: session.sessionId, outcome: 'closed' };
      } catch {
        // Read aloud by screen readers when it comes into the page.
        note = document.createElement('span');
        note.role = 'alert';
        note.textContent = OFFLINE;
        button?.after(note);
        emit('error', error);
        throw error;
      }
    }
  }

  const checkout: Checkout = {
    get state() {
      return opening && atRest === 'done' ? (dialog?.state ?? 'creating') : atRest;
    },
    on,
    mount(where) {
      checkout.unmount();
      mounted = new AbortController();
      const element = (where as Element)?.append
        ? (where as HTMLElement)
        : document.querySelector(where as string);
      if (!element) throw new CheckoutError('config_invalid', `no element ${where}`);
      button = context.element = element as HTMLElement;
      // A shadow root has no `matches`.
      if (!element.matches?.('a,button,input')) {
        button = createButton(element, options.label || DEFAULT_LABEL, mounted.signal);
        // Nothing is loaded for it where "Pay" is right.
        if (!options.label && (options.amount || options.wording || !speaksEnglish(options))) {
          load().then((loaded) => loaded.label(context, button), ignore);
        }
      }
      // Its `signal` is what listeners take: it is their options as it stands.
      button.addEventListener(
        'click',
        (event) => {
          // A link that the customer wants in a tab of its own, or a click that the shop has dealt with.
          if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          context.reopen();
        },
        mounted,
      );
      const onIntent = () => options.warm === 'off' || checkout.warm();
      // A finger enters as a pointer, too.
      button.addEventListener('pointerenter', onIntent, mounted);
      button.addEventListener('focus', onIntent, mounted);
      emit('ready', {});
      return checkout;
    },
    unmount() {
      mounted.abort();
      closed = true;
      dialog?.destroy();
      note?.remove();
      button = context.element = undefined;
    },
    destroy() {
      atRest = 'destroyed';
      checkout.unmount();
    },
    warm() {
      return load().then((loaded) => loaded.warm(context, mounted.signal), ignore);
    },
    open() {
      // biome-ignore lint/suspicious/noAssignInExpressions: every page view pays for each byte of this file
      return (opening ??= run().finally(() => {
        opening = undefined;
        button?.setAttribute('aria-busy', 'false');
      }));
    },
    async close() {
      closed = true;
      return dialog?.close();
    },
    resume() {
      return load().then((loaded) => loaded.resume(context));
    },
  };
  return checkout;
}
