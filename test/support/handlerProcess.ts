import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { createGateway } from '../../src/gateway/createGateway.ts';
import { createCheckoutHandler } from '../../src/merchant/createCheckoutHandler.ts';
import { closeOnSignal, toNodeHandler } from '../../src/merchant/node.ts';
import type { Payment, PaymentContext } from '../../src/merchant/options.ts';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { mysqlDriver } from '../../src/merchant/store/mysql/driver.ts';
import { mysqlStore } from '../../src/merchant/store/mysql.ts';
import { postgresDriver } from '../../src/merchant/store/postgres/driver.ts';
import { postgresStore } from '../../src/merchant/store/postgres.ts';
import { sqlStore } from '../../src/merchant/store/sql/store.ts';
import { sqliteStore } from '../../src/merchant/store/sqlite.ts';
import { crashStore } from './crashStore.ts';
import type { HandlerProcessConfig } from './handlerWorkers.ts';

/*
 * A shop's server as a process of its own, to be killed. What its hook and its events say is appended to files, which
 * outlive it. `/_test/sweep` and `/_test/settle/<id>` call the handler's own methods.
 */

const config: HandlerProcessConfig = JSON.parse(process.env.HPP_PROCESS ?? '{}');
/** What a machine under load may take. */
const LONG_MS = 30_000;
const PATIENT = { statusCallMs: LONG_MS, createPageMs: LONG_MS, storeNotificationMs: LONG_MS } as const;
const timeoutMs = config.patient ? LONG_MS : 5_000;

const opened = await openStore();
const store = config.crash === undefined ? opened : crashStore(opened, config.crash);

const line = (path: string, value: unknown) => appendFileSync(path, `${JSON.stringify(value)}\n`);
const silent = () => {};

const handler = createCheckoutHandler(
  {
    gateway: createGateway({ baseUrl: config.gatewayUrl, ...config.credentials, test: true }),
    store,
    publicUrl: config.publicUrl,
    authorize: 'anyone',
    resolveOrder: (order) => ({ orderReference: String(order), amount: '49.90', currency: 'EUR' }),
    onPayment: (payment, { idempotencyKey }) =>
      line(config.effects, { ...payment, idempotencyKey, cardToken: null }),
    ...(config.details === undefined
      ? {}
      : {
          onPaymentDetails: (payment: Payment, { idempotencyKey }: PaymentContext) =>
            line(config.details ?? '', { ...payment, idempotencyKey }),
        }),
    onEvent: (event) => line(config.events, event),
    limits: {
      sessionsPerAddress: 1e9,
      sessionsPerOrder: 1e9,
      hookTimeoutMs: 500,
      ...config.limits,
    },
    sweepEveryMs: config.sweepEveryMs ?? false,
    logger: {
      debug: silent,
      info: silent,
      warn: silent,
      error: (fields, message) => line(config.errors, { ...fields, message }),
    },
  },
  { timeouts: config.patient ? PATIENT : { statusCallMs: 1_000 } },
);
const checkout = toNodeHandler(handler);

const server = createServer((request, response) => {
  const [, area, action, id = ''] = (request.url ?? '').split('/');
  if (area !== '_test') return checkout(request, response);
  const task = action === 'settle' ? handler.settle(id) : handler.sweep();
  task.then(
    (answer) => response.end(JSON.stringify(answer)),
    (error) => response.writeHead(500).end(String(error)),
  );
});
// Longer than the load balancer keeps a connection: it must never send on one that is just being closed (F49).
server.keepAliveTimeout = 120_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening ${(server.address() as AddressInfo).port}\n`);
});

closeOnSignal(server, handler, { onClosed: () => store.close() });
// Never outlive the test that started us.
process.stdin.resume().on('end', () => process.exit(1));

/** A driver is loaded only where its database is the store: a third of what a process takes to start, hundreds of times. */
async function openStore(): Promise<CheckoutStore> {
  const { aheadMs = 0 } = config.store;
  if (config.store.kind === 'sqlite')
    return sqliteStore(config.store.path, { timeoutMs, now: () => Date.now() + aheadMs });
  if (config.store.kind === 'mysql') {
    const { createPool } = await import('mysql2/promise');
    const pool = createPool(config.store.config);
    if (aheadMs === 0) return mysqlStore(pool, { timeoutMs });
    const clock = `(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000 + ${aheadMs})`;
    return sqlStore(mysqlDriver({ pool, timeoutMs, clock }));
  }
  const { default: driver } = await import('pg');
  const { ports } = config.store;
  const pool = new driver.Pool({
    ...config.store.config,
    ...(ports === undefined ? {} : { Client: clientOfServers(driver.Client, ports) }),
  });
  if (aheadMs === 0) return postgresStore(pool, { timeoutMs });
  const clock = `(SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + ${aheadMs})`;
  return sqlStore(postgresDriver({ pool, timeoutMs, clock }));
}

/** Several servers, one of which is the primary: each new connection goes to the next, and the store keeps none to a standby. */
function clientOfServers(Client: typeof pg.Client, ports: readonly number[]): typeof pg.Client {
  let turn = 0;
  return class extends Client {
    constructor(given?: string | pg.ClientConfig) {
      super({ ...(given as pg.ClientConfig), port: ports[turn++ % ports.length] });
    }
  };
}
