import { PAGE_ENDED_MS } from '../../merchant/record/pageLife.ts';
import type { Fulfilment, SessionRecord, StoredStatus } from '../../merchant/store/contract.ts';
import { CommandError } from '../command.ts';
import type { Shop } from './loadShop.ts';

/** Where a session stood, and what is left to do about it. */
export type Standing = StoredStatus | 'paid, not fulfilled';

/** What settling one session came to. */
export interface Settled {
  sessionId: string;
  orderReference: string;
  /** Decimal string. */
  amount: string;
  currency: string;
  /** ISO 8601, by the store's clock. */
  createdAt: string;
  was: Standing;
  now: Standing;
  /** Nothing is left to do, or the customer may still be paying. */
  clear: boolean;
  /** Why it stands where it stands; empty when the status is enough. */
  note: string;
}

const FINAL: ReadonlySet<Standing> = new Set<Standing>(['completed', 'failed', 'expired']);

/**
 * Has the shop's handler settle one session, by what the gateway answers, and compares before and after. A handler that fails is
 * reported in `note`, so that the other sessions are settled all the same.
 *
 * @throws CommandError for a session that the store does not know, or whose payment is of the other mode, test or live.
 */
export async function settleSession({ handler, store }: Shop, id: string): Promise<Settled> {
  const before = await read({ store }, id);
  assertSameMode(before.session, handler.test);
  let failure: string | null = null;
  try {
    await handler.settle(id);
  } catch (error) {
    failure = firstLine(error);
  }
  const after = await read({ store }, id);
  const { session } = after;
  const isYoung = (await store.now()) - session.createdAt < PAGE_ENDED_MS;
  const isFinal = FINAL.has(after.standing);
  return {
    sessionId: id,
    orderReference: session.orderReference,
    amount: session.amount,
    currency: session.currency,
    createdAt: new Date(session.createdAt).toISOString(),
    was: before.standing,
    now: after.standing,
    clear: isFinal || (isYoung && isPayable(session.status)),
    note: isFinal ? '' : (failure ?? why(before, after, isYoung)),
  };
}

/** @throws CommandError for a session of the other mode. */
export function assertSameMode(session: SessionRecord, test: boolean | undefined): void {
  if (test === undefined || session.test === test) return;
  const [its, ours] = test ? ['live', 'test'] : ['test', 'live'];
  throw new CommandError(
    `Session "${session.id}" is a ${its} one, and the handler's gateway client works in ${ours} mode. ` +
      `Name the module of the ${its} handler with --handler.`,
  );
}

interface Reading {
  session: SessionRecord;
  fulfilment: Fulfilment | null;
  standing: Standing;
}

async function read({ store }: Pick<Shop, 'store'>, id: string): Promise<Reading> {
  const stored = await store.getSession(id);
  if (stored === null) throw new CommandError(`The store knows no session "${id}".`);
  const session = stored.value;
  const fulfilment = await store.getFulfilment(session.orderReference, session.test);
  return {
    session,
    fulfilment,
    standing: isOwed(session, fulfilment) ? 'paid, not fulfilled' : session.status,
  };
}

/** Paid, and its `onPayment` is not done. A second payment of an order is another's: it was reported as `overpaid`. */
export function isOwed({ id, status }: SessionRecord, fulfilment: Fulfilment | null): boolean {
  return (
    status === 'completed' &&
    (fulfilment === null || (fulfilment.sessionId === id && fulfilment.state !== 'done'))
  );
}

function isPayable(status: StoredStatus): boolean {
  return status === 'creating' || status === 'open' || status === 'pending';
}

function why(before: Reading, { session, fulfilment, standing }: Reading, isYoung: boolean): string {
  if (standing === 'paid, not fulfilled') {
    return fulfilment === null
      ? 'the order has no fulfilment on record'
      : `onPayment was called ${fulfilment.attempts} times and has not succeeded`;
  }
  if (session.checks === before.session.checks) {
    return 'the gateway did not answer, or another process is settling it';
  }
  if (standing === 'unresolved') return 'a week without a final answer: look it up at the gateway';
  return isYoung ? 'may still be paid' : 'the gateway has no final answer';
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
}
