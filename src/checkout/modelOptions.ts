import type { CheckoutSession, SessionReason } from '../protocol/page/session.ts';
import type { SessionStatusReply } from '../protocol/page/status.ts';
import type { CheckoutError } from './checkoutError.ts';
import type { Instant } from './instant.ts';
import type { Ending, State } from './machine.ts';
import type { SessionCall } from './sessionAnswer.ts';
import type { FlowSettings } from './settings.ts';

/** What the merchant hears besides the ending. */
export type ModelEvent =
  | { type: 'load'; sessionId: string }
  | { type: 'expiring'; sessionId: string; remainingMs: number }
  /** Named for the developer; the customer is told in the dialog. */
  | { type: 'error'; error: CheckoutError }
  | { type: 'phase'; phase: State['phase'] };

export interface ModelOptions {
  window: Window;
  now: () => Instant;
  random: () => number;
  settings: FlowSettings;
  /** The first request for a session, sent at the click. */
  first: SessionCall;
  request: (reason: SessionReason, previous?: string) => SessionCall;
  ask: (session: CheckoutSession, signal: AbortSignal) => Promise<SessionStatusReply>;
  report: (event: ModelEvent) => void;
  /** Told once: the outcome or the error, at the moment it is known. The frame is gone by then. */
  onEnding: (ending: Ending) => void;
  /** Told once: nothing of the checkout is on screen any more. */
  onGone: (ending: Ending) => void;
  /** To the shop's other tabs. */
  channel?: BroadcastChannel | undefined;
  /** The page is going away with this session open. */
  keep: (session: CheckoutSession) => void;
  /** Called instead of showing the page: full-page presentation, or the customer's wish. */
  goTo: (url: string, session: CheckoutSession) => unknown;
}
