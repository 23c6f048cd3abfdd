import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/createGateway.ts';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { postgresStore } from '../../src/merchant/store/postgres.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { checkInvariant } from '../support/checkInvariant.ts';
import { type HandlerFleet, type HandlerProcess, handlerFleet } from '../support/handlerFleet.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';

/** 500 in `npm run test:race`: a minute and more on two cores of one's own. */
const ORDERS = Number(process.env.HPP_RACE_ORDERS ?? 50);
const PROCESSES = Number(process.env.HPP_RACE_PROCESSES ?? 4);
/** Ways that come in together for one order. */
const WAYS = 64;
const ORDERS_AT_ONCE = 4;

describe(`T9 G12 ${WAYS} ways at once to each of ${ORDERS} orders, ${PROCESSES} processes on one PostgreSQL`, () => {
  let postgres: TestPostgres;
  let sandbox: Sandbox;
  let fleet: HandlerFleet;
  let store: CheckoutStore;
  let pool: pg.Pool;
  const processes: HandlerProcess[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    const { config } = await postgres.schema();
    sandbox = createSandbox();
    const { url: gatewayUrl } = await sandbox.listen({ port: 0, host: '127.0.0.1' });
    sandbox.notifications.pause();
    fleet = await handlerFleet({ gatewayUrl, credentials: sandbox.credentials });
    const settings = { ...config, max: 10 };
    processes.push(
      ...(await Promise.all(
        Array.from({ length: PROCESSES }, () =>
          fleet.start({ store: { kind: 'postgres', config: settings } }),
        ),
      )),
    );
    pool = new pg.Pool({ ...config, max: 4 });
    store = postgresStore(pool);
    await store.ready();
  }, 120_000);

  afterAll(async () => {
    await fleet?.close();
    await store?.close();
    await pool?.end();
    await sandbox?.close();
    await postgres?.stop();
  }, 60_000);

  it(
    'fulfils every order once',
    async () => {
      const signer = createGateway({ baseUrl: 'http://127.0.0.1:9', ...sandbox.credentials, test: true });
      const orders = Array.from({ length: ORDERS }, (_, n) => `R-${n}`);
      const statuses = new Map<number, number>();
      const refusals: string[] = [];

      /** A shop whose database is overloaded says so, and its customer tries again. */
      const open = async (order: string): Promise<{ sessionId: string }> => {
        const created = await fetch(`${fleet.publicUrl}/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ order }),
        });
        const text = await created.text();
        if (created.status === 201) return JSON.parse(text);
        refusals.push(text);
        if (created.status !== 503) throw new Error(text);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return open(order);
      };
      const race = async (order: string) => {
        const { sessionId } = await open(order);
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
          CardToken: '7d5b0e2a-1c44-4f0e-9d1e-5a6b7c8d9e0f',
        });
        await Promise.all(
          Array.from({ length: WAYS }, async (_, way) => {
            if (way % 4 === 3) return processes[way % PROCESSES]?.sweep().catch(() => {});
            const response =
              way % 4 === 0
                ? await fetch(paid.callBackUrl, { method: 'POST', headers, body })
                : way % 4 === 1
                  ? await fetch(`${fleet.publicUrl}/session/${sessionId}`)
                  : await fetch(`${fleet.publicUrl}/return/${sessionId}/success`);
            const text = await response.text();
            if (response.status === 503) refusals.push(text);
            statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          }),
        );
      };
      const begun = performance.now();
      const waiting = [...orders];
      await Promise.all(
        Array.from({ length: ORDERS_AT_ONCE }, async () => {
          for (let order = waiting.shift(); order !== undefined; order = waiting.shift()) await race(order);
        }),
      );
      // A lease that was held while the payment was written may have left its fulfilment to the next sweep.
      for (let round = 0; round < 3; round++) for (const process of processes) await process.sweep();

      const asked = ORDERS * WAYS;
      console.info(
        `${asked} ways in ${Math.round((performance.now() - begun) / 1_000)} s, ${refusals.length} refused: ${[...new Set(refusals)].join(' ')}`,
      );
      // Refusing is what an overloaded shop may do; any other answer would be wrong.
      expect([...statuses.keys()].filter((status) => status !== 503)).toEqual([200]);
      expect(refusals.length).toBeLessThan(asked / 100);
      const hookCalls = fleet.effects();
      expect(hookCalls.map(({ orderReference }) => orderReference).sort()).toEqual([...orders].sort());
      const ledger = sandbox.transactions.list().map((entry) => ({ ...entry, pspId: String(entry.pspId) }));
      expect(await checkInvariant({ store, orders, ledger, hookCalls })).toEqual([]);
      const alerts = fleet.events().filter(({ alert }) => alert);
      expect(alerts).toEqual([]);
      if (refusals.length === 0) expect(fleet.errors()).toEqual([]);
    },
    60_000 + ORDERS * 2_000,
  );
});
