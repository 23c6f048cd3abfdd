import assert from 'node:assert/strict';
import { createSandbox } from 'hpp-checkout/sandbox';
import { createCheckoutHandler, createGateway, memoryStore } from 'hpp-checkout/server';
import { adminOrders } from './admin.ts';
import { countStuck } from './gauge.ts';

const sandbox = createSandbox({ mode: 'instant' });
const { url: baseUrl } = await sandbox.listen();
let isBroken = true;
const silent = () => {};
const handler = createCheckoutHandler({
  gateway: createGateway({ baseUrl, ...sandbox.credentials, test: true }),
  store: memoryStore(),
  publicUrl: 'http://127.0.0.1:9/checkout',
  authorize: 'anyone',
  resolveOrder: (order) => ({ orderReference: String(order), amount: '49.90', currency: 'EUR' }),
  onPayment: () => {
    if (isBroken) throw new Error('The warehouse is closed.');
  },
  sweepEveryMs: false,
  logger: { debug: silent, info: silent, warn: silent, error: silent },
});

const opened = await handler.fetch(
  new Request('http://127.0.0.1:9/checkout/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://127.0.0.1:9' },
    body: JSON.stringify({ order: 'A/1', reason: 'open' }),
  }),
);
assert.equal(opened.status, 201);
await sandbox.pay((await opened.json()).redirectUrl);

const admin = adminOrders(handler, async (request) => request.headers.get('cookie') === 'staff=1');
const ask = async (path: string, method = 'GET', cookie = 'staff=1') => {
  const response = await admin(
    new Request(`http://127.0.0.1:9/admin/orders${path}`, { method, headers: { cookie } }),
  );
  return { status: response.status, body: response.ok ? await response.json() : null };
};

assert.equal((await ask('', 'GET', 'nobody')).status, 404);
assert.equal((await ask('/A%2F1/ask', 'POST', 'nobody')).status, 404);
assert.deepEqual((await ask('')).body, { stuck: [], next: null });

const asked = await ask('/A%2F1/ask', 'POST');
assert.equal(asked.body.sessions[0].gateway, 'processed');
assert.equal((await ask('')).body.stuck[0].reason, 'fulfilment_failing');
assert.deepEqual(await countStuck(handler), new Map([['fulfilment_failing', 1]]));

assert.equal((await ask('/A%2F1/retry')).status, 404);
assert.equal((await ask('/A%2F1/retry', 'POST')).body.result, 'failed');
isBroken = false;
assert.equal((await ask('/A%2F1/retry', 'POST')).body.result, 'fulfilled');
const shown = await ask('/A%2F1');
assert.equal(shown.body.fulfilment.attempts, 3);
assert.equal(shown.body.chain[0].actor, 'customer');
assert.equal((await ask('/nobody')).status, 404);

await handler.close();
await sandbox.close();
