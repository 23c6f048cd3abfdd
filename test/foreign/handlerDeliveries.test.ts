import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqliteStore } from '../../src/merchant/store/sqlite.ts';
import { customer } from '../support/foreign/customer.ts';
import { expectNoSecrets, expectPaidOnce } from '../support/foreign/expectations.ts';
import { card } from '../support/foreign/foreignShop.ts';
import { type HandlerShop, openHandlerShop } from '../support/foreign/handlerShop.ts';
import type { ForeignDelivery, ForeignOptions } from '../support/foreign/startForeignGateway.ts';
import { until } from '../support/until.ts';
import { WAYS } from './ways.ts';

/*
 * Our handler on a real port, with a database, and the notifications of a gateway by somebody else: repeated, out of order,
 * at once, forged, oddly typed, oddly encoded, of payments that are not the handler's. Only what was handled is acknowledged.
 */

const folder = mkdtempSync(join(tmpdir(), 'hpp-checkout-foreign-'));
let shop: HandlerShop;
beforeAll(async () => {
  shop = await openHandlerShop(sqliteStore(join(folder, 'checkout.sqlite')));
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

const PROMISED = {
  statusFields: ['PspId', 'OrderReference', 'UniqueReference', 'Amount', 'Currency', 'Status'],
};
const DECLINED = '4000000000000002';
const CHALLENGED = '4000000000003220';

async function opened(options: ForeignOptions) {
  const order = await shop.order({ ...PROMISED, ...options });
  const { session } = await shop.open(order);
  return { order, session };
}
async function paid(options: ForeignOptions) {
  const { order, session } = await opened(options);
  await customer.payByCard(session.redirectUrl);
  return { order, session };
}
const deliveries = async (order: string): Promise<ForeignDelivery[]> =>
  (await shop.foreign.state(order)).deliveries;
/** Waits until that many deliveries are answered. */
const answered = async (order: string, count: number): Promise<(number | null)[]> => {
  let answers: (number | null)[] = [];
  await until(async () => {
    answers = (await deliveries(order)).map(({ answer }) => answer);
    return answers.filter((answer) => answer !== null).length === count;
  });
  return answers;
};
const alerts = (order: string) => shop.told(order).events.flatMap(({ type, alert }) => (alert ? [type] : []));

describe('the same news more than once', () => {
  const REPEATED: [what: string, options: ForeignOptions, count: number][] = [
    ['three copies, one after the other', { notifyCopies: 3 }, 3],
    ['four copies at once', { notifyCopies: 4, notifyConcurrent: true }, 4],
    ['after a decline of the same page', { notifyPrelude: ['Declined'] }, 2],
    ['after "pending"', { notifyPrelude: ['Pending'] }, 2],
    ['with its decline behind it', { notifyPrelude: ['Declined'], notifyOrder: 'newestFirst' }, 2],
    ['with its decline at the same time', { notifyPrelude: ['Declined'], notifyConcurrent: true }, 2],
    ['twice, each with the same number', { notifyCopies: 2, attemptNumbers: 'constant' }, 2],
  ];
  it.concurrent.each(REPEATED)('S163 T25 %s: paid once, each acknowledged', async (_what, options, count) => {
    const { order, session } = await paid(options);
    expect(await shop.statusBecomes(session, ['completed'])).toBe('completed');
    await expectPaidOnce(shop, order);
    expect(await answered(order, count)).toEqual(Array(count).fill(200));
    expect(await shop.status(session)).toBe('completed');
    expect(shop.told(order).payments).toHaveLength(1);
  });
});

describe('news that is not the gateway’s, or not of this payment', () => {
  it.concurrent.each([
    ['T1 wrongly signed', { signature: 'wrong' }, 401],
    ['T1 unsigned', { signature: 'none' }, 200],
    ['T2 of another sum', { set: { Amount: '0.01' } }, 200],
    ['T2 in another currency', { set: { Currency: 'USD' } }, 200],
    ['T38 of another order', { set: { OrderReference: 'H-0' } }, 200],
    ['T38 of another payment', { set: { PspId: '1' } }, 200],
    ['T3 of a live payment', { set: { IsTest: false } }, 200],
  ])('%s: settles nothing; the true one does', async (_what, forged, answer) => {
    const { order, session } = await opened({ notifyWhen: 'never', statusLagMs: -1 });
    await customer.payByCard(session.redirectUrl);
    const [first] = await shop.foreign.deliver({ orderReference: order, status: 'Processed', ...forged });
    expect(first?.answer).toBe(answer);
    expect(await shop.statusBecomes(session, ['completed', 'failed', 'expired'], 500)).toBe('pending');
    expect(shop.told(order)).toMatchObject({ payments: [], details: [] });
    const [second] = await shop.foreign.deliver({ orderReference: order });
    expect(second?.answer).toBe(200);
    expect(await shop.statusBecomes(session, ['completed'])).toBe('completed');
    await expectPaidOnce(shop, order);
  });
});

describe('odd forms of the whole notification', () => {
  const ways = WAYS.filter(({ client, options }) => client === undefined && !('faults' in options));
  it.concurrent.each(ways)('$facts $name: paid once, and told whole', async ({ options, notification }) => {
    const { order, session } = await paid(options);
    const told = { ...notification, amount: '10.50' } as Record<string, unknown>;
    delete told.unreadable;
    await expectPaidOnce(shop, order, { details: told });
    expect(await shop.status(session)).toBe('completed');
    expect(alerts(order)).toEqual([]);
  });

  const OPTIONAL = [
    ...[
      'AttemptNumber',
      'SentDateTime',
      'TransactionToken',
      'AuthCode',
      'CardInput',
      'CardNumber',
      'CardExpiry',
    ],
    ...[
      'CardHolderName',
      'CardCountry',
      'CardType',
      'CardToken',
      'Acquirer',
      'Email',
      'ClientAccount',
      'Is3DS',
      'UDF',
    ],
  ];
  const own = (name: string) =>
    ({ SentDateTime: 'sentAt', Is3DS: 'is3ds', UDF: 'udf' })[name] ??
    name.charAt(0).toLowerCase() + name.slice(1);
  it.concurrent.each(OPTIONAL)('S163–S183 without %s: paid once, the rest told whole', async (name) => {
    const { order, session } = await paid({ notificationOmit: [name] });
    // The page's own token is known from its creation.
    const details = name === 'TransactionToken' ? {} : { [own(name)]: null };
    await expectPaidOnce(shop, order, { details });
    expect(await shop.status(session)).toBe('completed');
  });

  it.concurrent.each(OPTIONAL)(
    'S163–S183 with a %s that means nothing: paid once, and a warning',
    async (name) => {
      const { order, session } = await paid({ notificationSet: { [name]: { odd: [1] } } });
      const details =
        name === 'UDF' ? { udf: { odd: [1] } } : name === 'TransactionToken' ? {} : { [own(name)]: null };
      await expectPaidOnce(shop, order, { details });
      expect(await shop.status(session)).toBe('completed');
      const odd = shop.told(order).events.filter(({ type }) => type === 'fields_unreadable');
      expect(odd.length > 0).toBe(name !== 'UDF');
    },
  );
});

describe('N23 encodings of the notification', () => {
  it.concurrent.each(['json', 'textPlain', 'chunked', 'bom'])('%s is read', async (notifyBody) => {
    const { order, session } = await paid({ notifyBody, statusLagMs: -1 });
    expect(await shop.statusBecomes(session, ['completed'])).toBe('completed');
    await expectPaidOnce(shop, order);
  });

  it.concurrent.each([
    ['form', 400],
    ['utf16', 400],
    ['gzip', 415],
  ])('%s is refused with %i and never acknowledged; the status settles', async (notifyBody, answer) => {
    const { order, session } = await paid({ notifyBody, retryMax: 2 });
    expect(await shop.statusBecomes(session, ['completed'])).toBe('completed');
    expect(await answered(order, 2)).toEqual([answer, answer]);
    await expectPaidOnce(shop, order, { isNotified: false });
    // What is not even opened names no session, so it is no alert of one.
    expect([...new Set(alerts(order))]).toEqual(answer === 415 ? [] : ['notification_unreadable']);
    if (answer === 415) expect(shop.events.join()).toContain('notification_rejected');
  });
});

describe('on the page', () => {
  it.concurrent('G23 S138 a decline, then a payment on the same page: paid once', async () => {
    const { order, session } = await opened({ declineEndsPage: false });
    expect(await customer.payByCard(session.redirectUrl, DECLINED)).toMatchObject({ at: 'gateway' });
    expect(await answered(order, 1)).toEqual([200]);
    expect(await customer.payByCard(session.redirectUrl)).toMatchObject({ at: 'shop' });
    expect(await shop.statusBecomes(session, ['completed'])).toBe('completed');
    await expectPaidOnce(shop, order);
    // The shop may be paid before its answer has reached the gateway.
    expect(await answered(order, 2)).toEqual([200, 200]);
    expect((await deliveries(order)).map(({ status }) => status)).toEqual(['Declined', 'Processed']);
  });

  it.concurrent.each([
    ['S191 declined', (url: string) => customer.payByCard(url, DECLINED)],
    ['S138 cancelled', (url: string) => customer.cancel(url)],
  ])('%s: failed, nothing shipped, the news acknowledged', async (_what, act) => {
    const { order, session } = await opened({});
    expect(await act(session.redirectUrl)).toMatchObject({
      at: 'shop',
      url: expect.stringContaining('/return/'),
    });
    expect(await shop.statusBecomes(session, ['failed', 'completed'])).toBe('failed');
    await until(async () => (await deliveries(order)).some(({ answer }) => answer === 200));
    expect(shop.told(order)).toMatchObject({ payments: [], details: [] });
  });

  it.concurrent.each(['approve', 'decline'] as const)('S16 S183 3-D Secure, %sd', async (answer) => {
    const { order, session } = await opened({});
    const asked = await customer.payByCard(session.redirectUrl, CHALLENGED);
    expect(asked).toMatchObject({ at: 'gateway', url: expect.stringContaining('/challenge/') });
    expect(await shop.status(session)).toBe('open');
    expect(await customer.answerChallenge(asked, answer)).toMatchObject({ at: 'shop' });
    if (answer === 'approve') {
      await expectPaidOnce(shop, order, { details: { is3ds: true, cardNumber: '400000******3220' } });
      expect(await shop.status(session)).toBe('completed');
    } else {
      expect(await shop.statusBecomes(session, ['failed', 'completed'])).toBe('failed');
      expect(shop.told(order).payments).toEqual([]);
    }
  });

  it.concurrent.each([false, true])(
    'S13 S142 a voucher, pending (notified as such: %s), then paid',
    async (notifyPending) => {
      const { order, session } = await opened({ notifyPending });
      await customer.takeVoucher(session.redirectUrl);
      expect(await shop.statusBecomes(session, ['pending', 'completed', 'failed'])).toBe('pending');
      expect(shop.told(order).payments).toEqual([]);
      await shop.foreign.pay({ orderReference: order });
      expect(await shop.statusBecomes(session, ['completed'])).toBe('completed');
      const noCard = {
        ...{ cardToken: null, cardNumber: null, cardExpiry: null, cardHolderName: null, cardCountry: null },
        ...{ cardType: null, cardInput: false },
      };
      await expectPaidOnce(shop, order, { details: noCard });
    },
  );
});

describe('the merchant’s own functions fail', () => {
  it.concurrent('S139 onPaymentDetails: answered 503, and delivered by the gateway’s next try', async () => {
    const order = await shop.order(PROMISED);
    shop.failHook('details', order, 2);
    const { session } = await shop.open(order);
    await customer.payByCard(session.redirectUrl);
    await expectPaidOnce(shop, order);
    expect(await answered(order, 3)).toEqual([503, 503, 200]);
    expect(shop.told(order).details).toHaveLength(1);
    expect(await shop.status(session)).toBe('completed');
  });

  it.concurrent('F41 onPayment: called again by the sweep, and no notification waits for it', async () => {
    const order = await shop.order(PROMISED);
    shop.failHook('payment', order, 1);
    const { session } = await shop.open(order);
    await customer.payByCard(session.redirectUrl);
    await expectPaidOnce(shop, order);
    expect(await shop.status(session)).toBe('completed');
  });
});

describe('S185 notifications of payments that are not the handler’s', () => {
  const request = (order: string) => ({
    amount: '10.50',
    currency: 'EUR',
    orderReference: order,
    redirectionUrl: 'http://shop.example/done',
    callBackUrl: `${shop.publicUrl}/notify`,
    client: { email: 'ada@example.com', clientAccount: 'acc-1' },
  });

  it.concurrent('S3 S185 of a direct connect payment: given to onNotification, whole, then acknowledged', async () => {
    const order = await shop.order({});
    const outcome = await shop.gateway.payments.purchase({ ...request(order), paymentCredentials: card() });
    await until(async () => (await deliveries(order)).some(({ answer }) => answer === 200));
    const told = shop.notifications.filter(({ orderReference }) => orderReference === order);
    expect(told).toMatchObject([
      {
        state: 'processed',
        pspId: outcome.pspId,
        amount: '10.50',
        cardToken: expect.any(String),
        email: 'ada@example.com',
      },
    ]);
    expect(shop.told(order)).toMatchObject({ payments: [], details: [] });
  });

  it.concurrent('S8 S185 of a payout to a token', async () => {
    const { cardToken } = await shop.gateway.cards.tokenise(card());
    const order = await shop.order({});
    const outcome = await shop.gateway.payouts.toToken({
      ...request(order),
      paymentDestination: { cardToken },
    });
    await until(async () => (await deliveries(order)).some(({ answer }) => answer === 200));
    const told = shop.notifications.filter(({ orderReference }) => orderReference === order);
    expect(told).toMatchObject([{ state: 'processed', pspId: outcome.pspId, amount: '10.50' }]);
  });
});

it('T12 no secret, card or token in any log line, event or record', () => expectNoSecrets(shop, folder));
