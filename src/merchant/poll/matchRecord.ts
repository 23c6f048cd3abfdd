import { type DecimalsOverride, sameAmount } from '../../protocol/gateway/money.ts';
import type { PartialDetails } from '../../protocol/gateway/transaction.ts';
import type { SessionRecord } from '../store/contract.ts';
import type { TransactionEvidence } from './evidence.ts';

/** One field in which evidence contradicts the session's record. */
export interface Difference {
  field: string;
  expected: unknown;
  got: unknown;
}

/** Whether the evidence is about this session in every field. */
export function matchesRecord(
  record: SessionRecord,
  evidence: TransactionEvidence,
  decimals?: DecimalsOverride,
): boolean {
  return (
    differencesOf(record, evidence, decimals).length === 0 &&
    missingFields(record, evidence.details).length === 0
  );
}

/**
 * The fields that say which payment this is and of what sum, as far as they are missing. A status answer may lack them
 * (N6): it then contradicts nothing, and proves nothing.
 */
export function missingFields(
  record: Pick<SessionRecord, 'pspId'>,
  { amount, currency, pspId, uniqueReference }: PartialDetails,
): string[] {
  const isNamed = uniqueReference !== null || (pspId !== null && record.pspId !== null);
  return [
    ...(amount === null ? ['Amount'] : []),
    ...(currency === null ? ['Currency'] : []),
    ...(isNamed ? [] : ['UniqueReference']),
  ];
}

/** Every field in which the evidence is not about our session. All are compared, always: CVE-2026-9189 is one that was not. */
export function differencesOf(
  record: SessionRecord,
  { details, test }: TransactionEvidence,
  decimals?: DecimalsOverride,
): Difference[] {
  const differences: Difference[] = [];
  const check = (field: string, same: boolean, expected: unknown, got: unknown) => {
    if (!same) differences.push({ field, expected, got });
  };
  const isTest = details.isTest ?? test;
  const { amount, currency, pspId, orderReference, uniqueReference } = details;
  // A missing field cannot differ; `missingFields` says whether enough is there.
  const isSameAmount = amount === null || sameAmount(record.amount, amount, record.currency, decimals);
  check('amount', isSameAmount, record.amount, amount);
  check('currency', currency === null || record.currency === currency, record.currency, currency);
  // The create reply may have been lost, and with it the id; the other four still have to agree.
  const isSamePspId = record.pspId === null || pspId === null || record.pspId === pspId;
  check('pspId', isSamePspId, record.pspId, pspId);
  const references = { orderReference, uniqueReference };
  for (const name of ['orderReference', 'uniqueReference'] as const) {
    const got = references[name];
    check(name, got === null || record[name] === got, record[name], got);
  }
  check('isTest', record.test === isTest && record.test === test, record.test, isTest);
  return differences;
}
