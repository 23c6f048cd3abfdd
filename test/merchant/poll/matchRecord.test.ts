import { describe, expect, it } from 'vitest';
import { differencesOf, matchesRecord, missingFields } from '../../../src/merchant/poll/matchRecord.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

const record = sessionRecord();
const all = {
  amount: '49.90',
  currency: 'EUR',
  pspId: record.pspId,
  orderReference: record.orderReference,
  uniqueReference: record.uniqueReference,
  isTest: true,
};
const evidence = (change: object, test = true) =>
  ({ kind: 'transaction', source: 'status', details: { ...all, ...change }, test }) as never;

describe('what an answer may leave out', () => {
  it.each(Object.keys(all))('%s: it differs in nothing', (field) => {
    expect(differencesOf(record, evidence({ [field]: null }))).toEqual([]);
  });

  it.each([
    ['nothing', {}, []],
    ['the sum', { amount: null }, ['Amount']],
    ['the currency', { currency: null }, ['Currency']],
    ['the gateway id', { pspId: null }, []],
    ['our reference', { uniqueReference: null }, []],
    ['both names', { pspId: null, uniqueReference: null }, ['UniqueReference']],
    [
      'everything',
      { amount: null, currency: null, pspId: null, uniqueReference: null },
      ['Amount', 'Currency', 'UniqueReference'],
    ],
  ])('%s: what is missing, and whether it is our payment', (_name, change, missing) => {
    expect(missingFields(record, { ...all, ...change } as never)).toEqual(missing);
    expect(matchesRecord(record, evidence(change))).toBe(missing.length === 0);
  });

  it('a gateway id names the payment only where we know it', () => {
    const details = { ...all, uniqueReference: null } as never;
    expect(missingFields({ pspId: null }, details)).toEqual(['UniqueReference']);
    expect(missingFields({ pspId: '850907' }, details)).toEqual([]);
  });

  it('says of each field what was expected and what came', () => {
    const other = {
      amount: '1',
      currency: 'USD',
      pspId: '1',
      orderReference: 'x',
      uniqueReference: 'y',
      isTest: false,
    };
    expect(differencesOf(record, evidence(other))).toEqual(
      Object.entries(other).map(([field, got]) => ({
        field,
        expected: field === 'isTest' ? true : record[field as 'amount'],
        got,
      })),
    );
    expect(matchesRecord(record, evidence({ amount: '49.91' }))).toBe(false);
  });
});
