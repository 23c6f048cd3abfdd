import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/createGateway.ts';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { sqliteStore } from '../../src/merchant/store/sqlite.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { checkInvariant } from '../support/checkInvariant.ts';
import { type HandlerFleet, handlerFleet } from '../support/handlerFleet.ts';

const ORDERS = 40;

describe('F46 SIGTERM with notifications in flight', () => {
  let sandbox: Sandbox;
  let fleet: HandlerFleet;
  let store: CheckoutStore;

  beforeAll(async () => {
    sandbox = createSandbox();
    const { url: gatewayUrl } = await sandbox.listen({ port: 0, host: '127.0.0.1' });
    sandbox.notifications.pause();
    fleet = await handlerFleet({ gatewayUrl, credentials: sandbox.credentials });
    store = sqliteStore(join(fleet.folder, 'shop.sqlite'));
    await store.ready();
  }, 120_000);
  afterAll(async () => {
    await fleet?.close();
    await store?.close();
    await sandbox?.close();
  });

  it('what was acknowledged is fulfilled before the process goes; it goes with exit code 0', async () => {
    const path = join(fleet.folder, 'shop.sqlite');
    const running = await fleet.start({ store: { kind: 'sqlite', path } });
    const signer = createGateway({ baseUrl: 'http://127.0.0.1:9', ...sandbox.credentials, test: true });
    const orders = Array.from({ length: ORDERS }, (_, n) => `D-${n}`);
    const deliveries = await Promise.all(
      orders.map(async (order) => {
        const created = await fetch(`${fleet.publicUrl}/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ order }),
        });
        expect(created.status).toBe(201);
        await created.text();
        const paid = sandbox.trigger({ event: 'processed', orderReference: order });
        const signed = await signer.notifications.sign({
          AttemptNumber: 1,
          SentDateTime: Date.now(),
          TransactionToken: paid.token,
          OrderReference: order,
          Status: 'Processed',
          PspId: String(paid.pspId),
          Currency: paid.currency,
          Amount: paid.amount,
          UniqueReference: paid.uniqueReference,
        });
        return { order, url: paid.callBackUrl.replace(new URL(fleet.publicUrl).origin, running.url), signed };
      }),
    );
    const acknowledged: string[] = [];
    const sent = deliveries.map(async ({ order, url, signed: { body, headers } }) => {
      try {
        const response = await fetch(url, { method: 'POST', body, headers });
        await response.text();
        if (response.status === 200) acknowledged.push(order);
        if (acknowledged.length === 5) running.child.kill('SIGTERM');
      } catch {
        // Refused after the signal: not acknowledged, so the gateway will repeat it.
      }
    });
    await Promise.all(sent);
    await running.ended;
    expect(running.child.exitCode).toBe(0);
    expect(acknowledged.length).toBeGreaterThanOrEqual(5);
    for (const order of acknowledged) expect(await store.getEffect(order)).toMatchObject({ state: 'done' });

    const next = await fleet.start({ store: { kind: 'sqlite', path, aheadMs: 300_000 } });
    await next.sweep();
    const ledger = sandbox.transactions.list().map((entry) => ({ ...entry, pspId: String(entry.pspId) }));
    expect(await checkInvariant({ store, orders, ledger, hookCalls: fleet.effects() })).toEqual([]);
    expect(fleet.effects()).toHaveLength(ORDERS);
  }, 120_000);
});
