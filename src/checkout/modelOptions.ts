import type { CheckoutSession, SessionReason } from '../protocol/page/session.ts';
import type { SessionStatusReply } from '../protocol/page/status.ts';
import type { CheckoutError } from './checkoutError.ts';
import type { Instant } from './instant.ts';
import type { Ending, Phase } from './machine.ts';
import type { SessionCall } from './sessionAnswer.ts';
import type { CheckoutConfig } from './settings.ts';

/** What the merchant hears. */
export type ModelEvent =
  | { type: 'load'; sessionId: string }
  | { type: 'expiring'; sessionId: string; remainingMs: number }
  /** Named for the developer; the customer is told in the dialog. */
  | { type: 'error'; error: CheckoutError }
  | { type: 'phase'; phase: Phase }
  /** Once: the outcome or the error, when our history entry is off. */
  | { type: 'outcome'; ending: Ending }
  /** Once, and last: nothing of the checkout is on screen any more. `abandoned`: and nobody is to be sent anywhere. */
  | { type: 'closed'; ending: Ending; abandoned: boolean };

export interface ModelOptions {
  window: Window;
  now: () => Instant;
  random: () => number;
  config: CheckoutConfig;
  /** The first request for a session, sent at the click. */
  first: SessionCall;
  request: (reason: SessionReason, previous?: string) => SessionCall;
  ask: (session: CheckoutSession, signal: AbortSignal) => Promise<SessionStatusReply>;
  report: (event: ModelEvent) => void;
  /** To the shop's other tabs; `undefined` where there is nobody to talk to. */
  openTabChannel: () => BroadcastChannel | undefined;
  /** Called as soon as there is a session: it is kept for `resume()`, should the customer leave the shop's page. */
  keep: (session: CheckoutSession) => void;
  /** The session has ended, or another one takes its place: there is nothing to resume. */
  forget: () => void;
  /** Called instead of showing the page: full-page presentation, or the customer's wish. */
  goTo: (url: string, session: CheckoutSession) => void;
}
