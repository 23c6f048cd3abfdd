import { USED_PAGE_LIFE_MS } from '../shortLivedPages.ts';

/** A state of the dialog, as a customer sees it. */
export type State =
  | 'creating'
  | 'loading'
  | 'paying'
  | 'expiring'
  | 'expired'
  /** The card is paid; the shop's server has not said so. */
  | 'confirming'
  /** The same, and the customer was told that it takes longer: later the order is known to be paid. */
  | 'pending'
  | 'failed';

/** How long the hosted page lives, in ms, where the state needs less than two minutes. */
export const LIFE_MS: Partial<Record<State, number>> = { expiring: 29_000, expired: USED_PAGE_LIFE_MS };
