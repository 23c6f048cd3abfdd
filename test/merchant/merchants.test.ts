import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type CheckoutHandlerOptions,
  createCheckoutHandler,
  createGateway,
  memoryStore,
} from '../../src/merchant/index.ts';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { sqliteStore } from '../../src/merchant/store/sqlite.ts';
import { createSandbox } from '../../src/sandbox/index.ts';

/** A merchant with an account at the gateway, mounted below a path of its own. */
function merchant(name: string, store: CheckoutStore, change: Partial<CheckoutHandlerOptions> = {}) {
  const credentials = { clientId: name, clientSecret: 'secret', signatureSecret: `signature of ${name}` };
  const sandbox = createSandbox({ credentials, mode: 'instant' });
  const gateway = createGateway({
    baseUrl: `http://${name}.localhost`,
    transport: sandbox.fetch,
    test: true,
    ...credentials,
  });
  const shipped: string[] = [];
  const logged: string[] = [];
  const log = ({ err }: { err?: Error }, message: string) =>
    void logged.push(`${message} ${err?.message ?? ''}`);
  const publicUrl = `https://shop.example/${name}/checkout`;
  const handler = createCheckoutHandler({
    gateway,
    store,
    publicUrl,
    authorize: 'anyone',
    resolveOrder: (order) => ({ orderReference: String(order), amount: '5.00', currency: 'EUR' }),
    onPayment: ({ orderReference }) => void shipped.push(orderReference),
    sweepEveryMs: false,
    logger: { debug() {}, info() {}, warn() {}, error: log },
    ...change,
  });
  onTestFinished(async () => {
    await handler.close();
    await sandbox.close();
  });
  const open = () =>
    handler.fetch(
      new Request(`${publicUrl}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://shop.example' },
        body: JSON.stringify({ order: 'A-1' }),
      }),
    );
  return { sandbox, handler, shipped, logged, open };
}

describe('T89 two merchants on one store', () => {
  it.each([
    ['memory', () => memoryStore()],
    ['SQLite', () => sqliteStore(':memory:')],
  ])('the second is refused before anything is read or sent: %s', async (_, make) => {
    const store = make();
    const garden = merchant('garden', store);
    const kitchen = merchant('kitchen', store);
    expect((await garden.open()).status).toBe(201);
    const refused = await kitchen.open();
    expect(refused.status).toBe(503);
    const problem = await refused.json();
    expect(problem).toMatchObject({ code: 'store_unavailable' });
    expect(problem.detail).toMatch(/^This store holds the payments of another merchant.*a store of its own/);
    expect(kitchen.logged.join()).toContain('This store holds the payments of another merchant');
    await expect(kitchen.handler.sweep()).rejects.toMatchObject({ code: 'config_invalid' });
    expect(kitchen.sandbox.requests.list()).toEqual([]);
    // The first one's order is as it was.
    const [order, ...others] = await store.findSessions({ orderReference: 'A-1', test: true });
    expect([order?.value.status, others]).toEqual(['open', []]);
    expect((await garden.open()).status).toBe(201);
  });

  it('neither the client id nor what could be used for it is in the error', async () => {
    const store = memoryStore();
    await merchant('garden', store).open();
    const { detail } = await (await merchant('kitchen', store).open()).json();
    expect(detail).not.toMatch(/garden|kitchen|secret|signature/);
  });

  it('one merchant may have several handlers on it', async () => {
    const store = memoryStore();
    const first = merchant('garden', store);
    const second = merchant('garden', store, { publicUrl: 'https://www.shop.example/checkout' });
    expect((await first.open()).status).toBe(201);
    await expect(second.handler.sweep()).resolves.toMatchObject({ failed: 0 });
  });

  it('a merchant that got a new client id says so by the name in the error', async () => {
    const store = memoryStore();
    await merchant('garden', store).open();
    const { detail } = await (await merchant('garden-2', store).open()).json();
    const [, held] = /merchant: '([^']+)'/.exec(detail) ?? [];
    const moved = merchant('garden-2', store, { merchant: held as string });
    await expect(moved.handler.sweep()).resolves.toBeDefined();
    expect(held).toMatch(/^[0-9a-f]{32}$/);
  });

  it('names of the merchants’ own do as well', async () => {
    const store = memoryStore();
    await merchant('id-1', store, { merchant: 'garden' }).handler.sweep();
    await merchant('id-2', store, { merchant: 'garden' }).handler.sweep();
    const other = merchant('id-1', store, { merchant: 'kitchen' });
    await expect(other.handler.sweep()).rejects.toThrow(/merchant: 'garden'/);
    expect(() => merchant('id-1', store, { merchant: '' })).toThrow(/^merchant: expected a name/);
  });

  it('a store of somebody’s own that cannot say is taken as it is', async () => {
    const { claimFor: _, ...store } = memoryStore();
    expect((await merchant('garden', store).open()).status).toBe(201);
  });
});

it('each with a store of its own: one process, the same order references', async () => {
  const garden = merchant('garden', memoryStore());
  const kitchen = merchant('kitchen', memoryStore());
  const [a, b] = await Promise.all([garden.open(), kitchen.open()]);
  expect([a.status, b.status]).toEqual([201, 201]);
  expect((await a.json()).sessionId).not.toBe((await b.json()).sessionId);
});
