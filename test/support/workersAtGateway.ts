import { createGateway } from '../../src/gateway/createGateway.ts';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { checkInvariant, type LedgerEntry } from './checkInvariant.ts';
import { type HandlerWorkers, handlerWorkers } from './handlerWorkers.ts';

export interface WorkersAtGateway {
  sandbox: Sandbox;
  workers: HandlerWorkers;
  /** Asks a shop for the order's page, as the customer's browser does. */
  open(order: string): Promise<Response>;
  /** The order's page is paid. @returns the notification of it, to be delivered by the test; `more` are further fields of it. */
  pay(order: string, more?: object): Promise<{ url: string; init: RequestInit }>;
  ledger(): LedgerEntry[];
  /** The sentences of the invariant that do not hold. */
  broken(store: CheckoutStore, orders: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

/** Worker processes of one shop, none of them started, and the gateway that it asks. */
export async function workersAtGateway(options?: SandboxOptions): Promise<WorkersAtGateway> {
  const sandbox = createSandbox(options);
  const { url: gatewayUrl } = await sandbox.listen({ port: 0, host: '127.0.0.1' });
  const workers = await handlerWorkers({ gatewayUrl, credentials: sandbox.credentials });
  const signer = createGateway({ baseUrl: 'http://127.0.0.1:9', ...sandbox.credentials, test: true });
  const ledger = () => sandbox.transactions.list().map((entry) => ({ ...entry, pspId: String(entry.pspId) }));

  return {
    sandbox,
    workers,
    open: (order) =>
      fetch(`${workers.publicUrl}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order }),
      }),
    async pay(order, more = {}) {
      const paid = sandbox.trigger({ event: 'processed', orderReference: order });
      const { body, headers } = await signer.notifications.sign({
        AttemptNumber: 1,
        SentDateTime: sandbox.clock.now(),
        TransactionToken: paid.token,
        OrderReference: order,
        Status: 'Processed',
        PspId: paid.pspId,
        Currency: paid.currency,
        Amount: paid.amount,
        UniqueReference: paid.uniqueReference,
        ...more,
      });
      return { url: paid.callBackUrl, init: { method: 'POST', headers, body } };
    },
    ledger,
    broken: (store, orders) =>
      checkInvariant({ store, orders, ledger: ledger(), hookCalls: workers.effects() }),
    async close() {
      await workers.close();
      await sandbox.close();
    },
  };
}
