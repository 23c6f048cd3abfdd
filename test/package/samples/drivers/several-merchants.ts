import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createSandbox } from 'hpp-checkout/sandbox';
import { createCheckoutHandler, createGateway } from 'hpp-checkout/server';
import { sqliteStore } from 'hpp-checkout/server/sqlite';
import { paySandboxPage } from 'hpp-checkout/testing';
import type { Merchant, Orders } from './merchants.ts';
import { serve } from './server.ts';

/** A port that was free a moment ago: each merchant's address has to be known before its server listens. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
async function join(name: string) {
  const credentials = {
    clientId: name,
    clientSecret: `secret of ${name}`,
    signatureSecret: `signature of ${name}`,
  };
  const sandbox = createSandbox({ credentials, mode: 'instant' });
  const { url } = await sandbox.listen();
  const merchant: Merchant = { name, shopName: name, account: { baseUrl: url, test: true, ...credentials } };
  return { sandbox, merchant };
}
const garden = await join(`garden-${process.pid}`);
const kitchen = await join(`kitchen-${process.pid}`);

const shipped: string[] = [];
const orders: Orders = {
  price: async (merchant, order) => ({
    orderReference: String(order),
    amount: merchant === garden.merchant.name ? '10.00' : '20.00',
    currency: 'EUR',
  }),
  async ship(merchant, orderReference) {
    shipped.push(`${merchant.split('-')[0]} ${orderReference}`);
  },
};
const server = serve([garden.merchant, kitchen.merchant], orders, origin, port);
await once(server, 'listening');

async function open({ name }: Merchant): Promise<string> {
  const reply = await fetch(`${origin}/${name}/checkout/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order: 'A-1' }),
  });
  assert.equal(reply.status, 201);
  return (await reply.json()).redirectUrl;
}

// The same order reference at both: two pages, two payments, each shipped by its own.
const pages = [await open(garden.merchant), await open(kitchen.merchant)];
assert.equal((await paySandboxPage(pages[0] ?? '')).outcome, 'completed');
assert.deepEqual(shipped, ['garden A-1']);
assert.equal((await paySandboxPage(pages[1] ?? '')).outcome, 'completed');
assert.deepEqual(shipped, ['garden A-1', 'kitchen A-1']);
const amounts = [garden, kitchen].map(({ sandbox }) =>
  sandbox.transactions.list().map(({ amount }) => amount),
);
assert.deepEqual(amounts, [['10.00'], ['20.00']]);

// A notification of one that arrives at the other: its signature is none of that merchant's.
const [paid] = garden.sandbox.transactions.list();
assert.ok(paid);
const client = createGateway(garden.merchant.account);
const { body, headers } = await client.notifications.sign({
  PspId: paid.pspId,
  Status: 'Processed',
  OrderReference: paid.orderReference,
  UniqueReference: paid.uniqueReference,
  Amount: paid.amount,
  Currency: paid.currency,
});
const at = `${origin}/${kitchen.merchant.name}/checkout/notify`;
assert.equal((await fetch(at, { method: 'POST', headers, body })).status, 401);
client.close();
assert.equal(shipped.length, 2);

// Neither answers below another's address, and nobody is at none.
assert.equal((await fetch(`${origin}/nobody/checkout/health`)).status, 404);
const foreign = paid.redirectionUrl.replace(garden.merchant.name, kitchen.merchant.name);
assert.equal((await fetch(foreign)).status, 404);

// One merchant's store is refused to another.
const second = createCheckoutHandler({
  gateway: createGateway(kitchen.merchant.account),
  store: sqliteStore(`./data/${garden.merchant.name}.db`),
  merchant: kitchen.merchant.name,
  publicUrl: 'http://localhost/checkout',
  authorize: 'anyone',
  resolveOrder: () => null,
  sweepEveryMs: false,
});
await assert.rejects(second.sweep(), /This store holds the payments of another merchant/);
await second.close();

server.closeAllConnections();
server.close();
await garden.sandbox.close();
await kitchen.sandbox.close();
process.exit(0);
