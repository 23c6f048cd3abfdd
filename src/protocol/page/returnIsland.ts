import type { ReturnHint } from './frameMessage.ts';

/** What the return page's script gets: a JSON island in the page. Nothing in it comes from the request's query (T16). */
export interface Island {
  session: string;
  merchantOrigins: readonly string[];
  hint: ReturnHint;
  statusUrl: string;
  /** Where to go on; `null` where the shop configured nothing. `pending` is gone to while the payment is still under way. */
  next: Readonly<Record<'completed' | 'failed' | 'pending' | 'other', string | null>>;
}
