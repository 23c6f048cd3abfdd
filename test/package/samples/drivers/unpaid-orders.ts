import assert from 'node:assert/strict';
import { createSandbox, type DeliveryInit } from 'hpp-checkout/sandbox';
import { type CheckoutHandler, createCheckoutHandler, createGateway, memoryStore } from 'hpp-checkout/server';
import { type Stock, stockHooks } from './stock.ts';

const HOUR = 3_600_000;
const done: string[] = [];
const keys = new Set<string>();
const sold = new Set<string>(['taken meanwhile']);
const stock: Stock = {
  async once(key, work) {
    if (keys.has(key)) return;
    await work();
    keys.add(key);
  },
  sell: async (order) => void done.push(`${order} sold`),
  keepForDays: async (order) => void done.push(`${order} kept`),
  giveBack: async (order) => void done.push(`${order} given back`),
  holdAgain: async (order) => !sold.has(order),
};

let handler: CheckoutHandler;
const sandbox = createSandbox({
  mode: 'instant',
  deliver: (url: string, init: DeliveryInit) => handler.fetch(new Request(url, init)),
});
const store = memoryStore({ now: () => sandbox.clock.now() });
const start = () =>
  createCheckoutHandler({
    ...stockHooks(stock, async ({ orderReference }) => void done.push(`${orderReference} to refund`)),
    gateway: createGateway({
      baseUrl: 'http://sandbox.localhost',
      ...sandbox.credentials,
      test: true,
      transport: sandbox.fetch,
    }),
    store,
    publicUrl: 'http://shop.localhost/checkout',
    authorize: 'anyone',
    resolveOrder: (order) => ({ orderReference: String(order), amount: '49.90', currency: 'EUR' }),
    logger: { debug() {}, info() {}, warn() {}, error: console.error },
    sweepEveryMs: false,
  });
handler = start();

async function open(order: string): Promise<string> {
  const reply = await handler.fetch(
    new Request('http://shop.localhost/checkout/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order }),
    }),
  );
  assert.equal(reply.status, 201);
  return ((await reply.json()) as { sessionId: string }).sessionId;
}
/** Hours later, in a process that has just been started. */
async function later(hours: number): Promise<void> {
  await sandbox.clock.advance(hours * HOUR);
  handler = start();
  await handler.sweep();
  await handler.sweep();
}
async function pay(order: string): Promise<void> {
  const [newest] = await store.findSessions({ orderReference: order, test: true });
  sandbox.trigger({ event: 'processed', uniqueReference: newest?.value.uniqueReference ?? '' });
  await sandbox.settle();
  await handler.sweep();
}

// Left by their customers: given back, once.
await open('A-1');
await open('taken meanwhile');
await later(2);
await later(2);
assert.deepEqual(done.splice(0).sort(), ['A-1 given back', 'taken meanwhile given back']);

// They try again and pay: one is in stock, the other is not.
await open('A-1');
await pay('A-1');
await open('taken meanwhile');
await pay('taken meanwhile');
await later(2);
assert.deepEqual(done.splice(0), ['A-1 sold', 'taken meanwhile to refund']);

// Paid in time.
await open('A-2');
await pay('A-2');
await later(2);
assert.deepEqual(done, ['A-2 sold']);
