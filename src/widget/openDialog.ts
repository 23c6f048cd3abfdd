import { signal } from '@preact/signals-core';
import { CheckoutError } from '../checkout/checkoutError.ts';
import { createCheckoutModel } from '../checkout/createCheckoutModel.ts';
import { type Ending, isOnScreen, type Phase } from '../checkout/machine.ts';
import type { ModelEvent } from '../checkout/modelOptions.ts';
import { defaultTimeouts } from '../checkout/settings.ts';
import { keepEvents } from '../view/keepEvents.ts';
import { keepShown } from '../view/keepShown.ts';
import { joinLanguage } from '../view/language/joinLanguage.ts';
import { inEnglish } from '../view/language/language.ts';
import { mount } from '../view/mount.tsx';
import type { Shell } from '../view/shell.ts';
import type { LoadExtras, OpenDialog, UnreadCall, WidgetContext } from './bundles.ts';
import { deferred } from './deferred.ts';
import { isForDeveloper } from './diagnose/isForDeveloper.ts';
import { emitOutcome, resultOf } from './ending.ts';
import { rememberGateway } from './gatewayOrigin.ts';
import { isOn } from './isOn.ts';
import { keepSession, leaveTo } from './leave.ts';
import type { CheckoutOptions, CheckoutResult, CheckoutState } from './options.ts';
import { askStatus } from './status.ts';
import { takeKeptSession } from './takeKeptSession.ts';
import { startTrace } from './trace.ts';

/** A language that takes longer is waited for no more. */
const WORDLESS_MS = 1_000;

/** Phases that the merchant knows by another name. */
const STATES = {
  openInAnotherTab: 'paying',
  confirmingClose: 'paying',
  closing: 'confirming',
  expired: 'paying',
  renewing: 'creating',
  ended: 'done',
  restoringHistory: 'done',
  closed: 'done',
} as const;

function stateOf(phase: Phase): CheckoutState {
  return STATES[phase as keyof typeof STATES] ?? phase;
}

/** Composition root of the dialog: one open, from the request under way to the default action. */
export function openDialog(
  context: WidgetContext,
  call: UnreadCall,
  shell: Shell,
  asked: Promise<unknown>,
  loadExtras: LoadExtras,
): OpenDialog {
  const { element, emit, trace } = context;
  // Own fields only: what a page adds to `Object.prototype` is no option of this merchant's (T41).
  const options = { __proto__: null, ...context.options } as CheckoutOptions;
  const isDebug = isOn(options.debug);
  // Kept for the time without this code (`openFrame.ts`); from here on an effect keeps it.
  if (shell.frame) takeKeptSession();
  const { host, presentation } = shell;
  const first = options.frameAllow ? { ...call, reply: allowFirst(call.reply) } : call;

  /** A frame has its rights when its page is asked for; what cannot be loaded stops no payment. */
  async function allowFirst(reply: UnreadCall['reply']): UnreadCall['reply'] {
    await loadExtras(context.loadFile).then(
      (extras) => {
        shell.allow = extras.addRights(options.frameAllow, shell.allow);
      },
      () => {},
    );
    return reply;
  }

  /** What only developers read; no customer needs it. */
  const loadDiagnosis = async () => (await loadExtras(context.loadFile)).loadDiagnosis(context.loadFile);

  /** Says what is wrong to whoever builds the shop. If that cannot be loaded, the console says why already. */
  function advise(error?: CheckoutError): void {
    loadDiagnosis()
      .then((loaded) => loaded.advise(context, host, model, error))
      .catch(() => {});
  }
  if (isDebug) advise();
  const language = signal(inEnglish);
  const speak = joinLanguage(options, context.loadFile, loadExtras, (spoken) => {
    language.value = spoken;
  });
  const { reach, read } = startTrace(trace, first.clickedAt ?? first.sentAt.monotonic, async (...asked) =>
    (await loadDiagnosis()).askAgain(options, ...asked),
  );

  if (window.crossOriginIsolated && options.presentation !== 'redirect') {
    emit('error', new CheckoutError('frame_blocked', 'COEP: paid on the full page'));
  }

  const result = deferred<CheckoutResult>();
  const closed = deferred<void>();
  /** On to `successUrl`, `failureUrl` or `pendingUrl`, once the dialog is closed. */
  let defaultAction = () => {};

  let speaking: ReturnType<typeof setTimeout> | undefined;
  function tell(event: ModelEvent): void {
    if (isDebug) console.info('[hpp-checkout]', event.type, event);
    // The shop has taken its button away meanwhile: what is dispatched on it, nobody hears.
    if (!element?.isConnected) context.element = undefined;
    switch (event.type) {
      case 'phase': {
        const state = stateOf(event.phase);
        reach(state);
        // The page speaks for itself, and the language is on its way: a notice waits for neither.
        if (state === 'loading' || state === 'paying') speaking ??= setTimeout(speak, WORDLESS_MS);
        else if (state !== 'creating') speak();
        break;
      }
      case 'load':
        emit('load', { sessionId: event.sessionId });
        rememberGateway(options.session, model.state.peek().frameUrl);
        // When nobody waits for it any more.
        if (!isDebug && isForDeveloper(model)) advise();
        break;
      case 'expiring':
        emit('expiring', event);
        break;
      case 'error':
        emit('error', event.error);
        if (isDebug || isForDeveloper(model, event.error)) advise(event.error);
        break;
      case 'outcome':
        tellEnding(event.ending);
        break;
      case 'closed':
        closed.resolve();
        emit('close', resultOf(event.ending));
        if (!event.abandoned) defaultAction();
    }
  }

  function tellEnding(ending: Ending): void {
    if ('error' in ending) {
      result.reject(ending.error);
      return;
    }
    const told = resultOf(ending);
    result.resolve(told);
    defaultAction = emitOutcome(told, options, emit);
  }

  const model = createCheckoutModel({
    window,
    now: () => ({ monotonic: performance.now(), wall: Date.now() }),
    random: Math.random,
    config: {
      presentation,
      expiry: options.expiry ?? 'page',
      confirmClose: options.confirmClose ?? 'auto',
      gatewayOrigins: options.gatewayOrigins,
      timeouts: { ...defaultTimeouts, ...options.timeouts },
    },
    first: read(first, 'open'),
    request: (...why) => read(context.request(...why), ...why),
    ask: (session, signal) => askStatus(options, session, signal, Date.now()),
    openTabChannel: presentation === 'redirect' ? () => undefined : openTabChannel,
    keep: keepSession,
    forget: takeKeptSession,
    goTo: leaveTo,
    report: tell,
  });

  let unmount = () => {};
  shell.onClose = model.close;
  // In charge at once, of Back and of an early close; what it draws would keep a slow phone from asking for the page.
  void asked.then(() => {
    if (!isOnScreen(model.state.peek().phase)) return;
    try {
      unmount = mount(model, shell, {
        language,
        closeOnBackdrop: isOn(options.closeOnBackdrop),
        tryAgain() {
          const reopen = () =>
            setTimeout(() => {
              model.abandon();
              context.reopen();
            });
          // Once the ending is told: a step back that is still under way would close the next dialog as well. And a task
          // after that, when `open()` has told its caller, too: until then it answers with the payment that is ending.
          result.promise.then(reopen, reopen);
        },
      });
    } catch {
      // The page has taken away what draws, as a form called `createElementNS` does.
      giveWay();
    }
  });
  const stopKeepingEvents = presentation === 'inline' ? () => {} : keepEvents(host);
  // A modal of the page hides from screen readers what comes beside it (https://react-spectrum.adobe.com/react-aria/Modal.html).
  host.removeAttribute('aria-hidden');
  const opener = element ?? shell.opener;
  // In a shadow tree nothing has a name that the page knows.
  const { host: outside = opener } = (opener?.getRootNode() ?? {}) as Partial<ShadowRoot>;
  const around = outside?.closest?.('[id]:not(a,button)');

  /** The page is as it was. */
  function leavePage(): void {
    clearTimeout(speaking);
    stopKeepingShown();
    unmount();
    unmount = () => {};
    shell.remove();
    // A page can hide its button for as long as our element stands in it: to a hidden one the browser gives no focus back.
    if (presentation !== 'inline' && document.activeElement?.matches('body'))
      (shell.opener as HTMLElement | null)?.focus({ preventScroll: true });
    stopKeepingEvents();
  }
  /** Nobody can see the dialog: to the full page. First away, so that nothing keeps the customer from the shop's page. */
  function giveWay(): void {
    leavePage();
    model.dialogHidden();
  }
  let stopKeepingShown = () => {};
  stopKeepingShown = keepShown(shell, {
    onFrame() {
      const frame = shell.frame?.contentWindow;
      if (frame) model.frameAttached(frame);
    },
    // Nobody sees it any more, so it is closed.
    onPlaceGone: model.closeNow,
    onHidden: giveWay,
  });
  model.state.subscribe(({ phase }) => {
    if (isOnScreen(phase)) return;
    leavePage();
    // Its button is gone, hidden or disabled: the focus is lost, and the browser gives it to nothing.
    const canTakeIt = !opener?.matches?.(':disabled') && opener?.getClientRects?.().length;
    if (presentation === 'inline' || canTakeIt) return;
    loadExtras(context.loadFile)
      .then((extras) => extras.focusNear(opener, around))
      .catch(() => {});
  });

  return {
    result: result.promise,
    get state() {
      return stateOf(model.state.peek().phase);
    },
    close() {
      model.closeNow();
      return closed.promise;
    },
    destroy: model.abandon,
  };
}

/** Without one (an old web view, a sandboxed page), tabs do not know of each other. */
function openTabChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('hpp-checkout');
  } catch {
    return undefined;
  }
}
