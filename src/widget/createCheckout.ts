import { CheckoutError } from '../flow/checkoutError.ts';
import { checkRedirectUrl } from '../flow/redirectUrl.ts';
import type { SessionReason } from '../protocol/page/session.ts';
import { type Button, createButton } from './button.ts';
import { createEmitter } from './emitter.ts';
import { leaveTo } from './leave.ts';
import type { Checkout, CheckoutOptions, CheckoutResult } from './options.ts';
import { requestSession } from './session.ts';
import type { OpenDialog, StageTwo } from './stage.ts';
import { warmFrame } from './warm.ts';

const INTENT = ['pointerenter', 'focusin', 'touchstart'];

/** Stage one: the button, the first request, and all that must work before (or without) the dialog's code. */
export function createCheckout(options: CheckoutOptions, loadStageTwo: () => Promise<StageTwo>): Checkout {
  if (!options?.session) throw new CheckoutError('config_invalid', 'session: expected a URL or a function');
  const { gatewayOrigins, warm = 'connect' } = options;

  let target: HTMLElement | undefined;
  let button: Button | undefined;
  let opening: Promise<CheckoutResult> | undefined;
  /** Closed before the dialog's code was here. */
  let closed = false;
  let dialog: OpenDialog | undefined;
  let state: Checkout['state'] = 'idle';
  let cool = () => {};
  const { emit, on } = createEmitter(options, () => target ?? document);

  const request = (reason: SessionReason, previous: string | undefined, signal: AbortSignal) =>
    requestSession(options, reason, previous, signal);

  function busy(on: boolean): void {
    button?.element.setAttribute('aria-busy', String(on));
  }

  function start(): Promise<CheckoutResult> {
    const first = request('open', undefined, new AbortController().signal);
    closed = false;
    state = 'creating';
    busy(true);
    dialog?.abandon();

    async function run(): Promise<CheckoutResult> {
      let stage: StageTwo;
      try {
        stage = await loadStageTwo();
      } catch (cause) {
        return await withoutDialog(cause);
      }
      dialog = stage.openDialog({ options, element: target ?? null, first, request, emit, again });
      if (closed) dialog.abandon();
      else emit('open', {});
      busy(false);
      return await dialog.result;
    }
    /** The dialog's code is out of reach: the customer pays on the full page. */
    async function withoutDialog(cause: unknown): Promise<CheckoutResult> {
      const session = (await first.reply.catch(() => undefined))?.body as {
        sessionId: string;
        redirectUrl: string;
      } | null;
      let url: string;
      try {
        url = checkRedirectUrl(session?.redirectUrl, gatewayOrigins);
      } catch {
        const error = new CheckoutError(
          'chunk_load_failed',
          'neither the dialog nor a full page can be opened',
          cause,
        );
        emit('error', error);
        throw error;
      }
      await leaveTo(url, session as never);
      return { outcome: 'closed', sessionId: session?.sessionId ?? null };
    }

    opening = run().finally(() => {
      opening = undefined;
      busy(false);
      if (state !== 'destroyed') state = 'done';
    });
    return opening;
  }

  function again(): void {
    void start().catch(() => {});
  }

  function onClick(event: Event): void {
    const { ctrlKey, metaKey, shiftKey } = event as MouseEvent;
    // A link that the customer wants in a tab of its own.
    if (event.defaultPrevented || ((ctrlKey || metaKey || shiftKey) && (target as HTMLAnchorElement)?.href))
      return;
    event.preventDefault();
    void checkout.open().catch(() => {});
  }

  function onIntent(): void {
    for (const type of INTENT) button?.element.removeEventListener(type, onIntent);
    if (warm === 'off' || (navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
    void loadStageTwo().catch(() => {});
    if (gatewayOrigins?.[0]) cool = warmFrame(gatewayOrigins[0]);
  }

  const checkout: Checkout = {
    get state() {
      return state === 'creating' && dialog ? dialog.state : state;
    },
    on,
    mount(where) {
      const element = typeof where === 'string' ? document.querySelector(where) : where;
      if (!element) throw new CheckoutError('config_invalid', `mount: no element ${where}`);
      checkout.unmount();
      target = element as HTMLElement;
      button = createButton(target, options.label ?? 'Pay');
      button.element.addEventListener('click', onClick);
      for (const type of INTENT) button.element.addEventListener(type, onIntent);
      emit('ready', {});
      return checkout;
    },
    unmount() {
      closed = true;
      dialog?.abandon();
      button?.element.removeEventListener('click', onClick);
      for (const type of INTENT) button?.element.removeEventListener(type, onIntent);
      button?.remove();
      cool();
      button = target = undefined;
    },
    destroy() {
      state = 'destroyed';
      checkout.unmount();
    },
    open() {
      if (state === 'destroyed')
        return Promise.reject(new CheckoutError('destroyed', 'open() after destroy()'));
      return opening ?? start();
    },
    async close() {
      closed = true;
      dialog?.close();
      await dialog?.gone;
    },
    async resume() {
      return await (await loadStageTwo()).resume({ options, emit });
    },
  };
  return checkout;
}
