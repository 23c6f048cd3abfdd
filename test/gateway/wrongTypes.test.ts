import { describe, expect, it } from 'vitest';
import type { Gateway } from '../../src/gateway/createGateway.ts';
import { CARD, errorOf, HPP, openWire, TOKEN } from './wire.ts';

/*
 * For callers without types: each field of the objects of a request, with each wrong type. The error names the path in the
 * client's spelling and what was expected, repeats no value, and nothing is sent.
 */
type Send = (gateway: Gateway, input: Record<string, unknown>) => Promise<unknown>;

const payByCard: Send = (gateway, input) =>
  gateway.payments.purchase({ ...HPP, paymentCredentials: CARD, ...input } as never);
const payByToken: Send = (gateway, input) =>
  gateway.payments.authorise({ ...HPP, card: { cardToken: TOKEN }, ...input } as never);
const payOutToTransaction: Send = (gateway, input) =>
  gateway.payouts.toTransaction({ ...HPP, pspId: '1', ...input } as never);
const payOutToToken: Send = (gateway, input) =>
  gateway.payouts.toToken({ ...HPP, paymentDestination: { cardToken: TOKEN }, ...input } as never);
const payOutToCard: Send = (gateway, input) =>
  gateway.payouts.toCard({ ...HPP, paymentCredentials: CARD, ...input } as never);
const openPage: Send = (gateway, input) => gateway.hpp.create({ ...HPP, ...input } as never);

const TEXT = 'a text';
const DIGITS = 'a text or a number';
const FLAG = 'true or false';

interface Row {
  facts: string;
  send: Send;
  /** The object's name; `null` for a field of the request itself. */
  object: string | null;
  fields: Record<string, string>;
  /** What else the object needs. */
  with?: Record<string, unknown>;
}

const all = (names: string, expected: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, expected]));

const ROWS: Row[] = [
  {
    facts: 'S79 S80 S81 S82 S83 S84 S85 S86',
    send: payByCard,
    object: 'browserDetails',
    fields: {
      ...all(
        'userAgent screenColorDepth screenWidth screenHeight timeZone acceptHeader browserLanguage',
        TEXT,
      ),
      javaEnabled: FLAG,
    },
  },
  {
    facts: 'S87a S87b S87c S87d S87e S87f S87g S87h S88',
    send: payByToken,
    object: 'threeDSecureAuthentication',
    fields: all(
      'eci xid dsTransactionId acsTransID challengeIndicator transStatus threeDSecureFlow cavv threeDVersion',
      TEXT,
    ),
  },
  { facts: 'S43 S44 S45', send: payByToken, object: 'card', fields: { cardToken: TEXT }, with: {} },
  {
    facts: 'S44 S45',
    send: payByToken,
    object: 'card',
    fields: { cvv2: DIGITS },
    with: { cardToken: TOKEN },
  },
  {
    facts: 'S46',
    send: payOutToToken,
    object: 'paymentDestination',
    fields: { paymentMethod: TEXT },
    with: { cardToken: TOKEN },
  },
  { facts: 'S46', send: payOutToToken, object: 'paymentDestination', fields: { cardToken: TEXT } },
  { facts: 'S41', send: payOutToTransaction, object: null, fields: { pspId: TEXT } },
  ...[payByCard, payByToken, payOutToTransaction, payOutToToken, payOutToCard].map(
    (send): Row => ({
      facts: 'S47 S48 S49',
      send,
      object: 'routing',
      fields: all('forcePayment forceBank', TEXT),
    }),
  ),
  ...[payByCard, payOutToCard].map(
    (send): Row => ({
      facts: 'S57 S58 S59 S60 S61 S62 S63 S64 S65 S66',
      send,
      object: 'paymentCredentials',
      fields: {
        ...all('paymentSource cardType expMonth cardHolderName', TEXT),
        ...all('cardNumber cvv2 expYear', DIGITS),
      },
      with: CARD,
    }),
  ),
  {
    facts: 'S132 S133 S134',
    send: openPage,
    object: 'configuration',
    fields: all('profile cardHolderNameEdit showSavedCards', TEXT),
  },
];

const WRONG: Record<string, readonly unknown[]> = {
  [TEXT]: [7, true, {}, ['a'], Number.NaN],
  [DIGITS]: [true, {}, ['a'], Number.NaN, Number.POSITIVE_INFINITY],
  [FLAG]: ['true', 1, {}, []],
};

async function refusal(send: Send, input: Record<string, unknown>) {
  const { gateway, sent } = openWire({ pciLevel: 'saq-d' });
  const error = await errorOf(send(gateway, input));
  expect(sent).toEqual([]);
  expect(error.code).toBe('validation_failed');
  return error;
}

describe('a field of the wrong type', () => {
  for (const { facts, send, object, fields, with: rest } of ROWS) {
    for (const [name, expected] of Object.entries(fields)) {
      const path = object === null ? name : `${object}.${name}`;
      // The two switches of `configuration` are booleans here and words on the wire.
      const wrong = (WRONG[expected] ?? []).filter(
        (value) => typeof value !== 'boolean' || !/Edit$|^show/.test(name),
      );
      it.each(wrong)(`${facts} ${path}: %j is refused by name`, async (value) => {
        const input = object === null ? { [name]: value } : { [object]: { ...rest, [name]: value } };
        const error = await refusal(send, input);
        expect(error.issues).toEqual([{ path, rule: 'type', message: `expected ${expected}` }]);
      });
    }
  }
});

describe('a whole object of the wrong type', () => {
  it.each([
    ['S55 browserDetails', payByCard, 'browserDetails'],
    ['S56 threeDSecureAuthentication', payByToken, 'threeDSecureAuthentication'],
    ['S43 card', payByToken, 'card'],
    ['S46 paymentDestination', payOutToToken, 'paymentDestination'],
    ['S47 routing', payByCard, 'routing'],
    ['S48 routing', payOutToTransaction, 'routing'],
    ['S42 paymentCredentials', payByCard, 'paymentCredentials'],
    ['S42 paymentCredentials of a payout', payOutToCard, 'paymentCredentials'],
    ['S54 client', payByToken, 'client'],
    ['S129 client of a page', openPage, 'client'],
    ['S131 udf', openPage, 'udf'],
    ['S132 configuration', openPage, 'configuration'],
  ] as const)('%s', async (_name, send, path) => {
    for (const value of ['CARDS', 7, true, ['a'], [{}]]) {
      const { issues } = await refusal(send, { [path]: value });
      const [first, ...others] = issues as { path: string; rule: string; message: string }[];
      expect(first).toEqual({ path, rule: 'type', message: 'expected an object' });
      // A required object that is none lacks its fields as well; nothing else may be said.
      for (const other of others) expect([other.path.split('.')[0], other.rule]).toEqual([path, 'required']);
    }
  });

  it.each([
    ['hpp.create', (gateway: Gateway) => gateway.hpp.create],
    ['payments.purchase', (gateway: Gateway) => gateway.payments.purchase],
    ['payments.authorise', (gateway: Gateway) => gateway.payments.authorise],
    ['payouts.toTransaction', (gateway: Gateway) => gateway.payouts.toTransaction],
    ['payouts.toToken', (gateway: Gateway) => gateway.payouts.toToken],
    ['payouts.toCard', (gateway: Gateway) => gateway.payouts.toCard],
    ['cards.tokenise', (gateway: Gateway) => gateway.cards.tokenise],
    ['transactions.retrieve', (gateway: Gateway) => gateway.transactions.retrieve],
  ] as const)('%s of something that is no object', async (_name, of) => {
    for (const value of [undefined, null, 'x', 7, []]) {
      const error = await refusal(
        (gateway) => (of(gateway) as (input: unknown) => Promise<unknown>)(value),
        {},
      );
      expect(error.issues).toEqual([{ path: '(request)', rule: 'type', message: 'expected an object' }]);
    }
  });
});

describe('G24 the form of a country', () => {
  it.each([
    ['MT', 'MLT', 'MT'],
    ['mlt', 'MLT', 'mlt'],
    ['MLT', 'MLT', 'MLT'],
  ])('%s goes out as %s on the page and as %s in direct connect', async (country, onPage, direct) => {
    const { gateway, last } = openWire({ retries: 0 }, [{ status: 500 }]);
    await openPage(gateway, { client: { country } }).catch(() => undefined);
    expect(last().json.Client).toEqual({ Country: onPage });
    await payByToken(gateway, { client: { country } }).catch(() => undefined);
    expect(last().json.Client).toEqual({ country: direct });
  });
});
