import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { CheckoutError, type CheckoutErrorCode } from './checkoutError.ts';
import { createSession } from './creation.ts';
import { createHostedPage } from './hostedPage.ts';
import { isInUse, type State } from './machine.ts';
import type { ModelOptions } from './modelOptions.ts';
import { joinOtherTabs } from './otherTabs.ts';
import { hearPage } from './pageEvents.ts';
import { createPhases } from './phases.ts';
import type { SessionAnswer } from './sessionAnswer.ts';

export type CheckoutModel = ReturnType<typeof createModel>;

/** One `open()`: signals for the view, actions for the customer, all effects. Ends in phase `gone` and keeps nothing. */
export function createModel(options: ModelOptions) {
  const { window, settings } = options;
  const { timeouts } = settings;
  const phases = createPhases(window, enter, entered);
  const [flow, send, after, ofPhase] = phases;
  const isOnline = () => window.navigator.onLine;

  /** The server wants an earlier session of the order to be decided first; another tab may show its page. */
  const waiting = signal<State['waitingFor']>(null);
  const slow = signal(false);
  const online = signal(isOnline());
  /** Whether the customer's focus has been inside the loaded page. */
  let touched = false;

  /** The session at hand. */
  const current = () => flow.peek().session;

  function enter({ phase, session, ending }: State, before: State): void {
    waiting.value = null;
    slow.value = false;
    if (!isInUse(phase)) page.left.value = null;
    options.report({ type: 'phase', phase });
    switch (phase) {
      case 'creating':
        page.drop();
        create();
        break;
      case 'renewing':
        create();
        break;
      case 'loading':
        show();
        break;
      case 'openInAnotherTab':
        page.poll?.watch();
        break;
      case 'paying':
        if (before.phase === 'loading' && session)
          options.report({ type: 'load', sessionId: session.sessionId });
        page.poll?.watch();
        // `load` fires for a refused frame as well: one that nobody touches is slow, as far as we can tell.
        // https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/iframe#error_and_load_event_behavior
        after(timeouts.slow, () => {
          if (!touched) slow.value = true;
        });
        page.lookAtClock();
        break;
      case 'confirming':
        page.poll?.hurry();
        after(timeouts.slow, () => {
          slow.value = true;
        });
        after(timeouts.confirm, () => send({ type: 'giveUp' }));
        break;
      case 'closing':
        page.poll?.lookNow();
        after(timeouts.closeStatus, () => send({ type: 'giveUp' }));
        break;
      case 'ended':
      case 'closed':
        if (before.phase !== 'ended') {
          page.drop();
          unlisten();
        }
        if (phase === 'ended' && ending && 'outcome' in ending && ending.outcome === 'completed') {
          after(timeouts.successMessage, () => send({ type: 'dismiss' }));
        }
        break;
    }
  }

  /** Here the frame is gone from the page, and not before: then somebody may hear of the outcome. */
  function entered({ phase, ending }: State, before: State): void {
    if (ending === null) return;
    if (before.phase !== 'ended') {
      if (ending.sessionId !== null) tabs.tell(ending.sessionId);
      tabs.close();
      options.onEnding(ending);
    }
    if (phase === 'closed') options.onGone(ending);
  }

  function create(first?: ModelOptions['first']): void {
    const previous = current()?.sessionId;
    const stop = createSession({
      first,
      request: () => options.request(previous === undefined ? 'open' : 'renew', previous),
      timeoutMs: timeouts.session,
      timers: window,
      isOnline,
      onWait(sessionId = '') {
        waiting.value = tabs.show(sessionId) ? 'otherTab' : 'earlierPayment';
      },
      onAnswer,
    });
    ofPhase.push(stop);
  }

  function onAnswer(answer: Exclude<SessionAnswer, { kind: 'wait' }>): void {
    switch (answer.kind) {
      case 'session':
        page.receive(answer.session, answer.sentAt);
        break;
      case 'completed': {
        const { kind: _, ...paid } = answer;
        send({ type: 'alreadyPaid', ...paid });
        break;
      }
      case 'error':
        refuse(answer.error);
        break;
    }
  }

  function refuse(error: CheckoutError): void {
    options.report({ type: 'error', error });
    send({ type: 'refused', error });
  }

  function show(): void {
    if (!page.show()) return;
    touched = false;
    after(timeouts.slow, () => {
      slow.value = true;
    });
    after(timeouts.load, () => {
      // Some pages are in use long before they fire `load`.
      page.poll?.watch();
      warn('frame_load_timeout', `the hosted page did not load in ${timeouts.load} ms`);
    });
  }

  function warn(code: CheckoutErrorCode, message: string, cause?: unknown): void {
    options.report({ type: 'error', error: new CheckoutError(code, message, cause) });
  }

  const tabs = joinOtherTabs({
    channel: options.channel,
    shown() {
      const { phase, session } = flow.peek();
      return phase === 'openInAnotherTab' ? undefined : session?.sessionId;
    },
    onTaken(sessionId) {
      if (sessionId === current()?.sessionId) send({ type: 'takenOver' });
    },
    onNews(sessionId) {
      if (sessionId === current()?.sessionId) page.poll?.nudge();
    },
  });
  const page = createHostedPage(options, phases, tabs.show, warn, refuse);
  const unlisten = hearPage(window, {
    onWake() {
      page.lookAtClock();
      page.poll?.nudge();
    },
    onLeave() {
      tabs.close();
      const session = current();
      if (session !== null) options.keep(session);
    },
    onNetwork() {
      online.value = isOnline();
      if (online.peek()) page.poll?.nudge();
    },
    onBlocked: page.block,
    onFrameFocus() {
      touched = true;
      if (flow.peek().phase === 'paying') slow.value = false;
    },
  });

  create(options.first);

  return {
    state: computed<State>(() => ({
      ...flow.value,
      frameUrl: page.address.value,
      remainingMs: page.left.value,
      waitingFor: waiting.value,
      slow: slow.value,
      online: online.value,
      blockedBy: page.blockedBy.value,
    })) as ReadonlySignal<State>,

    frameAttached: page.attach,
    /** The frame has fired `load`: proof of nothing the first time; every later one means that it has moved on. */
    frameLoaded(): void {
      if (flow.peek().phase === 'loading') send({ type: 'loaded' });
      else page.poll?.nudge();
    },
    /** The customer's wish to close: asked back when there is something to lose. */
    close(): void {
      const { confirmClose } = settings;
      send({ type: 'close', sure: confirmClose === 'never' || (confirmClose === 'auto' && !touched) });
    },
    closeNow: () => send({ type: 'close', sure: true }),
    stay: () => send({ type: 'stay' }),
    startAgain: () => send({ type: 'startAgain' }),
    /** Also "Pay here". */
    keepPaying(): void {
      const { phase, session } = flow.peek();
      if (phase === 'openInAnotherTab' && session !== null) tabs.take(session.sessionId);
      send({ type: 'keepPaying' });
    },
    dismiss: () => send({ type: 'dismiss' }),
    abandon: () => send({ type: 'abandon' }),
    openFullPage: page.openFull,
  };
}
