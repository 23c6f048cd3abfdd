import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { sqliteStore } from '../../src/merchant/store/sqlite.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { checkInvariant } from '../support/checkInvariant.ts';
import type { CrashPoint } from '../support/crashStore.ts';
import { type HandlerFleet, type HandlerProcess, handlerFleet } from '../support/handlerFleet.ts';

/** Kills per store call; 200 kills and more in a long run: `HPP_CRASH_ROUNDS=5`. */
const ROUNDS = Number(process.env.HPP_CRASH_ROUNDS ?? 1);
/** More store calls than the scenario makes. */
const LAST_CALL = 80;
const MINUTE = 60_000;

describe('F41 kill -9 of the handler at every store call of a payment', () => {
  let sandbox: Sandbox;
  let fleet: HandlerFleet;
  let store: CheckoutStore;
  let path: string;

  beforeAll(async () => {
    sandbox = createSandbox({ mode: 'instant' });
    const { url: gatewayUrl } = await sandbox.listen({ port: 0, host: '127.0.0.1' });
    fleet = await handlerFleet({ gatewayUrl, credentials: sandbox.credentials });
    path = join(fleet.folder, 'shop.sqlite');
    store = sqliteStore(path);
    await store.ready();
  }, 120_000);

  afterAll(async () => {
    await fleet?.close();
    await store?.close();
    await sandbox?.close();
  });

  /** `null` where the process died before it answered. */
  async function open(order: string): Promise<{ sessionId: string } | null> {
    try {
      const response = await fetch(`${fleet.publicUrl}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order }),
      });
      return response.status === 201 ? ((await response.json()) as { sessionId: string }) : null;
    } catch {
      return null;
    }
  }
  const visit = (address: string) =>
    fetch(`${fleet.publicUrl}${address}`).then(
      (response) => response.text(),
      () => 'dead',
    );
  const isPaid = (order: string) =>
    sandbox.transactions
      .list()
      .some(({ orderReference, state }) => orderReference === order && state === 'processed');

  /** A customer who pays on the page that the shop gave, comes back and waits. */
  async function buy(order: string, running: HandlerProcess): Promise<void> {
    const session = await open(order);
    if (session === null) return;
    const record = await store.getSession(session.sessionId);
    if (!isPaid(order)) {
      sandbox.trigger({ event: 'processed', uniqueReference: record?.value.uniqueReference ?? '' });
      await sandbox.settle();
    }
    await visit(`/return/${session.sessionId}/success`);
    await visit(`/session/${session.sessionId}`);
    await running.sweep().catch(() => {});
  }

  async function killedAt(order: string, crash: CrashPoint): Promise<boolean> {
    const doomed = await fleet.start({ store: { kind: 'sqlite', path }, crash });
    await buy(order, doomed);
    const survived = await doomed.sweep().then(
      () => true,
      () => false,
    );
    if (survived) await doomed.kill();
    else await doomed.ended;
    return !survived;
  }

  it(
    'loses no payment, doubles no fulfilment, and lets the customer try again',
    async () => {
      const orders: string[] = [];
      let kills = 0;
      for (let round = 0; round < ROUNDS; round++) {
        for (let call = 1; call <= LAST_CALL; call++) {
          const order = `K-${round}-${call}`;
          orders.push(order);
          const when = (call + round) % 2 === 0 ? 'before' : 'after';
          const died = await killedAt(order, { call, when });
          if (!died) break;
          kills++;
          // The shop is up again, and so is the customer, in every third case: the others leave it to the shop.
          if (call % 3 === 0) {
            const next = await fleet.start({ store: { kind: 'sqlite', path } });
            await buy(order, next);
            await next.kill();
          }
        }
      }
      expect(kills).toBeGreaterThan(15 * ROUNDS);

      // Time passes: leases end, dates come up. Each start finds what the one before has left.
      for (const aheadMs of [2 * MINUTE, 6 * MINUTE, 45 * MINUTE, 180 * MINUTE]) {
        const healthy = await fleet.start({ store: { kind: 'sqlite', path, aheadMs } });
        await healthy.sweep();
        await healthy.sweep();
        await healthy.stop();
      }

      const ledger = sandbox.transactions.list().map((entry) => ({ ...entry, pspId: String(entry.pspId) }));
      expect(await checkInvariant({ store, orders, ledger, hookCalls: fleet.effects() })).toEqual([]);
      const paid = new Set(
        ledger.filter(({ state }) => state === 'processed').map(({ orderReference }) => orderReference),
      );
      expect(paid.size).toBeGreaterThan(10 * ROUNDS);
      for (const order of paid) expect(await store.getEffect(order)).toMatchObject({ state: 'done' });
      console.info(`${kills} kills, ${paid.size} paid orders, ${fleet.effects().length} hook calls`);
    },
    120_000 + ROUNDS * 300_000,
  );
});
