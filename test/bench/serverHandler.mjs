// The built handler as a shop mounts it, on the store that argv names. Over IPC: makes sessions, counts what it holds, tells its memory.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { toNodeHandler } from '../../dist/node.js';
import { createCheckoutHandler, createGateway } from '../../dist/server.js';
import { usage } from './usage.mjs';

const { store: kind, gatewayUrl, credentials, path, config } = JSON.parse(process.argv[2]);
const paid = new Set();
const store = await openStore();
const handler = createCheckoutHandler({
  gateway: createGateway({ baseUrl: gatewayUrl, ...credentials, test: true }),
  store,
  publicUrl: 'https://shop.example/checkout',
  authorize: 'anyone',
  resolveOrder: (order) => ({ orderReference: String(order), amount: '10.00', currency: 'EUR' }),
  onPayment: (payment) => void paid.add(payment.orderReference),
  sweepEveryMs: false,
});
await store.ready();
const server = createServer(toNodeHandler(handler, { trustedProxies: 1 }));
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));

const answers = {
  /** Open sessions, as `POST /session` leaves them: what the gateway would know of each. */
  async sessions({ count, prefix }) {
    const made = [];
    const one = async (index) => {
      const secret = randomBytes(16).toString('hex');
      const record = {
        id: randomBytes(16).toString('hex'),
        orderReference: `${prefix}-${index}`,
        uniqueReference: randomUUID(),
        amount: '10.00',
        currency: 'EUR',
        transactionType: 'PURC',
        test: true,
        createdAt: await store.now(),
        notifySecretHash: createHash('sha256').update(secret).digest('hex'),
        correlationId: randomUUID(),
        status: 'open',
        pspId: String(850_907 + index),
        transactionToken: randomBytes(16).toString('hex'),
        redirectUrl: 'https://gateway.example/page',
        redirectExpiresAt: Date.now() + 120_000,
        order: null,
        returnedAt: null,
        sentBackAt: null,
        checkedAt: null,
        checks: 0,
        paidAt: null,
        details: null,
        detailsAttempts: 0,
        endedAt: null,
        pendingToldAt: null,
        pendingAttempts: 0,
      };
      await store.createSession(record, [], Number.MAX_SAFE_INTEGER);
      made.push({ ...record, secret });
    };
    const queue = Array.from({ length: count }, (_, index) => index);
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let index = queue.shift(); index !== undefined; index = queue.shift()) await one(index);
      }),
    );
    return made;
  },
  /** Lets the work in hand end; then what is there, read back from the store. */
  async count({ ids }) {
    for (let before = -1; before !== paid.size; await sleep(500)) before = paid.size;
    let notifications = 0;
    for (const id of ids) notifications += (await store.listNotifications(id, 1_000_000)).length;
    return { notifications, paid: paid.size };
  },
  usage: async () => usage(),
};
process.on('message', async ({ ask, ...what }) => process.send(await answers[ask](what)));
process.on('disconnect', () => process.exit());

async function openStore() {
  if (kind === 'SQLite') return (await import('../../dist/sqlite.js')).sqliteStore(path);
  if (kind === 'MariaDB') {
    const { default: mysql } = await import('mysql2/promise');
    const { mysqlStore } = await import('../../dist/mysql.js');
    return mysqlStore(mysql.createPool({ ...config, connectionLimit: 10, multipleStatements: true }));
  }
  const { default: pg } = await import('pg');
  const { postgresStore } = await import('../../dist/postgres.js');
  return postgresStore(new pg.Pool({ ...config, max: 10, keepAlive: true }));
}
