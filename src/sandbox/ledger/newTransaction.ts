import type { Transaction } from './transaction.ts';

/** What a transaction has before anybody tried to pay it. */
const UNPAID = {
  state: 'pending',
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
} as const satisfies Partial<Transaction>;

/** What a request gives of a new transaction. */
export type NewTransaction = {
  [Field in Exclude<
    keyof Transaction,
    keyof typeof UNPAID | 'pspId' | 'createdAt' | 'changedAt'
  >]: Transaction[Field];
};

export function unpaid(given: NewTransaction, pspId: number, now: number): Transaction {
  return { ...given, ...UNPAID, pspId, createdAt: now, changedAt: now };
}
