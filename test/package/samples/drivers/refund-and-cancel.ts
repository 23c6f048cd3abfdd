import assert from 'node:assert/strict';
import { createSandbox, type DeliveryInit } from 'hpp-checkout/sandbox';
import { createCheckoutHandler, createGateway, memoryStore } from 'hpp-checkout/server';
import type { NewRefund } from './refund.ts';
import { refundsInMemory } from './refunds-in-memory.ts';

process.env.PUBLIC_URL = 'http://shop.localhost/checkout';
const { refund } = await import('./refund.ts');

const sandbox = createSandbox({
  mode: 'instant',
  midBalance: '100.00',
  deliver: (url: string, init: DeliveryInit) => handler.fetch(new Request(url, init)),
});
const { url } = await sandbox.listen();
const gateway = createGateway({ baseUrl: url, ...sandbox.credentials, test: true, retries: 0 });

/** What the handler heard of the refunds. */
const heard: string[] = [];
const alerts: string[] = [];
const handler = createCheckoutHandler({
  gateway,
  store: memoryStore(),
  publicUrl: process.env.PUBLIC_URL,
  authorize: 'anyone',
  resolveOrder: () => null,
  onPayment: () => {},
  onNotification: ({ orderReference, state }) => void heard.push(`${orderReference} ${state}`),
  onEvent: ({ alert, type }) => void (alert && alerts.push(type)),
});

const payouts = () => sandbox.transactions.list().filter(({ type }) => type === 'ORIGINALCREDIT');

// A payment, whose PspId the shop has kept.
const session = await gateway.hpp.create({
  amount: '49.90',
  currency: 'EUR',
  orderReference: 'A-1001',
  redirectionUrl: 'https://shop.example/',
  callBackUrl: `${process.env.PUBLIC_URL}/notify`,
});
await sandbox.page.choose(session.token, {
  method: 'card',
  card: {
    holderName: 'Ada Byron',
    number: '4242424242424242',
    expMonth: '12',
    expYear: '2034',
    securityCode: '123',
  },
});
const wanted: NewRefund = {
  key: '17',
  pspId: session.pspId,
  orderReference: 'A-1001',
  amount: '20.00',
  currency: 'EUR',
};

// Twice at the same time, and once more: one payout.
const refunds = refundsInMemory();
assert.deepEqual(await Promise.all([refund(gateway, refunds, wanted), refund(gateway, refunds, wanted)]), [
  'paid',
  'paid',
]);
assert.equal(await refund(gateway, refunds, wanted), 'paid');
assert.equal(payouts().length, 1);

const amounts = () => payouts().map(({ amount }) => amount);
assert.deepEqual(amounts(), ['20.00']);

// The answer is lost: the next call asks, and pays no second time.
sandbox.faults.add({ do: 'reset', when: 'after', times: 1, match: { operation: 'execute' } });
const lost = { ...wanted, key: '18', amount: '5.00' };
assert.equal(await refund(gateway, refunds, lost), 'started');
assert.equal(await refund(gateway, refunds, lost), 'paid');
assert.equal(payouts().length, 2);

// It asks before it sends: not every gateway answers a repeated unique reference as this sandbox does.
const sends = sandbox.requests.list().filter(({ operation }) => operation === 'execute');
assert.equal(sends.filter(({ orderReference }) => orderReference === 'A-1001-refund-18').length, 1);

// The process died between the row and the call: the next call pays.
const died = { ...wanted, key: '19', amount: '5.00' };
await refunds.insertOnce({
  ...died,
  uniqueReference: '0b9a4c86-52c7-4b37-8a0d-6f6b8b0c7a11',
  state: 'started',
});
assert.equal(await refund(gateway, refunds, died), 'paid');
assert.equal(payouts().length, 3);

// No answer comes in time: the next call asks as well, and pays no second time.
sandbox.faults.add({ do: 'hang', when: 'after', times: 1, match: { operation: 'execute' } });
const hasty = createGateway({ baseUrl: url, ...sandbox.credentials, test: true, retries: 0, timeoutMs: 300 });
const slow = { ...wanted, key: '21', amount: '4.00' };
assert.equal(await refund(hasty, refunds, slow), 'started');
assert.equal(await refund(gateway, refunds, slow), 'paid');
assert.equal(payouts().length, 4);
hasty.close();

// The rest: the parts are the whole, and each is a payout of its own with a key of its own.
assert.equal(await refund(gateway, refunds, { ...wanted, key: '22', amount: '15.90' }), 'paid');
assert.deepEqual(amounts(), ['20.00', '5.00', '5.00', '4.00', '15.90']);

// The account lacks the balance. It stays refused under this key; another one pays when there is money.
const large = { ...wanted, key: '20', amount: '90.00' };
assert.equal(await refund(gateway, refunds, large), 'refused');
assert.equal(await refund(gateway, refunds, large), 'refused');
assert.equal(
  sandbox.requests.list().filter(({ orderReference }) => orderReference === 'A-1001-refund-20').length,
  1,
);

// A second payment of 49.90, given back whole, while the transaction that is asked about cannot be reached: nothing is sent.
sandbox.faults.add({ do: 'reset', when: 'before', times: 1, match: { operation: 'execute' } });
sandbox.faults.add({ do: 'status', status: 503, times: 1, match: { operation: 'retrieve' } });
const whole = { ...wanted, key: '23', amount: '49.90' };
const before = payouts().length;
assert.equal(await refund(gateway, refunds, whole), 'started');
await assert.rejects(refund(gateway, refunds, whole));
assert.equal(payouts().length, before);
assert.equal(await refund(gateway, refunds, whole), 'paid');
assert.equal(amounts().at(-1), '49.90');

// The gateway notifies the handler of every refund, also of one that was refused.
await sandbox.settle();
assert.deepEqual(heard.sort(), [
  'A-1001 processed',
  'A-1001-refund-17 processed',
  'A-1001-refund-18 processed',
  'A-1001-refund-19 processed',
  'A-1001-refund-20 failed',
  'A-1001-refund-21 processed',
  'A-1001-refund-22 processed',
  'A-1001-refund-23 processed',
]);
assert.deepEqual(alerts, []);
await handler.close();
await sandbox.close();
gateway.close();
