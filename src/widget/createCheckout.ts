import { CheckoutError } from '../flow/checkoutError.ts';
import { checkRedirectUrl } from '../flow/redirectUrl.ts';
import type { CheckoutSession, SessionReason } from '../protocol/page/session.ts';
import { createButton, DEFAULT_LABEL } from './button.ts';
import { createEmitter } from './emitter.ts';
import { leaveTo } from './leave.ts';
import type { Checkout, CheckoutOptions, CheckoutResult } from './options.ts';
import { requestSession } from './session.ts';
import type { OpenDialog, StageTwo } from './stage.ts';

/** Stage one: the button, the first request, and all that must work before (or without) the dialog's code. */
export function createCheckout(options: CheckoutOptions, loadStageTwo: () => Promise<StageTwo>): Checkout {
  if (!options?.session) throw new CheckoutError('config_invalid', 'session: no URL, no function');

  let target: HTMLElement | undefined;
  /** What the customer presses: the target itself, or our button in it. */
  let button: HTMLElement | undefined;
  let opening: Promise<CheckoutResult> | undefined;
  let stage: StageTwo | undefined;
  let dialog: OpenDialog | undefined;
  /** Closed before the dialog's code was here. */
  let closed: boolean;
  let state: Checkout['state'] = 'idle';
  /** Aborted when the button is taken away, with all that was added for it. */
  let mounted: AbortController | undefined;
  const { emit, on } = createEmitter(options, () => target ?? document);
  const request = (reason: SessionReason, previous?: string) => requestSession(options, reason, previous);

  async function run(): Promise<CheckoutResult> {
    const first = stage?.takeWarm(options) ?? request('open');
    try {
      stage = await loadStageTwo();
      dialog = stage.openDialog({ options, element: target, first, request, emit, again });
    } catch (cause) {
      return await withoutDialog(await first.reply.catch(() => undefined), cause);
    }
    if (closed) dialog.abandon();
    else emit('open', {});
    setBusy(false);
    return await dialog.result;
  }

  /** The dialog's code is out of reach: the customer pays on the full page. */
  async function withoutDialog(
    reply: { body: unknown } | undefined,
    cause: unknown,
  ): Promise<CheckoutResult> {
    try {
      const session = reply?.body as CheckoutSession;
      await leaveTo(checkRedirectUrl(session.redirectUrl, options.gatewayOrigins), session);
      return { outcome: 'closed', sessionId: session.sessionId };
    } catch {
      const error = new CheckoutError('chunk_load_failed', 'no dialog, no full page', cause);
      emit('error', error);
      throw error;
    }
  }

  function start(): Promise<CheckoutResult> {
    dialog?.abandon();
    dialog = undefined;
    closed = false;
    state = 'creating';
    setBusy(true);
    opening = run().finally(() => {
      opening = undefined;
      if (state === 'creating') state = 'done';
      setBusy(false);
    });
    return opening;
  }

  function setBusy(busy: boolean): void {
    button?.setAttribute('aria-busy', `${busy}`);
  }

  /** An open that nobody waits for: its errors are told as events. */
  function again(): void {
    checkout.open().catch(() => {});
  }

  function onClick(event: MouseEvent): void {
    // A link that the customer wants in a tab of its own, or a click that the shop has dealt with.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    again();
  }

  const checkout: Checkout = {
    get state() {
      return (state === 'creating' && dialog?.state) || state;
    },
    on,
    mount(where) {
      checkout.unmount();
      const element = typeof where === 'string' ? document.querySelector(where) : where;
      if (!element) throw new CheckoutError('config_invalid', `mount: no element ${where}`);
      mounted = new AbortController();
      const { signal } = mounted;
      target = element as HTMLElement;
      button = target.matches('a,button')
        ? target
        : createButton(target, options.label ?? DEFAULT_LABEL, signal);
      button.addEventListener('click', onClick, { signal });
      const onIntent = async () => {
        if (options.warm === 'off') return;
        stage = await loadStageTwo();
        stage.warmUp(options, signal, request);
      };
      for (const type of ['pointerenter', 'focusin', 'touchstart']) {
        button.addEventListener(type, () => onIntent().catch(() => {}), { signal, once: true });
      }
      emit('ready', {});
      return checkout;
    },
    unmount() {
      closed = true;
      dialog?.abandon();
      mounted?.abort();
      button = target = undefined;
    },
    destroy() {
      state = 'destroyed';
      checkout.unmount();
    },
    open() {
      if (state === 'destroyed') return Promise.reject(new CheckoutError('destroyed', 'open()'));
      return opening ?? start();
    },
    async close() {
      closed = true;
      dialog?.close();
      await dialog?.gone;
    },
    async resume() {
      return (await loadStageTwo()).resume({ options, emit });
    },
  };
  return checkout;
}
