import { batch, signal } from '@preact/signals-core';
import type { CheckoutSession } from '../protocol/page/session.ts';
import { openChannel } from './channel.ts';
import type { CheckoutError, CheckoutErrorCode } from './checkoutError.ts';
import { createExpiryClock, type ExpiryClock } from './clock.ts';
import { elapsed, type Instant } from './instant.ts';
import { isInUse } from './machine.ts';
import type { ModelOptions } from './modelOptions.ts';
import { type Phases, undo } from './phases.ts';
import { checkRedirectUrl } from './redirectUrl.ts';
import { createStatusPoll, type StatusPoll } from './statusPoll.ts';

/** Life of an address whose session does not say (S141). */
const DEFAULT_LIFE_MS = 120_000;
/** A server that hands out dead addresses is asked this often in a row; then the address is shown as it is. */
const MAX_RENEWALS = 2;

/** Tells the developer of something that is not the end. */
type Warn = (code: CheckoutErrorCode, message: string, cause?: unknown) => void;

/**
 * The session at hand and its page: watched, counted down, renewed when it dies too early.
 *
 * @param isElsewhere whether another tab shows this session's page.
 * @param refuse ends the open: the session's address is none that may be shown.
 */
export function createHostedPage(
  options: ModelOptions,
  [flow, send]: Phases,
  isElsewhere: (sessionId: string) => boolean,
  warn: Warn,
  refuse: (error: CheckoutError) => void,
) {
  const { window, now, settings } = options;

  /** The hosted page's address, checked; empty while there is none. */
  const address = signal('');
  /** Ms left, in the last minute, for a customer who has the page in front of them. */
  const left = signal<number | null>(null);
  /** The directive of the shop's own policy that keeps the frame out. */
  const blockedBy = signal('');

  /** Undone when another session comes, and at the end. */
  const ofSession: (() => void)[] = [];
  let poll: StatusPoll | undefined;
  let clock: ExpiryClock | undefined;
  let renewals = 0;
  /** What `address` will be from `loading` on. */
  let url = '';
  /** The next page is for the whole window. */
  let toFullPage = settings.fullPage;

  const drop = () => undo(ofSession);

  function receive(session: CheckoutSession, sentAt: Instant): void {
    let checked: string;
    try {
      checked = checkRedirectUrl(session.redirectUrl, settings.gatewayOrigins);
    } catch (error) {
      refuse(error as CheckoutError);
      return;
    }
    drop();
    const elsewhere = isElsewhere(session.sessionId);
    const lifeMs = session.expiresInMs ?? DEFAULT_LIFE_MS;
    const leftMs = lifeMs - elapsed(sentAt, now());
    // Our tab slept, or the server was slow: renewed before the customer sees anything of it.
    const tooOld =
      leftMs < Math.min(settings.timeouts.renewBefore, lifeMs / 2) && renewals < MAX_RENEWALS && !elsewhere;
    url = tooOld || (toFullPage && !settings.fullPage) ? '' : checked;
    batch(() => {
      send({ type: 'session', session, elsewhere });
      if (tooOld) {
        renew();
        return;
      }
      poll = createStatusPoll({
        ask: (signal) => options.ask(session, signal),
        onReply: (reply) => send({ type: 'status', reply }),
        onError: (cause) => warn('status_failed', 'the status endpoint could not be asked', cause),
        timers: window,
        now: () => now().monotonic,
        random: options.random,
        isOnline: () => window.navigator.onLine,
      });
      clock = createExpiryClock({ sentAt, lifeMs, now, timers: window, onTick });
      if (elsewhere) poll.watch();
      else if (toFullPage) options.goTo(checked, session);
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

  function onTick(remainingMs: number): void {
    const { phase, session } = flow.peek();
    if (phase === 'loading') {
      if (remainingMs === 0 && renewals < MAX_RENEWALS) renew();
      return;
    }
    if (settings.expiry === 'address' || session === null) return;
    if (remainingMs === 0) {
      left.value = null;
      send({ type: 'expiredLocally' });
      poll?.lookNow();
      return;
    }
    if (!isInUse(phase)) return;
    if (left.peek() === null) {
      options.report({ type: 'expiring', sessionId: session.sessionId, remainingMs });
    }
    left.value = remainingMs;
  }

  return {
    address,
    left,
    blockedBy,
    get poll() {
      return poll;
    },
    lookAtClock: () => clock?.check(),
    receive,
    drop,
    /** @returns `false` when it died while another tab had it: a new one is on its way. */
    show(): boolean {
      if (clock && clock.remaining() <= 0) {
        renew();
        return false;
      }
      address.value = url;
      return true;
    },
    /** The frame stands, with this window. */
    attach(frame: Window): void {
      const { session } = flow.peek();
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
    /** The shop's own policy has kept an address out of a frame: ours? */
    block(directive: string, blocked: string): void {
      const origin = address.peek() && new URL(url).origin;
      if (!origin || !blocked.startsWith(origin)) return;
      blockedBy.value = directive;
      warn('frame_blocked', `this page's Content-Security-Policy needs: ${directive} ${origin}`);
    },
    openFull(): void {
      const { session } = flow.peek();
      if (session === null) return;
      if (clock && clock.remaining() > 0) options.goTo(url, session);
      else {
        // A dead address is dead on the full page too.
        toFullPage = true;
        send({ type: 'startAgain' });
      }
    },
  };
}
