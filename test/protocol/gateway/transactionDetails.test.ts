import { describe, expect, it } from 'vitest';
import { detailReader } from '../../../src/protocol/gateway/detailReader.ts';
import { fieldReader } from '../../../src/protocol/gateway/fieldReader.ts';
import {
  readDetails,
  readPartialDetails,
  readState,
} from '../../../src/protocol/gateway/transactionDetails.ts';

/*
 * What a notification or a status answer says of a payment, read whole: strictly what settles money, leniently the rest.
 */

const asked: string[] = [];
const profile = {
  status: { vocabulary: { PROCESSED: 'processed', DECLINED: 'declined' } },
  notification: {
    parseExpiry: (text: string) => {
      asked.push(text);
      return text === '12/30' ? { month: 12, year: 2030 } : null;
    },
  },
} as never;

const PAID = {
  Status: 'Processed',
  PspId: 850_907,
  OrderReference: 'A-1',
  UniqueReference: 'unique-1',
  Amount: '49.90',
  Currency: 'EUR',
};
const paid = {
  state: 'processed',
  status: 'Processed',
  pspId: '850907',
  orderReference: 'A-1',
  uniqueReference: 'unique-1',
  amount: '49.90',
  currency: 'EUR',
};
const NOTHING = {
  transactionToken: null,
  authCode: null,
  cardInput: null,
  cardNumber: null,
  cardExpiry: null,
  cardHolderName: null,
  cardCountry: null,
  cardType: null,
  cardToken: null,
  acquirer: null,
  email: null,
  clientAccount: null,
  is3ds: null,
  isTest: null,
  udf: null,
};

function read(message: object, how = readPartialDetails) {
  const field = fieldReader(message, 'insensitive', 'The body');
  const detail = detailReader(field);
  return { details: how(field, detail, profile), unreadable: detail.unreadable };
}

describe('what settles money', () => {
  it('is read, and all else is null where it is not said', () => {
    for (const how of [readPartialDetails, readDetails]) {
      expect(read(PAID, how as never)).toEqual({ details: { ...paid, ...NOTHING }, unreadable: [] });
    }
  });

  it.each([
    ['PspId', 'pspId', 'an id: a whole number or a text'],
    ['OrderReference', 'orderReference', 'a text that is not empty'],
    ['UniqueReference', 'uniqueReference', 'a text that is not empty'],
    ['Amount', 'amount', 'a decimal string such as "10.50"'],
    ['Currency', 'currency', 'a text that is not empty'],
  ])(
    'without %s a status answer has null, and a notification is refused by its name',
    (name, own, expected) => {
      for (const nothing of [undefined, null, '']) {
        const message = { ...PAID, [name]: nothing };
        expect(read(message).details).toEqual({ ...paid, ...NOTHING, [own]: null });
        expect(() => read(message, readDetails as never)).toThrow(
          expect.objectContaining({
            name: 'ShapeError',
            path: name,
            message: `${name}: expected ${expected}.`,
          }),
        );
      }
    },
  );

  it.each([
    ['PspId', 1.5],
    ['PspId', true],
    ['OrderReference', 7],
    ['UniqueReference', {}],
    ['Amount', Number.NaN],
    ['Amount', Number.POSITIVE_INFINITY],
    ['Amount', true],
    ['Amount', ['49.90']],
    ['Currency', 978],
    ['IsTest', 'perhaps'],
    ['Status', 1],
    ['Status', null],
  ])('a %s of %j is refused by its name', (name, value) => {
    expect(() => read({ ...PAID, [name]: value })).toThrow(expect.objectContaining({ path: name }));
  });

  it.each([
    [49.9, '49.9'],
    [0, '0'],
    ['4.99e1', '4.99e1'],
  ])('an amount of %j is %s: whether it is the sum is not for the reader to say', (value, amount) => {
    expect(read({ ...PAID, Amount: value }).details.amount).toBe(amount);
  });

  it('a status is known in any letter case, and another word is unknown', () => {
    expect(['processed', 'DECLINED', 'Reversed', 'toString'].map((word) => readState(word, profile))).toEqual(
      ['processed', 'declined', 'unknown', 'unknown'],
    );
  });
});

describe('what only informs', () => {
  it('is read', () => {
    const said = {
      TransactionToken: 'tt',
      AuthCode: 831_000,
      CardInput: 'Y',
      CardNumber: '4111111111111111',
      CardExpiry: '12/30',
      CardHolderName: 'Ada',
      CardCountry: 'MLT',
      CardType: 'VISA',
      CardToken: 'token',
      Acquirer: 'bank',
      Email: 'ada@example.com',
      ClientAccount: 'c-1',
      Is3DS: 0,
      IsTest: 'true',
      UDF: '{"a":"b"}',
    };
    expect(read({ ...PAID, ...said })).toEqual({
      details: {
        ...paid,
        transactionToken: 'tt',
        authCode: '831000',
        cardInput: true,
        cardNumber: '411111******1111',
        cardExpiry: { month: 12, year: 2030 },
        cardHolderName: 'Ada',
        cardCountry: 'MLT',
        cardType: 'VISA',
        cardToken: 'token',
        acquirer: 'bank',
        email: 'ada@example.com',
        clientAccount: 'c-1',
        is3ds: false,
        isTest: true,
        udf: { a: 'b' },
      },
      unreadable: [],
    });
  });

  it('is null and named where it has no plain meaning', () => {
    asked.length = 0;
    const odd = {
      CardInput: 'perhaps',
      CardExpiry: true,
      CardHolderName: {},
      UDF: '[1]',
      Is3DS: 'yesterday',
    };
    expect(read({ ...PAID, ...odd })).toEqual({
      details: { ...paid, ...NOTHING },
      unreadable: ['CardInput', 'CardExpiry', 'CardHolderName', 'Is3DS', 'UDF'],
    });
    expect(asked).toEqual([]);
    expect(read({ ...PAID, CardExpiry: 1230, UDF: 7 }).unreadable).toEqual(['CardExpiry', 'UDF']);
    expect(asked).toEqual(['1230']);
  });
});
