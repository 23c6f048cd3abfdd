import type { ApiOperation } from '../apiOperation.ts';

/** What a fault can hit: one operation of the API, the hosted page, a delivery of a notification, or all of them. */
export type FaultTarget = ApiOperation | 'page' | 'notification' | '*';

/** Which requests a fault hits. All that is given must match. */
export interface FaultMatch {
  /** Default `'*'`: every operation of the API. */
  operation?: FaultTarget;
  /** Only the n-th request that matches otherwise, from 1. */
  nth?: number;
  /** From 0 to 1, by the sandbox's seeded generator. */
  probability?: number;
  orderReference?: string;
}

/**
 * What happens instead of, or on top of, the right answer.
 *
 * `when: 'after'` lets the request take effect first: the merchant sees a failure, the ledger has the transaction (F2, T11).
 * Default `'before'`.
 */
export type FaultAction =
  | { do: 'status'; status: number; body?: string; headers?: Record<string, string>; when?: FaultWhen }
  | { do: 'delay'; ms: number; when?: FaultWhen }
  /** The connection is reset. */
  | { do: 'reset'; when?: FaultWhen }
  /** No answer ever comes. */
  | { do: 'hang'; when?: FaultWhen }
  /** The answer breaks off in the middle of its JSON. */
  | { do: 'malformed'; when?: FaultWhen }
  /** 200 with no body. */
  | { do: 'empty'; when?: FaultWhen }
  /** 429 with `Retry-After` in seconds, or as an HTTP date. */
  | { do: 'rateLimit'; retryAfter?: number | string; when?: FaultWhen }
  /** Authentic but wrong: fields of the answer or notification are replaced before it is signed (T2, F4, F39). */
  | { do: 'alter'; fields: Record<string, unknown>; when?: FaultWhen }
  /** Headers are added to the answer, such as `X-Frame-Options` on the page (F9). */
  | { do: 'headers'; headers: Record<string, string>; when?: FaultWhen };

export type FaultWhen = 'before' | 'after';

/** A fault to be put in force. */
export type NewFault = FaultAction & {
  match?: FaultMatch;
  /** How often it strikes; default for ever. */
  times?: number;
};

/** A fault in force. */
export type Fault = NewFault & { id: string; match: FaultMatch; hits: number };
