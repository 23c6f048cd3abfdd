import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { TransactionState } from '../../protocol/gateway/transaction.ts';
import type { TransactionReference } from '../../protocol/gateway/wire.ts';
import type { SandboxClock } from '../clock/clock.ts';
import type { EventSubject, Events } from '../events.ts';
import type { Ids } from '../ids.ts';
import type { SandboxStore } from '../store/store.ts';
import { type NewTransaction, unpaid } from './newTransaction.ts';
import type { Transaction } from './transaction.ts';
import { wireStatus } from './wireStatus.ts';

/** Fields that may change while the state stays. */
export type Details = Partial<
  Pick<
    Transaction,
    | 'endsAt'
    | 'method'
    | 'card'
    | 'cardToken'
    | 'cardInput'
    | 'is3ds'
    | 'authCode'
    | 'errorMessage'
    | 'refusals'
    | 'approvalId'
    | 'fundsHeld'
  >
>;

export interface Ledger {
  create(transaction: NewTransaction): Transaction;
  /** Each read first lets time do its work, so that no stale state is ever seen (S141, S147). */
  get(pspId: number): Transaction | undefined;
  byToken(token: string): Transaction | undefined;
  /** The newest that matches all that is given. */
  find(reference: TransactionReference): Transaction | undefined;
  /** In the order of creation. */
  list(): readonly Transaction[];
  note(transaction: Transaction, details: Details): Transaction;
  /** Forgets the card and the token of every transaction that used the token (S154). Returns those that it changed. */
  forgetCard(cardToken: string): readonly Transaction[];
  /**
   * Moves a transaction to another state.
   * @throws TransitionError when the profile's machine has no such step (N7, S144).
   */
  move(transaction: Transaction, state: TransactionState, details?: Details): Transaction;
  /** Schedules what time will do to the transactions that a durable store brought back. */
  wake(): void;
}

/** A step that the profile's machine does not have. */
export class TransitionError extends Error {
  override readonly name = 'TransitionError';
}

export interface LedgerOptions {
  store: SandboxStore;
  clock: SandboxClock;
  ids: Ids;
  events: Events;
  profile: GatewayProfile;
  /** Told of every change of state, within the same step of the store. */
  onMove: (transaction: Transaction, before: TransactionState) => void;
}

export function createLedger({ store, clock, ids, events, profile, onMove }: LedgerOptions): Ledger {
  const transactions = store.table<Transaction>('transactions');

  function write(transaction: Transaction): Transaction {
    transactions.put(String(transaction.pspId), transaction);
    return transaction;
  }

  function watch(transaction: Transaction): void {
    if (transaction.endsAt !== null) clock.schedule(transaction.endsAt, () => void get(transaction.pspId));
  }

  function move(transaction: Transaction, state: TransactionState, details: Details = {}): Transaction {
    const allowed = state === 'unknown' || profile.status.machine[transaction.state].includes(state);
    if (!allowed) {
      throw new TransitionError(
        `Transaction ${transaction.pspId} is ${transaction.state} and cannot become ${state}.`,
      );
    }
    return store.atomically(() => {
      const next = write({
        ...transaction,
        endsAt: null,
        approvalId: null,
        ...details,
        state,
        changedAt: clock.now(),
      });
      watch(next);
      events.emit('transaction.changed', subjectOf(next), {
        from: transaction.state,
        state,
        status: wireStatus(state, profile),
        errorMessage: next.errorMessage,
      });
      onMove(next, transaction.state);
      return next;
    });
  }

  function note(transaction: Transaction, details: Details): Transaction {
    const next = write({ ...transaction, ...details, changedAt: clock.now() });
    if (details.endsAt !== undefined) watch(next);
    const { state, method, refusals, errorMessage } = next;
    const asked = next.approvalId !== null;
    events.emit('transaction.changed', subjectOf(next), {
      from: state,
      state,
      method,
      asked,
      refusals,
      errorMessage,
    });
    return next;
  }

  function age(transaction: Transaction): Transaction {
    if (transaction.endsAt === null || clock.now() < transaction.endsAt) return transaction;
    if (transaction.state === 'processed') return move(transaction, 'lapsed', { fundsHeld: false });
    if (transaction.state === 'pending') return move(transaction, 'expired');
    // Declined, and asked elsewhere on a later try (G23): nobody answered, so it stays as it was.
    return note(transaction, { approvalId: null, endsAt: null });
  }

  function get(pspId: number): Transaction | undefined {
    const transaction = transactions.get(String(pspId));
    return transaction === undefined ? undefined : age(transaction);
  }

  return {
    create(transaction) {
      const created = write(unpaid(transaction, ids.pspId(), clock.now()));
      watch(created);
      const { type, amount, currency, channel } = created;
      events.emit('transaction.created', subjectOf(created), { type, amount, currency, channel });
      return created;
    },
    get,
    byToken(token) {
      const found = transactions.find((transaction) => transaction.token === token);
      return found === undefined ? undefined : age(found);
    },
    find(reference) {
      const found =
        reference.pspId === undefined
          ? transactions.values().findLast((transaction) => isNamedBy(transaction, reference))
          : transactions.get(reference.pspId);
      return found !== undefined && isNamedBy(found, reference) ? age(found) : undefined;
    },
    list: () => transactions.values().map(age),
    note,
    forgetCard: (cardToken) =>
      transactions
        .values()
        .filter((transaction) => transaction.cardToken === cardToken)
        .map((transaction) => write({ ...transaction, card: null, cardToken: null })),
    move,
    wake: () => transactions.values().forEach(watch),
  };
}

function isNamedBy(
  transaction: Transaction,
  { pspId, orderReference, uniqueReference }: TransactionReference,
): boolean {
  return (
    (pspId === undefined || String(transaction.pspId) === pspId) &&
    (orderReference === undefined || transaction.orderReference === orderReference) &&
    (uniqueReference === undefined || transaction.uniqueReference === uniqueReference)
  );
}

export function subjectOf(
  transaction: Pick<Transaction, 'orderReference' | 'uniqueReference' | 'pspId'>,
): EventSubject {
  return {
    orderReference: transaction.orderReference,
    uniqueReference: transaction.uniqueReference,
    pspId: String(transaction.pspId),
  };
}
