import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import type { CrashPoint } from './crashStore.ts';
import type { HandlerProcess, HandlerProcessConfig, HandlerWorkers } from './handlerWorkers.ts';
import { type WorkersAtGateway, workersAtGateway } from './workersAtGateway.ts';

const MINUTE = 60_000;
/** Leases end, dates come up: what the dead have left is found by those who come later. */
const LATER = [2, 6, 45, 180].map((minutes) => minutes * MINUTE);

export interface CrashedShop {
  /** Has one order bought from a shop that dies at this store call; `false` where the shop outlives it. */
  killedAt(order: string, crash: CrashPoint): Promise<boolean>;
  /** The shop after all that, hours later: which sentences of the invariant do not hold, and which paid orders were not fulfilled. */
  aftermath(): Promise<{ broken: string[]; paid: number; unfulfilled: string[]; hookCalls: number }>;
  close(): Promise<void>;
}

/** A shop on one store and its own gateway, killed again and again. */
export async function openCrashedShop(
  openStore: (
    workers: HandlerWorkers,
  ) => Promise<{ config: HandlerProcessConfig['store']; store: CheckoutStore }>,
): Promise<CrashedShop> {
  const shops = await workersAtGateway({ mode: 'instant' });
  const { workers } = shops;
  const { config, store } = await openStore(workers);
  await store.ready();
  const orders: string[] = [];
  const customer = customerOf(shops, store);

  return {
    async killedAt(order, crash) {
      orders.push(order);
      const doomed = await workers.start({ store: config, crash, patient: true });
      await customer.buy(order, doomed);
      const survived = await doomed.sweep().then(
        () => true,
        () => false,
      );
      if (survived) await doomed.kill();
      else await doomed.ended;
      // The shop is up again, and so is the customer, in every third case: the others leave it to the shop.
      if (orders.length % 3 === 0) {
        const next = await workers.start({ store: config, patient: true });
        await customer.buy(order, next);
        await next.kill();
      }
      return !survived;
    },
    async aftermath() {
      for (const aheadMs of LATER) {
        const healthy = await workers.start({ store: { ...config, aheadMs }, patient: true });
        await healthy.sweep();
        await healthy.sweep();
        await healthy.stop();
      }
      const broken = await shops.broken(store, orders);
      const paid = new Set(
        shops
          .ledger()
          .filter(({ state }) => state === 'processed')
          .map(({ orderReference }) => orderReference),
      );
      const unfulfilled: string[] = [];
      for (const order of paid)
        if ((await store.getFulfilment(order, true))?.state !== 'done') unfulfilled.push(order);
      return { broken, paid: paid.size, unfulfilled, hookCalls: workers.effects().length };
    },
    async close() {
      await shops.close();
      await store.close();
    },
  };
}

/** Pays on the page that the shop gave, comes back and waits. A shop that is dead answers nothing, and is forgiven. */
function customerOf({ workers, sandbox, open }: WorkersAtGateway, store: CheckoutStore) {
  async function sessionOf(order: string): Promise<{ sessionId: string } | null> {
    try {
      const response = await open(order);
      return response.status === 201 ? ((await response.json()) as { sessionId: string }) : null;
    } catch {
      return null;
    }
  }
  const visit = (address: string) =>
    fetch(`${workers.publicUrl}${address}`).then(
      (response) => response.text(),
      () => 'dead',
    );
  const isPaid = (order: string) =>
    sandbox.transactions
      .list()
      .some(({ orderReference, state }) => orderReference === order && state === 'processed');

  return {
    async buy(order: string, running: HandlerProcess): Promise<void> {
      const session = await sessionOf(order);
      if (session === null) return;
      const record = await store.getSession(session.sessionId);
      if (!isPaid(order)) {
        sandbox.trigger({ event: 'processed', uniqueReference: record?.value.uniqueReference ?? '' });
        await sandbox.settle();
      }
      await visit(`/return/${session.sessionId}/success`);
      await visit(`/session/${session.sessionId}`);
      await running.sweep().catch(() => {});
    },
  };
}
