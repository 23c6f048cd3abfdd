/*
 * The eight rules of the journey, as far as a server keeps them, over facts that the model and the real handler both have.
 */

export interface SessionFacts {
  readonly status:
    | 'none'
    | 'creating'
    | 'open'
    | 'pending'
    | 'failed'
    | 'expired'
    | 'unresolved'
    | 'completed';
  /** The gateway's ledger. `'other'`: it took another sum. */
  readonly ledger: 'none' | 'waiting' | 'declined' | 'paid' | 'other';
  /** The customer has its address, and the gateway still takes money there. */
  readonly isPayable: boolean;
  /** Of `onPayment`. */
  readonly calls: number;
  readonly overpaid: boolean;
  readonly late: boolean;
}

export interface Facts {
  readonly sessions: readonly SessionFacts[];
  readonly fulfilment: { readonly session: number; readonly done: boolean } | null;
}

const ENDED: readonly string[] = ['failed', 'expired', 'unresolved'];

/** What a state breaks. Sentences; none is best. */
export function brokenIn({ sessions, fulfilment }: Facts): string[] {
  const broken: string[] = [];
  const paid = sessions.filter(({ status }) => status === 'completed');
  const holder = fulfilment === null ? undefined : sessions[fulfilment.session];
  if (paid.some(({ ledger }) => ledger === 'other'))
    broken.push('rule 2: another sum has completed a session');
  if (paid.some(({ ledger }) => ledger !== 'paid' && ledger !== 'other'))
    broken.push('rule 1: completed, and the gateway has no payment');
  if (sessions.filter(({ isPayable }) => isPayable).length > 1) broken.push('rule 4: two pages can be paid');
  if (sessions.filter(({ calls }) => calls > 0).length > 1) broken.push('rule 4: fulfilled for two sessions');
  if (sessions.some((session) => session.calls > 0 && session !== holder))
    broken.push('rule 4: fulfilled for a session that does not hold the fulfilment');
  if (holder !== undefined && holder.status !== 'completed')
    broken.push('rule 4: the fulfilment is claimed for a session that is not paid');
  if (fulfilment?.done && holder?.calls === 0) broken.push('rule 4: done, and the shop never heard');
  if (paid.filter(({ overpaid }) => !overpaid).length > 1)
    broken.push('rule 4: a second payment raised no alert');
  return broken;
}

/** What a step breaks. */
export function brokenBetween(before: Facts, after: Facts): string[] {
  const broken: string[] = [];
  for (const [at, was] of before.sessions.entries()) {
    const is = after.sessions[at] as SessionFacts;
    if (was.status === 'completed' && is.status !== 'completed') broken.push('rule 3: a payment was undone');
    if (ENDED.includes(was.status) && !ENDED.includes(is.status) && is.status !== 'completed')
      broken.push('rule 3: a session that had ended is open again');
    if (ENDED.includes(was.status) && is.status === 'completed' && !is.late)
      broken.push('rule 3: a late payment was not told');
  }
  const [from, to] = [before.fulfilment, after.fulfilment];
  if (from !== null && to?.session !== from.session) broken.push('rule 4: the fulfilment has changed hands');
  if (from?.done && !to?.done) broken.push('rule 4: the fulfilment was taken back');
  return broken;
}

/** What is broken when all leases have ended and the sweep has found nothing more to do. */
export function brokenAtRest({ sessions, fulfilment }: Facts): string[] {
  const broken: string[] = [];
  for (const { status, ledger } of sessions) {
    if (ledger === 'paid' && status !== 'completed') broken.push('rule 3: a payment was lost');
    if (status === 'creating') broken.push('rule 8: a session never ends');
  }
  if (sessions.some(({ status }) => status === 'completed') && !fulfilment?.done)
    broken.push('rule 4: a payment was never fulfilled');
  return broken;
}
