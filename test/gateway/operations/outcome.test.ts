import { describe, expect, it } from 'vitest';
import { AuthenticationError } from '../../../src/gateway/errors/answerErrors.ts';
import { readOutcome } from '../../../src/gateway/operations/readOutcome.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import { ShapeError } from '../../../src/protocol/gateway/shapeError.ts';

const common = { uniqueReference: 'u-1', orderReference: 'A-1' };
const PAID = { isSuccess: true, pspid: 1, bankResponse: 'Processed', bankAccept: 'YES' };
const read = (json: Record<string, unknown> | null, profile = defineProfile({})) =>
  readOutcome(json, profile, common, { operation: 'execute', attempts: 2 });

function pascal(json: Record<string, unknown>): Record<string, unknown> {
  const renamed = Object.entries(json).map(([name, value]) => [
    name === 'pspid' ? 'PspId' : name.charAt(0).toUpperCase() + name.slice(1),
    value,
  ]);
  return Object.fromEntries(renamed);
}

describe.each([
  ['insensitive', (json: Record<string, unknown>) => json],
  ['insensitive', pascal],
  ['exact', (json: Record<string, unknown>) => json],
  ['exact', pascal],
] as const)('the outcome of a payment, names read %s (%s)', (readCase, spell) => {
  const profile = defineProfile({ wire: { readCase } });

  it.each<[Record<string, unknown>, object]>([
    [PAID, { kind: 'processed', pspId: '1', cardToken: null }],
    [
      { ...PAID, cardToken: 't' },
      { kind: 'processed', pspId: '1', cardToken: 't' },
    ],
    [
      { ...PAID, bankResponse: 'Pending' },
      { kind: 'pending', pspId: '1' },
    ],
    [
      { ...PAID, bankResponse: 'Pending', redirectUrl: 'https://acs.example/1' },
      { kind: 'redirect', pspId: '1', redirectUrl: 'https://acs.example/1' },
    ],
    // An address beside a final word leads nowhere.
    [
      { ...PAID, redirectUrl: 'https://acs.example/1' },
      { kind: 'processed', pspId: '1', cardToken: null },
    ],
    [
      { ...PAID, bankResponse: 'Held' },
      { kind: 'unknown', pspId: '1', status: 'Held' },
    ],
    [
      { ...PAID, pspid: null, bankResponse: 'Held' },
      { kind: 'unknown', pspId: null, status: 'Held' },
    ],
    [
      { ...PAID, bankResponse: null },
      { kind: 'unknown', pspId: '1', status: '' },
    ],
    [
      { ...PAID, bankResponse: 'Declined', errorMessage: 'no funds' },
      { kind: 'declined', pspId: '1', message: 'no funds', gatewayCode: null },
    ],
    [
      { ...PAID, isSuccess: false, pspid: null },
      { kind: 'declined', pspId: null, message: null, gatewayCode: null },
    ],
    [
      { ...PAID, isSuccess: false, errorMessage: 'INVALID_FIELD: card 4111111111111111' },
      {
        kind: 'declined',
        pspId: '1',
        message: expect.not.stringContaining('4111111111111111'),
        gatewayCode: 'INVALID_FIELD',
      },
    ],
    [
      { ...PAID, bankAccept: 'NO' },
      { kind: 'declined', pspId: '1', message: null, gatewayCode: null },
    ],
  ])('%j', (json, outcome) => {
    expect(read(spell(json), profile)).toEqual({ ...common, ...outcome });
  });
});

describe('what cannot be read is no outcome', () => {
  it.each<[Record<string, unknown> | null, string, string]>([
    [{}, 'isSuccess', 'true or false'],
    [{ ...PAID, isSuccess: undefined }, 'isSuccess', 'true or false'],
    [{ ...PAID, pspid: null }, 'pspid', 'an id: a whole number or a text'],
    [{ ...PAID, bankResponse: 'Pending', pspid: undefined }, 'pspid', 'an id: a whole number or a text'],
    [{ ...PAID, pspid: 1.5 }, 'pspid', ''],
    [
      { ...PAID, bankResponse: 'Pending', redirectUrl: 'javascript:alert(1)' },
      'redirectUrl',
      'an absolute http(s) address',
    ],
  ])('%j', (json, path, expected) => {
    let error: unknown;
    try {
      read(json);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(ShapeError);
    expect(error).toMatchObject({ path, message: expect.stringContaining(expected) });
  });

  it('none at all', () => {
    expect(() => read(null)).toThrow(ShapeError);
  });
});

it('a code is looked for in a text only', () => {
  const parseCode = (text: string) => text.toUpperCase();
  const profile = defineProfile({ errors: { parseCode } });
  const declined = { ...PAID, bankAccept: 'NO' };
  expect(read(declined, profile)).toMatchObject({ message: null, gatewayCode: null });
  expect(read({ ...declined, errorMessage: 'no' }, profile)).toMatchObject({
    message: 'no',
    gatewayCode: 'NO',
  });
});

it('a refusal that the profile gives a class of its own is thrown, and only a refusal', () => {
  const profile = defineProfile({ errors: { status: { AUTHENTICATION_FAILED: 200 } } });
  const errorMessage = 'AUTHENTICATION_FAILED: no';
  let error: unknown;
  try {
    read({ ...PAID, isSuccess: false, errorMessage }, profile);
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(AuthenticationError);
  expect(error).toMatchObject({
    operation: 'execute',
    attempts: 2,
    status: 200,
    errorMessage,
    gatewayCode: 'AUTHENTICATION_FAILED',
  });
  expect(read({ ...PAID, errorMessage }, profile)).toMatchObject({ kind: 'processed' });
});
