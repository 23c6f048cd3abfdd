import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/createGateway.ts';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { postgresStore } from '../../src/merchant/store/postgres.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { checkInvariant } from '../support/checkInvariant.ts';
import { type FaultProxy, startFaultProxy } from '../support/faultProxy.ts';
import { type HandlerFleet, handlerFleet } from '../support/handlerFleet.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';

const ORDERS = 24;

/*
 * Shops over HTTP whose way to the database is cut, slowed and stopped while customers pay. The test's own store goes
 * straight to the database.
 */
describe('F42 F53 two handlers whose connection to PostgreSQL fails, under load', () => {
  let postgres: TestPostgres;
  let sandbox: Sandbox;
  let fleet: HandlerFleet;
  let proxy: FaultProxy;
  let store: CheckoutStore;
  let pool: pg.Pool;

  beforeAll(async () => {
    postgres = await startPostgres();
    const { config } = await postgres.schema();
    proxy = await startFaultProxy(postgres.port);
    sandbox = createSandbox();
    const { url: gatewayUrl } = await sandbox.listen({ port: 0, host: '127.0.0.1' });
    sandbox.notifications.pause();
    fleet = await handlerFleet({ gatewayUrl, credentials: sandbox.credentials });
    const settings = { ...config, port: proxy.port, max: 4, connectionTimeoutMillis: 1_000 };
    await Promise.all([1, 2].map(() => fleet.start({ store: { kind: 'postgres', config: settings } })));
    pool = new pg.Pool({ ...config, max: 4 });
    store = postgresStore(pool);
    await store.ready();
  }, 120_000);

  afterAll(async () => {
    await fleet?.close();
    await pool?.end();
    await proxy?.close();
    await sandbox?.close();
    await postgres?.stop();
  }, 60_000);

  it('acknowledges nothing that is not kept, refuses the rest by 503, and pays every order once', {
    timeout: 180_000,
  }, async () => {
    const signer = createGateway({ baseUrl: 'http://127.0.0.1:9', ...sandbox.credentials, test: true });
    const orders = Array.from({ length: ORDERS }, (_, n) => `L-${n}`);
    const answers = new Map<number, number>();
    let acknowledged = 0;

    /** As a gateway delivers: again until it is acknowledged. */
    const deliver = async (order: string) => {
      const paid = sandbox.trigger({ event: 'processed', orderReference: order });
      const { body, headers } = await signer.notifications.sign({
        AttemptNumber: 1,
        SentDateTime: Date.now(),
        TransactionToken: paid.token,
        OrderReference: order,
        Status: 'Processed',
        PspId: paid.pspId,
        Currency: paid.currency,
        Amount: paid.amount,
        UniqueReference: paid.uniqueReference,
      });
      for (;;) {
        const response = await fetch(paid.callBackUrl, { method: 'POST', headers, body });
        await response.text();
        answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
        if (response.status === 200) break;
        await sleep(50);
      }
      acknowledged++;
      const [session] = await store.findSessions({ orderReference: order });
      expect(await store.listNotices(session?.value.id ?? '', 9)).not.toEqual([]);
    };
    const open = async (order: string) => {
      for (;;) {
        const response = await fetch(`${fleet.publicUrl}/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ order }),
        });
        await response.text();
        answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
        if (response.status === 201) return;
        await sleep(50);
      }
    };

    const trouble = async () => {
      for (const kind of ['cut', 'slow', 'cut', 'silent', 'refuse', 'cut'] as const) {
        const goal = acknowledged + 3;
        if (kind === 'cut') proxy.cut();
        else if (kind === 'slow') proxy.set({ kind, ms: 30 });
        else proxy.set({ kind });
        // Long enough to be met by many requests; a link that is dead lets none of them end.
        if (kind === 'silent' || kind === 'refuse') await sleep(600);
        proxy.set({ kind: 'none' });
        if (kind === 'silent') proxy.cut();
        while (acknowledged < goal && acknowledged < ORDERS) await sleep(10);
      }
    };
    const waiting = [...orders];
    const customers = Array.from({ length: 8 }, async () => {
      for (let order = waiting.shift(); order !== undefined; order = waiting.shift()) {
        await open(order);
        await deliver(order);
      }
    });
    await Promise.all([trouble(), ...customers]);

    // What a cut interrupted is due; its lease, where one was held, ends in time.
    const later = await fleet.start({
      store: {
        kind: 'postgres',
        config: (pool as unknown as { options: pg.PoolConfig }).options,
        aheadMs: 120_000,
      },
    });
    await later.sweep();
    await later.sweep();
    console.info(`answers: ${JSON.stringify(Object.fromEntries(answers))}`);
    // 409: the order waits for the fate of a page whose making was cut.
    for (const status of answers.keys()) expect([200, 201, 409, 503]).toContain(status);
    expect(answers.get(503)).toBeGreaterThan(0);
    const ledger = sandbox.transactions.list().map((entry) => ({ ...entry, pspId: String(entry.pspId) }));
    expect(await checkInvariant({ store, orders, ledger, hookCalls: fleet.effects() })).toEqual([]);
    for (const order of orders) expect(await store.getEffect(order)).toMatchObject({ state: 'done' });
  });
});
