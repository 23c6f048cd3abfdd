import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { TransactionState } from '../../protocol/gateway/transaction.ts';
import type { TransactionReference } from '../../protocol/gateway/wire.ts';
import type { SandboxClock } from '../clock/clock.ts';
import type { EventSubject, Events } from '../events.ts';
import type { Ids } from '../ids.ts';
import type { SandboxStore } from '../store/store.ts';
import { statusWord } from './statusWord.ts';
import type { Transaction } from './transaction.ts';

/** What a new line starts with; the rest is empty. */
export type NewTransaction = Pick<
  Transaction,
  | 'kind'
  | 'type'
  | 'channel'
  | 'token'
  | 'orderReference'
  | 'uniqueReference'
  | 'amount'
  | 'currency'
  | 'test'
  | 'redirectionUrl'
  | 'failRedirectionUrl'
  | 'callBackUrl'
  | 'language'
  | 'customer'
  | 'udf'
  | 'configuration'
  | 'base'
  | 'endsAt'
  | 'acquirer'
>;

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
  create(line: NewTransaction): Transaction;
  /** Each read first lets time do its work, so that no stale state is ever seen (S141, S147). */
  get(pspId: number): Transaction | undefined;
  byToken(token: string): Transaction | undefined;
  /** The newest that matches all that is given. */
  find(reference: TransactionReference): Transaction | undefined;
  /** In the order of creation. */
  list(): readonly Transaction[];
  note(line: Transaction, details: Details): Transaction;
  /** Forgets the card and the token of every transaction that used the token (S154). Returns those that it changed. */
  forgetCard(cardToken: string): readonly Transaction[];
  /**
   * Moves a line to another state.
   * @throws TransitionError when the profile's machine has no such step (N7, S144).
   */
  move(line: Transaction, state: TransactionState, details?: Details): Transaction;
  /** Schedules what time will do to the lines that a durable store brought back. */
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
  onMove: (line: Transaction, before: TransactionState) => void;
}

export function createLedger({ store, clock, ids, events, profile, onMove }: LedgerOptions): Ledger {
  const lines = store.table<Transaction>('transactions');

  function write(line: Transaction): Transaction {
    lines.put(String(line.pspId), line);
    return line;
  }

  function watch(line: Transaction): void {
    if (line.endsAt !== null) clock.schedule(line.endsAt, () => void get(line.pspId));
  }

  function move(line: Transaction, state: TransactionState, details: Details = {}): Transaction {
    const allowed = state === 'unknown' || profile.status.machine[line.state].includes(state);
    if (!allowed) {
      throw new TransitionError(`Transaction ${line.pspId} is ${line.state} and cannot become ${state}.`);
    }
    return store.atomically(() => {
      const next = write({
        ...line,
        endsAt: null,
        approvalId: null,
        ...details,
        state,
        changedAt: clock.now(),
      });
      watch(next);
      events.emit('transaction.changed', subjectOf(next), {
        from: line.state,
        state,
        status: statusWord(state, profile),
        errorMessage: next.errorMessage,
      });
      onMove(next, line.state);
      return next;
    });
  }

  function note(line: Transaction, details: Details): Transaction {
    const next = write({ ...line, ...details, changedAt: clock.now() });
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

  function age(line: Transaction): Transaction {
    if (line.endsAt === null || clock.now() < line.endsAt) return line;
    if (line.state === 'processed') return move(line, 'lapsed', { fundsHeld: false });
    if (line.state === 'pending') return move(line, 'expired');
    // Declined, and asked elsewhere on a later try (G23): nobody answered, so it stays as it was.
    return note(line, { approvalId: null, endsAt: null });
  }

  function get(pspId: number): Transaction | undefined {
    const line = lines.get(String(pspId));
    return line === undefined ? undefined : age(line);
  }

  const aged = (line: Transaction | undefined) => (line === undefined ? undefined : age(line));

  return {
    create(line) {
      const now = clock.now();
      const created = write({
        ...line,
        pspId: ids.pspId(),
        state: 'pending',
        createdAt: now,
        changedAt: now,
        method: null,
        card: null,
        cardToken: null,
        cardInput: false,
        is3ds: false,
        authCode: null,
        errorMessage: null,
        refusals: 0,
        approvalId: null,
        fundsHeld: false,
      });
      watch(created);
      const { type, amount, currency, channel } = created;
      events.emit('transaction.created', subjectOf(created), { type, amount, currency, channel });
      return created;
    },
    get,
    byToken: (token) => aged(lines.find((line) => line.token === token)),
    find({ pspId, orderReference, uniqueReference }) {
      const matches = (line: Transaction) =>
        (pspId === undefined || String(line.pspId) === pspId) &&
        (orderReference === undefined || line.orderReference === orderReference) &&
        (uniqueReference === undefined || line.uniqueReference === uniqueReference);
      if (pspId !== undefined) {
        const line = get(Number(pspId));
        return line !== undefined && matches(line) ? line : undefined;
      }
      return aged(lines.values().findLast(matches));
    },
    list: () => lines.values().map(age),
    note,
    forgetCard: (cardToken) =>
      lines
        .values()
        .filter((line) => line.cardToken === cardToken)
        .map((line) => write({ ...line, card: null, cardToken: null })),
    move,
    wake: () => lines.values().forEach(watch),
  };
}

export function subjectOf(
  line: Pick<Transaction, 'orderReference' | 'uniqueReference' | 'pspId'>,
): EventSubject {
  return {
    orderReference: line.orderReference,
    uniqueReference: line.uniqueReference,
    pspId: String(line.pspId),
  };
}
