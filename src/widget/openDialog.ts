import { signal } from '@preact/signals-core';
import { createBackEntry } from '../checkout/backEntry.ts';
import { CheckoutError } from '../checkout/checkoutError.ts';
import { listen } from '../checkout/listen.ts';
import type { State } from '../checkout/machine.ts';
import { createModel } from '../checkout/model.ts';
import { defaultTimeouts } from '../checkout/settings.ts';
import { joinLanguage } from '../view/language/joinLanguage.ts';
import { inEnglish } from '../view/language/language.ts';
import { mount } from '../view/mount.tsx';
import { deferred } from './deferred.ts';
import { diagnose } from './diagnose/loadDiagnosis.ts';
import type { OpenDialog, UnreadCall, WidgetContext } from './dialogBundle.ts';
import { emitOutcome, resultOf } from './ending.ts';
import { load as loadExtras } from './extras.ts?lazy';
import { keepSession, leaveTo } from './leave.ts';
import { onRemoval } from './onRemoval.ts';
import type { CheckoutOptions, CheckoutResult, CheckoutState } from './options.ts';
import { askStatus } from './status.ts';
import { takeLeft } from './takeLeft.ts';
import { startTrace } from './trace.ts';

/** Phases that the merchant knows by another name. */
const STATES = {
  openInAnotherTab: 'paying',
  confirmingClose: 'paying',
  closing: 'confirming',
  expired: 'paying',
  renewing: 'creating',
  ended: 'done',
  closed: 'done',
} as const;

function stateOf(phase: State['phase']): CheckoutState {
  return STATES[phase as keyof typeof STATES] ?? phase;
}

/** Composition root of the dialog: one open, from the request under way to the default action. */
export function openDialog(shared: WidgetContext, first: UnreadCall): OpenDialog {
  const { element, emit, trace } = shared;
  // Own fields only: what a page adds to `Object.prototype` is no option of this merchant's (T41).
  const options = { __proto__: null, ...shared.options } as CheckoutOptions;
  const { theme = 'auto', debug } = options;
  // Such a page (COOP with COEP) may not frame one that has not asked for it.
  // https://developer.mozilla.org/en-US/docs/Web/API/Window/crossOriginIsolated
  const isolated = window.crossOriginIsolated;
  const presentation = isolated ? 'redirect' : (options.presentation ?? 'modal');
  const isModal = presentation === 'modal';
  const host = document.createElement('div');
  // Nothing can stand inside a link or a button.
  if (presentation !== 'inline' || !element) document.body.append(host);
  else if (element.matches('a,button')) element.after(host);
  else element.append(host);

  // Whoever cannot load the diagnosis sees why in the console already.
  if (isOn(debug)) diagnose(shared.loadFile, options).catch(() => {});
  const language = signal(inEnglish);
  const speak = joinLanguage(options, shared.loadFile, loadExtras, (spoken) => {
    language.value = spoken;
  });
  const { reach, read } = startTrace(trace, first.clickedAt ?? first.sentAt.monotonic);

  if (isolated && options.presentation !== 'redirect') {
    const why = 'cross-origin isolated (COEP): paid on the full page';
    emit('error', new CheckoutError('frame_blocked', why));
  }

  let act = () => {};
  let abandoned = false;
  const result = deferred<CheckoutResult>();
  const gone = deferred<void>();

  const back = createBackEntry(window, () => model.close());
  if (isModal) back.hold();
  else back.drop();
  // Back from the browser's page cache (https://web.dev/articles/bfcache) with the dialog still open: there is nothing to
  // resume.
  const unlisten = listen([
    window,
    'pageshow',
    (event: PageTransitionEvent) => event.persisted && takeLeft(),
    true,
  ]);

  // With its place, or with the whole body: nobody sees it any more, so it is closed.
  const stopLooking = onRemoval(host, () => model.closeNow());

  const model = createModel({
    window,
    now: () => ({ monotonic: performance.now(), wall: Date.now() }),
    random: Math.random,
    settings: {
      expiry: options.expiry ?? 'page',
      fullPage: presentation === 'redirect',
      confirmClose: options.confirmClose ?? 'auto',
      gatewayOrigins: options.gatewayOrigins,
      timeouts: { ...defaultTimeouts, ...options.timeouts },
    },
    first: read(first),
    request: (...why) => read(shared.request(...why)),
    ask: (session, signal) => askStatus(options, session, signal),
    channel: presentation === 'redirect' ? undefined : new BroadcastChannel('hpp-checkout'),
    keep: keepSession,
    async goTo(url, session) {
      await new Promise<void>(back.release);
      await leaveTo(url, session);
      // Back again, by the Back button: this page asks for itself how it stands.
      if (presentation === 'redirect' || !model.state.peek().frameUrl) {
        model.frameLoaded();
        model.closeNow();
      } else if (isModal) back.hold();
    },
    report(event) {
      if (isOn(debug)) console.info('[hpp-checkout]', event.type, event);
      if (event.type === 'phase') {
        const state = stateOf(event.phase);
        reach(state);
        if (state !== 'creating') speak();
      } else if (event.type === 'load') emit('load', { sessionId: event.sessionId });
      else if (event.type === 'expiring') emit('expiring', event);
      else if (event.type === 'error') emit('error', event.error);
    },
    onEnding(ending) {
      // The shop has taken its button away meanwhile: what is said on it, nobody hears.
      shared.element = element?.isConnected ? element : undefined;
      back.release(() => {
        if ('error' in ending) result.reject(ending.error);
        else {
          result.resolve(ending);
          act = emitOutcome(ending, options, emit);
        }
        // "Payment complete" goes by itself, and the shop may be on its way already.
        const thanks = resultOf(ending).outcome === 'completed';
        if (isModal && !thanks && model.state.peek().phase === 'ended') back.hold();
      });
    },
    onGone(ending) {
      clearTimeout(drawing);
      unmount();
      unlisten();
      stopLooking();
      host.remove();
      back.release(() => {
        gone.resolve();
        emit('close', resultOf(ending));
        if (!abandoned) act();
      });
    },
  });

  function abandon(): void {
    abandoned = true;
    back.drop();
    model.abandon();
  }

  let unmount = () => {};
  // In a turn of its own: an address that is at hand by then is asked for with the first drawing, before the browser lays out.
  const drawing = setTimeout(() => {
    unmount = mount(model, host, {
      window,
      language,
      presentation,
      theme,
      closeOnBackdrop: isOn(options.closeOnBackdrop),
      tryAgain() {
        abandon();
        shared.reopen();
      },
    });
  });

  return {
    result: result.promise,
    get state() {
      return stateOf(model.state.peek().phase);
    },
    close() {
      model.closeNow();
      return gone.promise;
    },
    destroy: abandon,
  };
}

/** `data-debug` without a value reads as an empty string, and means yes. */
function isOn(option: unknown): boolean {
  return option === '' || (Boolean(option) && option !== 'false');
}
