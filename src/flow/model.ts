import { batch, type ReadonlySignal, signal } from '@preact/signals-core';
import type { CheckoutSession } from '../protocol/page/session.ts';
import { openChannel } from './channel.ts';
import { CheckoutError, type CheckoutErrorCode } from './checkoutError.ts';
import { createExpiryClock, type ExpiryClock } from './clock.ts';
import { createSession } from './creation.ts';
import { elapsed, type Instant } from './instant.ts';
import { type CheckoutFlow, isInUse } from './machine.ts';
import type { ModelOptions } from './modelOptions.ts';
import { joinOtherTabs } from './otherTabs.ts';
import { hearPage } from './pageEvents.ts';
import { createPhases, undo } from './phases.ts';
import { checkRedirectUrl } from './redirectUrl.ts';
import type { SessionAnswer } from './sessionAnswer.ts';
import { createStatusPoll, type StatusPoll } from './statusPoll.ts';

/** Life of an address whose session does not say (S141). */
const DEFAULT_LIFE_MS = 120_000;
/** A server that hands out dead addresses is asked this often in a row; then the address is shown as it is. */
const MAX_RENEWALS = 2;

export type CheckoutModel = ReturnType<typeof createModel>;

/** One `open()`: signals for the view, actions for the customer, all effects. Ends in phase `gone` and keeps nothing. */
export function createModel({ window, now, settings, ...options }: ModelOptions) {
  const { timeouts } = settings;
  const [flow, send, after, ofPhase] = createPhases(window, enter, entered);
  const isOnline = () => window.navigator.onLine;

  /** The hosted page's address, checked; empty while there is none. */
  const address = signal('');
  /** Seconds left, in the last minute, for a customer who has the page in front of them. */
  const secondsLeft = signal<number | null>(null);
  /** The server wants an earlier session of the order to be decided first; another tab may show its page. */
  const waiting = signal<'earlier' | 'elsewhere' | null>(null);
  /** 0: in time; 1: the step takes longer than usual; 2: the page has not answered at all. */
  const slowness = signal<0 | 1 | 2>(0);
  const online = signal(isOnline());
  /** The directive of the shop's own policy that keeps the frame out. */
  const blockedBy = signal('');

  /** Undone when the session on screen changes, and at the end. */
  const ofSession: (() => void)[] = [];
  let poll: StatusPoll | undefined;
  let clock: ExpiryClock | undefined;
  let renewals = 0;
  /** The address of the session on screen; shown from `loading` on. */
  let page = '';
  /** The next page is for the whole window. */
  let toFullPage = settings.fullPage;
  /** Whether the customer's focus has been inside the loaded page. */
  let touched = false;

  /** The session at hand. */
  const current = () => flow.peek().session;

  function enter({ phase, session, ending }: CheckoutFlow, before: CheckoutFlow): void {
    waiting.value = null;
    slowness.value = 0;
    if (!isInUse(phase)) secondsLeft.value = null;
    options.report({ type: 'phase', phase });
    switch (phase) {
      case 'creating':
        undo(ofSession);
        create();
        break;
      case 'renewing':
        create();
        break;
      case 'loading':
        show();
        break;
      case 'elsewhere':
        poll?.watch();
        break;
      case 'paying':
        if (before.phase === 'loading' && session)
          options.report({ type: 'load', sessionId: session.sessionId });
        poll?.watch();
        // `load` fires for a refused frame as well: one that nobody touches is slow, as far as we can tell.
        after(timeouts.slow, () => {
          if (!touched) slowness.value = 1;
        });
        clock?.check();
        break;
      case 'confirming':
        poll?.hurry();
        after(timeouts.slow, () => {
          slowness.value = 1;
        });
        after(timeouts.confirm, () => send({ type: 'giveUp' }));
        break;
      case 'leaving':
        poll?.lookNow();
        after(timeouts.leave, () => send({ type: 'giveUp' }));
        break;
      case 'ended':
      case 'gone':
        if (before.phase !== 'ended') {
          undo(ofSession);
          unlisten();
        }
        if (phase === 'ended' && ending && 'outcome' in ending && ending.outcome === 'completed') {
          after(timeouts.thanks, () => send({ type: 'dismiss' }));
        }
        break;
    }
  }

  /** Here the frame is gone from the page, and not before: then somebody may hear of the outcome. */
  function entered({ phase, ending }: CheckoutFlow, before: CheckoutFlow): void {
    if (ending === null) return;
    if (before.phase !== 'ended') {
      if (ending.sessionId !== null) tabs.tell(ending.sessionId);
      tabs.close();
      options.onEnding(ending);
    }
    if (phase === 'gone') options.onGone(ending);
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
        waiting.value = tabs.show(sessionId) ? 'elsewhere' : 'earlier';
      },
      onAnswer,
    });
    ofPhase.push(stop);
  }

  function onAnswer(answer: Exclude<SessionAnswer, { kind: 'wait' }>): void {
    switch (answer.kind) {
      case 'session':
        receive(answer.session, answer.sentAt);
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

  function receive(session: CheckoutSession, sentAt: Instant): void {
    let url: string;
    try {
      url = checkRedirectUrl(session.redirectUrl, settings.gatewayOrigins);
    } catch (error) {
      refuse(error as CheckoutError);
      return;
    }
    undo(ofSession);
    const elsewhere = tabs.show(session.sessionId);
    const lifeMs = session.expiresInMs ?? DEFAULT_LIFE_MS;
    const left = lifeMs - elapsed(sentAt, now());
    // Our tab slept, or the server was slow: renewed before the customer sees anything of it.
    const tooOld = left < Math.min(timeouts.margin, lifeMs / 2) && renewals < MAX_RENEWALS && !elsewhere;
    page = tooOld || (toFullPage && !settings.fullPage) ? '' : url;
    batch(() => {
      send({ type: 'session', session, elsewhere });
      if (tooOld) {
        renew();
        return;
      }
      poll = createStatusPoll({
        ask: (signal) => options.ask(session, signal),
        onReply: (reply) => send({ type: 'status', reply }),
        onError: (cause) => name('status_failed', 'the status endpoint could not be asked', cause),
        timers: window,
        now: () => now().monotonic,
        random: options.random,
        isOnline,
      });
      clock = createExpiryClock({ sentAt, lifeMs, now, timers: window, onTick });
      if (elsewhere) poll.watch();
      else if (toFullPage) options.goTo(url, session);
      ofSession.push(poll.stop, clock.stop, () => {
        address.value = '';
        blockedBy.value = '';
        poll = clock = undefined;
      });
    });
  }

  function renew(): void {
    renewals++;
    send({ type: 'stale' });
  }

  function show(): void {
    // It died while another tab had it.
    if (clock && clock.remaining() <= 0) {
      renew();
      return;
    }
    address.value = page;
    touched = false;
    after(timeouts.slow, () => {
      slowness.value = 1;
    });
    after(timeouts.load, () => {
      slowness.value = 2;
      // Some pages are in use long before they fire `load`.
      poll?.watch();
      name('frame_load_timeout', `the hosted page did not load in ${timeouts.load} ms`);
    });
  }

  function onTick(remainingMs: number): void {
    const { phase, session } = flow.peek();
    if (phase === 'loading') {
      if (remainingMs === 0 && renewals < MAX_RENEWALS) renew();
      return;
    }
    if (settings.expiry === 'address' || session === null) return;
    if (remainingMs === 0) {
      secondsLeft.value = null;
      send({ type: 'overdue' });
      poll?.lookNow();
      return;
    }
    if (!isInUse(phase)) return;
    if (secondsLeft.peek() === null) {
      options.report({ type: 'expiring', sessionId: session.sessionId, remainingMs });
    }
    secondsLeft.value = Math.ceil(remainingMs / 1000);
  }

  function name(code: CheckoutErrorCode, message: string, cause?: unknown): void {
    options.report({ type: 'error', error: new CheckoutError(code, message, cause) });
  }

  const tabs = joinOtherTabs({
    channel: options.channel,
    shown() {
      const { phase, session } = flow.peek();
      return phase === 'elsewhere' ? undefined : session?.sessionId;
    },
    onTaken(sessionId) {
      if (sessionId === current()?.sessionId) send({ type: 'takenOver' });
    },
    onNews(sessionId) {
      if (sessionId === current()?.sessionId) poll?.nudge();
    },
  });
  const unlisten = hearPage(window, {
    onWake() {
      clock?.check();
      poll?.nudge();
    },
    onLeave() {
      tabs.close();
      const session = current();
      if (session !== null) options.keep(session);
    },
    onNetwork() {
      online.value = isOnline();
      if (online.peek()) poll?.nudge();
    },
    onBlocked(directive, blocked) {
      const origin = address.peek() && new URL(page).origin;
      if (!origin || !blocked.startsWith(origin)) return;
      blockedBy.value = directive;
      name('frame_blocked', `this page's Content-Security-Policy needs: ${directive} ${origin}`);
    },
    onFrameFocus() {
      touched = true;
      if (flow.peek().phase === 'paying') slowness.value = 0;
    },
  });

  create(options.first);

  return {
    flow: flow as ReadonlySignal<CheckoutFlow>,
    address: address as ReadonlySignal<string>,
    secondsLeft: secondsLeft as ReadonlySignal<number | null>,
    waiting: waiting as ReadonlySignal<'earlier' | 'elsewhere' | null>,
    slowness: slowness as ReadonlySignal<0 | 1 | 2>,
    online: online as ReadonlySignal<boolean>,
    blockedBy: blockedBy as ReadonlySignal<string>,

    /** The frame of the session on screen stands, with this window. */
    frameAttached(frame: Window): void {
      const session = current();
      if (session === null) return;
      const origin = session.returnOrigin ?? new URL(session.statusUrl ?? '', window.location.href).origin;
      const close = openChannel({
        window,
        frame,
        origins: [origin],
        session: session.sessionId,
        onReturned(hint) {
          send({ type: 'returned', hint });
          poll?.nudge();
        },
      });
      ofSession.push(close);
    },
    /** The frame has fired `load`: proof of nothing the first time; every later one means that it has moved on. */
    frameLoaded(): void {
      if (flow.peek().phase === 'loading') send({ type: 'loaded' });
      else poll?.nudge();
    },
    /** The customer's wish to close: asked back when there is something to lose. */
    close(): void {
      const { confirmClose } = settings;
      send({ type: 'close', sure: confirmClose === 'never' || (confirmClose === 'auto' && !touched) });
    },
    leave: () => send({ type: 'close', sure: true }),
    stay: () => send({ type: 'stay' }),
    startAgain: () => send({ type: 'startAgain' }),
    /** Also "Pay here". */
    keepPaying(): void {
      const { phase, session } = flow.peek();
      if (phase === 'elsewhere' && session !== null) tabs.take(session.sessionId);
      send({ type: 'keepPaying' });
    },
    dismiss: () => send({ type: 'dismiss' }),
    abandon: () => send({ type: 'abandon' }),
    openFullPage(): void {
      const session = current();
      if (session === null) return;
      if (clock && clock.remaining() > 0) options.goTo(page, session);
      else {
        // A dead address is dead on the full page too.
        toFullPage = true;
        send({ type: 'startAgain' });
      }
    },
  };
}
