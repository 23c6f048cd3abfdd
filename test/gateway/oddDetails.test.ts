import { describe, expect, it } from 'vitest';
import type { WarningEvent } from '../../src/gateway/hooks.ts';
import { defineProfile } from '../../src/protocol/gateway/defineProfile.ts';
import type { PaymentNotification } from '../../src/protocol/gateway/transaction.ts';
import { errorOf, NOTIFICATION, openWire, STATUS } from './wire.ts';

/** Field of the wire, what stands in it, our name, what it means; `null` where it means nothing plainly. */
const ODD: [field: string, value: unknown, own: string, meaning: unknown][] = [
  ['AuthCode', 123456, 'authCode', '123456'],
  ['AuthCode', ['123456'], 'authCode', null],
  ['AuthCode', 2 ** 60, 'authCode', null],
  ['CardInput', 'Y', 'cardInput', true],
  ['CardInput', 'perhaps', 'cardInput', null],
  ['Is3DS', 'N', 'is3ds', false],
  ['Is3DS', 'Y', 'is3ds', true],
  ['Is3DS', 'true', 'is3ds', true],
  ['Is3DS', 'NO', 'is3ds', false],
  ['Is3DS', 1, 'is3ds', true],
  ['Is3DS', 0, 'is3ds', false],
  ['Is3DS', ' yes ', 'is3ds', true],
  ['Is3DS', 2, 'is3ds', null],
  ['Is3DS', {}, 'is3ds', null],
  ['CardNumber', 4111111111111111, 'cardNumber', '411111******1111'],
  ['CardNumber', false, 'cardNumber', null],
  ['CardExpiry', '2030-12', 'cardExpiry', { month: 12, year: 2030 }],
  ['CardExpiry', 122030, 'cardExpiry', { month: 12, year: 2030 }],
  ['CardExpiry', '1012', 'cardExpiry', null],
  ['CardExpiry', { Month: '12', Year: '2030' }, 'cardExpiry', null],
  ['CardHolderName', 7, 'cardHolderName', '7'],
  ['CardCountry', { Code: 'MLT' }, 'cardCountry', null],
  ['CardType', 1, 'cardType', '1'],
  ['CardToken', 12345678, 'cardToken', '12345678'],
  ['CardToken', { id: 'x' }, 'cardToken', null],
  ['Acquirer', 3, 'acquirer', '3'],
  ['Email', ['a@b.example'], 'email', null],
  ['ClientAccount', 4711, 'clientAccount', '4711'],
  ['TransactionToken', 99, 'transactionToken', '99'],
  ['TransactionToken', true, 'transactionToken', null],
  ['UDF', '{"MerchantField1":"x"}', 'udf', { MerchantField1: 'x' }],
  ['UDF', 'any text', 'udf', null],
  ['UDF', [{ MerchantField1: 'x' }], 'udf', null],
  ['UDF', 7, 'udf', null],
  ['UDF', 'null', 'udf', null],
];

const NOTIFICATION_ONLY: typeof ODD = [
  ['AttemptNumber', '2', 'attemptNumber', 2],
  ['AttemptNumber', ' 12 ', 'attemptNumber', 12],
  ['AttemptNumber', 1.5, 'attemptNumber', null],
  ['AttemptNumber', -1, 'attemptNumber', null],
  ['SentDateTime', '1700000000', 'sentAt', new Date(1_700_000_000_000)],
  ['SentDateTime', 1_700_000_000.25, 'sentAt', new Date(1_700_000_000_250)],
  ['SentDateTime', 1_700_000_000_000_000, 'sentAt', new Date(1_700_000_000_000)],
  ['SentDateTime', 1_700_000_000_000_000_000, 'sentAt', new Date(1_700_000_000_000)],
  ['SentDateTime', '2023-11-14T22:13:20Z', 'sentAt', new Date(1_700_000_000_000)],
  ['SentDateTime', '2023-11-14T23:13:20.000+01:00', 'sentAt', new Date(1_700_000_000_000)],
  ['SentDateTime', '2023-11-14T22:13:20', 'sentAt', null],
  ['SentDateTime', '14/11/2023', 'sentAt', null],
  ['SentDateTime', 'now', 'sentAt', null],
  ['SentDateTime', 1e300, 'sentAt', null],
  ['SentDateTime', -1, 'sentAt', null],
  ['SentDateTime', true, 'sentAt', null],
];

/** A client that keeps what it warns of. */
function warned(profile = defineProfile({})) {
  const warnings: WarningEvent[] = [];
  const wire = openWire({ profile, hooks: { warning: (event) => warnings.push(event) } });
  return { ...wire, warnings };
}

async function verified(change: object, profile = defineProfile({})) {
  const { gateway, warnings } = warned(profile);
  const signed = await gateway.notifications.sign({ ...NOTIFICATION, ...change });
  return { read: await gateway.notifications.verify(signed), warnings };
}

describe('T81 a field that only informs never costs a payment', () => {
  it.each([...ODD, ...NOTIFICATION_ONLY])(
    'notification: %s %j reads as %s %j',
    async (field, value, own, meaning) => {
      const { read, warnings } = await verified({ [field]: value });
      expect(read[own as keyof PaymentNotification]).toEqual(meaning);
      expect(read).toMatchObject({ state: 'processed', amount: '10.00', pspId: '850907' });
      expect(read.unreadable).toEqual(meaning === null ? [field] : []);
      expect(warnings.map(({ operation }) => operation)).toEqual(meaning === null ? ['notification'] : []);
      if (meaning === null) expect(warnings[0]?.warning).toContain(field);
    },
  );

  it.each(ODD)('status answer: %s %j reads as %s %j', async (field, value, own, meaning) => {
    const { gateway, replies, warnings } = warned();
    replies.push({ json: { ...STATUS, [field]: value } });
    const read = await gateway.transactions.retrieve({ pspId: '1' });
    expect((read as unknown as Record<string, unknown>)[own]).toEqual(meaning);
    expect(read.unreadable).toEqual(meaning === null ? [field] : []);
    expect(warnings.map(({ operation }) => operation)).toEqual(meaning === null ? ['retrieve'] : []);
  });

  it('T2 a number beyond all numbers is no amount, and no text', async () => {
    const { gateway, replies, warnings } = warned();
    const { Amount, ...rest } = STATUS;
    const textOf = (json: object, field: string) =>
      JSON.stringify({ ...json, [field]: '?' }).replace('"?"', '1e999');
    replies.push({ text: textOf(STATUS, 'AuthCode') });
    expect(await gateway.transactions.retrieve({ pspId: '1' })).toMatchObject({
      authCode: null,
      unreadable: ['AuthCode'],
    });
    expect(warnings).toHaveLength(1);
    replies.splice(0, 1, { text: textOf(rest, 'Amount') });
    expect(await errorOf(gateway.transactions.retrieve({ pspId: '1' }))).toMatchObject({ path: 'Amount' });
    replies.splice(0, 1, { json: { ...rest, Amount: 10.5 } });
    expect(await gateway.transactions.retrieve({ pspId: '1' })).toMatchObject({ amount: '10.5' });
  });

  it('an error text of a status answer that is no text is null', async () => {
    const { gateway, replies } = warned();
    replies.push({ json: { ...STATUS, errorMessage: { text: 'x' } } });
    expect(await gateway.transactions.retrieve({ pspId: '1' })).toMatchObject({
      state: 'processed',
      errorMessage: null,
      unreadable: ['errorMessage'],
    });
  });

  it('T12 a warning names fields and never says what stood in them', async () => {
    const { read, warnings } = await verified({
      CardToken: ['token-canary-1'],
      Email: ['ada-canary@example.com'],
      UDF: 'udf-canary',
    });
    expect(read.unreadable).toEqual(['CardToken', 'Email', 'UDF']);
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toContain('canary');
    expect(warnings[0]?.warning).toContain('CardToken, Email, UDF');
  });

  it('T26 two spellings with two values: null where it informs, refused where it settles money', async () => {
    const { read } = await verified({ authcode: '654321', EMAIL: NOTIFICATION.Email });
    expect(read).toMatchObject({ authCode: null, email: NOTIFICATION.Email, unreadable: ['AuthCode'] });
    for (const path of ['Status', 'Amount', 'Currency', 'PspId', 'OrderReference', 'UniqueReference']) {
      const { gateway } = warned();
      const signed = await gateway.notifications.sign({ ...NOTIFICATION, [path.toLowerCase()]: 'other' });
      expect(await errorOf(gateway.notifications.verify(signed))).toMatchObject({
        code: 'notification_invalid',
        path,
        signed: true,
      });
    }
    const { gateway } = warned();
    const signed = await gateway.notifications.sign({ ...NOTIFICATION, IsTest: true, istest: false });
    expect(await errorOf(gateway.notifications.verify(signed))).toMatchObject({ path: 'IsTest' });
  });

  it("a profile's own reader of the expiry may throw; its own reader of all may leave the list out", async () => {
    const parseExpiry = () => {
      throw new Error('not this form');
    };
    const { read } = await verified({}, defineProfile({ notification: { parseExpiry } }));
    expect(read).toMatchObject({ cardExpiry: null, unreadable: ['CardExpiry'] });
    const own = defineProfile({
      notification: {
        parse: (json) => ({ ...(json as PaymentNotification), pspId: '9', unreadable: undefined as never }),
      },
    });
    const { read: byProfile, warnings } = await verified({}, own);
    expect([byProfile.pspId, byProfile.unreadable, warnings]).toEqual(['9', [], []]);
  });

  it('a stranger’s notification warns of nothing', () => {
    const { gateway, warnings } = warned();
    const body = JSON.stringify({ ...NOTIFICATION, AuthCode: [] });
    expect(gateway.notifications.parseUnverified({ body, headers: {} }).unreadable).toEqual(['AuthCode']);
    expect(warnings).toEqual([]);
  });
});
