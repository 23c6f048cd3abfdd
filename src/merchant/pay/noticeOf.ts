import type { ProblemCode } from '../../protocol/page/problem.ts';
import type { PayNotice } from './payPage.ts';

interface Notice {
  readonly state: PayNotice;
  /** Whether the same may work in a moment. */
  readonly mayTryAgain: boolean;
}

const tryAgain = (state: PayNotice): Notice => ({ state, mayTryAgain: true });
const over = (state: PayNotice): Notice => ({ state, mayTryAgain: false });

const NOTICES: Readonly<Partial<Record<ProblemCode, Notice>>> = {
  already_completed: over('paid'),
  order_not_found: over('notPayable'),
  not_authorized: tryAgain('signIn'),
  // The page that the button leads to is ours: its form is let through.
  origin_not_allowed: tryAgain('failed'),
  session_in_progress: tryAgain('busy'),
  rate_limited: tryAgain('failed'),
  gateway_unavailable: tryAgain('failed'),
  store_unavailable: tryAgain('failed'),
  shutting_down: tryAgain('failed'),
  gateway_refused: over('refused'),
  internal_error: over('refused'),
};

/** What the page says of a failure; what the address does not tell counts as unknown. */
export function noticeOf(code: ProblemCode): Notice {
  return NOTICES[code] ?? over('unknown');
}
