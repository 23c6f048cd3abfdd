import type { CheckoutSession } from '../protocol/page/session.ts';
import { createShell } from '../view/shell.ts';
import type {
  DialogBundle,
  EarlyDialog,
  IsRedirectUrl,
  OpenDialog,
  UnreadCall,
  WidgetContext,
} from './bundles.ts';
import { connectTo } from './connectTo.ts';
import { load as loadDialog } from './dialog.ts?lazy';
import { load as loadExtras } from './extras.ts?lazy';
import { keepSession } from './leave.ts';
import { ignore } from './session.ts';

/**
 * Puts the dialog's shell on the screen and asks for the hosted page as soon as its address is known; the checkout takes
 * both over when its code is here.
 */
export function openFrame(
  context: WidgetContext,
  first: UnreadCall,
  isRedirectUrl: IsRedirectUrl,
): EarlyDialog {
  const { element, emit, options } = context;
  // Such a page (COOP with COEP) may not frame one that has not asked for it.
  // https://developer.mozilla.org/en-US/docs/Web/API/Window/crossOriginIsolated
  const presentation = window.crossOriginIsolated ? 'redirect' : (options.presentation ?? 'modal');
  const host = document.createElement('hpp-checkout-dialog');
  const shell = createShell(host, presentation, options.theme ?? 'auto');
  // Beside the body, where pages swap, wrap and hide nothing; inside a link or a button nothing can stand.
  if (presentation !== 'inline' || !element) document.body.after(host);
  else if (element.matches?.('a,button,input')) element.after(host);
  else element.append(host);

  let dialog: OpenDialog | undefined;
  let isAnswered = false;

  /** To the checkout: a shop's own rights for the frame have to stand before its page is asked for, for one. */
  const isLeft = presentation === 'redirect' || options.frameAllow;
  /** What was loaded on intent, or alone can show the page, takes over at once. */
  const isAtOnce = isLeft || context.isConnected;
  context.isConnected = true;
  /** Every doubt is left to the checkout, which reads the same answer. */
  async function showEarly(): Promise<void> {
    const reply = await first.reply;
    isAnswered = true;
    const session = { __proto__: null, ...((await (reply.clone?.() ?? reply).json()) as CheckoutSession) };
    const url = new URL(session.redirectUrl);
    if (
      // Asked for on intent, it may be too old: the checkout decides, whose code was loaded on intent as well.
      Date.now() - first.sentAt.wall > YOUNG_MS ||
      isLeft ||
      (reply.status ?? 200) > 299 ||
      // Refused, as the server has seen.
      session.framing ||
      shell.frame ||
      shell.isHidden ||
      !isRedirectUrl(url, options.gatewayOrigins)
    )
      return;
    shell.show(url.href);
    // In a turn of its own, so that the request is on its way before anything else is done.
    await wait(0);
    // Such a page may leave with the whole window before the checkout is here, which remembers the session else.
    if (!dialog) keepSession(session);
  }
  const early = showEarly().catch(ignore);
  /** When the hosted page has been asked for, or will not be asked for from here; or after some time. */
  const asked = (ms: number) => Promise.race([early, wait(ms)]);
  const later = asked(HEAD_START_MS);

  let isClosed = false;
  let isDestroyed = false;
  shell.onClose = () => {
    isClosed = true;
    shell.hide();
  };
  async function start(): Promise<void> {
    await asked(0);
    // While the server thinks, the connection is made.
    if (!isAnswered && !isAtOnce) connectTo(options, host);
    await asked(SOON_MS);
    // An answer that has come is read before anything else is done.
    if (isAnswered) await later;
    shell.open();
    if (!isAtOnce) {
      await later;
      await wait(REQUEST_MS);
    }
    const bundle: DialogBundle = await loadDialog(context.loadFile);
    if (isDestroyed) return;
    dialog = bundle.open(context, first, shell, later, loadExtras);
    emit('open', {});
    // In a turn of its own, when an answer that is here has been read: a page that was shown is asked about.
    if (isClosed) setTimeout(dialog.close);
  }
  // The dialog's code cannot be loaded, or not be run in this page.
  const ready = start().catch((cause: unknown) => {
    if (isDestroyed) return;
    shell.remove();
    // Whoever has closed goes to no full page.
    if (!isClosed) throw cause;
    emit('close', CLOSED);
  });
  return {
    ready,
    get result() {
      return dialog?.result ?? CLOSED;
    },
    get state() {
      return dialog?.state;
    },
    async close() {
      if (!dialog) shell.onClose();
      await ready;
      return dialog?.close();
    },
    destroy() {
      if (dialog) return dialog.destroy();
      if (isDestroyed) return;
      isDestroyed = true;
      first.abort.abort();
      shell.remove();
      emit('close', CLOSED);
    },
  };
}

/** For an address that is at hand, or as good as: nothing is drawn before it is asked for. */
const SOON_MS = 50;
/** For an answer on its way: the dialog's code would take its share of a thin line, and of a slow processor. */
const HEAD_START_MS = 300;
/** For the request to leave: a slow processor that compiles the dialog's code meanwhile sends it later. */
const REQUEST_MS = 100;
/** At this age an address has most of its two minutes left; the checkout replaces one that is near its end. */
const YOUNG_MS = 30_000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const CLOSED = { outcome: 'closed', sessionId: null } as const;
