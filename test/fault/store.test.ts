import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { memoryStore } from '../../src/merchant/store/memory.ts';
import { created, event, notification } from '../../src/testing/store/fixture.ts';
import { startFaultProxy } from '../support/faultProxy.ts';
import { MYSQL_NAME, startMysql, type TestMysql } from '../support/mysql.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { STEPS, snapshot } from '../support/store/script.ts';
import { type BuiltWorker, buildWorker, type Worker } from '../support/store/spawn.ts';
import { openTarget, type StoreTarget, throughPort } from '../support/store/target.ts';

/** Rounds of every kill; the nightly run sets more. */
const ROUNDS = Number(process.env.STORE_KILLS ?? 2);
/** Every how many statements the script is killed; 1 is all of them. */
const STRIDE = Number(process.env.STORE_KILL_STRIDE ?? 3);

let postgres: TestPostgres;
let mysql: TestMysql;
/** Outlives what is killed, and so need not wait for the disk. */
let quickMysql: TestMysql;
let worker: BuiltWorker;
let folder: string;
let files = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hpp-fault-'));
  [postgres, mysql, quickMysql, worker] = await Promise.all([
    startPostgres(),
    startMysql({ durable: true }),
    startMysql(),
    buildWorker(),
  ]);
}, 120_000);
afterAll(async () => {
  worker?.remove();
  await Promise.all([postgres?.stop(), mysql?.stop(), quickMysql?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

type ServerTarget = Exclude<StoreTarget, { kind: 'sqlite' }>;

/** A database server, and what is done to it. */
interface Server {
  port(): number;
  target(): Promise<ServerTarget>;
  /** How what commits it arrives at the server. */
  lastOf(operation: 'receive' | 'change'): string;
  /** What an error says of a write that went on too long. */
  readonly late: string;
  /** Ends one that serves a client. */
  killConnection(): Promise<void>;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

const POSTGRES: Server = {
  port: () => postgres.port,
  target: async () => ({ kind: 'postgres', config: (await postgres.schema()).config }),
  lastOf: (operation) => (operation === 'receive' ? 'INTO hpp_notices' : 'UPDATE hpp_sessions'),
  late: 'unknown',
  killConnection: () => postgres.killBackend(),
  kill: () => postgres.kill(),
  restart: () => postgres.restart(),
};
const MYSQL: Server = {
  port: () => mysql.port,
  // A write's statements go together here, and one by one where processes are killed between them.
  target: async () => ({
    kind: 'mysql',
    config: { ...(await mysql.database()), multipleStatements: true },
  }),
  lastOf: () => '; COMMIT',
  late: 'did not answer within',
  killConnection: () => mysql.killConnection(),
  kill: () => mysql.kill(),
  restart: () => mysql.restart(),
};
async function postgresWithTransactions(): Promise<ServerTarget> {
  const { config } = await postgres.schema();
  return { kind: 'postgres', config: { ...config, options: `${config.options} -c synchronous_commit=off` } };
}

async function quickMysqlTarget(): Promise<ServerTarget> {
  return { kind: 'mysql', config: await quickMysql.database() };
}

const SERVERS: readonly [string, Server][] = [
  ['PostgreSQL', POSTGRES],
  [MYSQL_NAME, MYSQL],
];
/** With how many times fewer places it is killed at: MySQL's statements go one by one, and each kill begins with its tables. */
const TARGETS: readonly (readonly [string, () => Promise<StoreTarget>, number])[] = [
  ['SQLite', async () => ({ kind: 'sqlite', path: join(folder, `${files++}.db`) }), 1],
  ['PostgreSQL', POSTGRES.target, 1],
  [MYSQL_NAME, quickMysqlTarget, STRIDE === 1 ? 1 : 4],
  ...(STRIDE === 1 ? ([[`${MYSQL_NAME}, multipleStatements`, MYSQL.target, 1]] as const) : []),
];

async function withStore<T>(
  target: StoreTarget,
  use: (open: ReturnType<typeof openTarget>) => Promise<T>,
): Promise<T> {
  const open = openTarget(target);
  try {
    return await use(open);
  } finally {
    await open.close();
  }
}

const acknowledged = ({ lines }: Worker): string[] =>
  lines.filter((line) => line.startsWith('ack ')).map((line) => line.slice(4));

async function waitForAcks(running: Worker, count: number): Promise<void> {
  await running.line('ack ');
  while (acknowledged(running).length < count && running.child.exitCode === null) await sleep(2);
}

/** What the script leaves after each number of steps. */
async function expectedSnapshots(): Promise<unknown[]> {
  const expected = [];
  for (let steps = 0; steps <= STEPS.length; steps++) {
    const store = memoryStore({ now: () => 1_700_000_000_000 });
    for (const step of STEPS.slice(0, steps)) await step(store);
    expected.push(await snapshot(store));
  }
  return expected;
}

describe.each(TARGETS)('F41 kill -9 of a process on %s', (_engine, target, fewer) => {
  it('before any statement leaves each step whole or undone', { timeout: 600_000 }, async () => {
    const expected = await expectedSnapshots();
    const whole = worker.start(await target(), { kind: 'script', phase: 'steps', at: -1, signal: 'SIGKILL' });
    for (const phase of ['opening', 'steps'] as const) {
      const total = Number((await whole.line(phase)).split(' ')[1]);
      expect(total).toBeGreaterThanOrEqual(STEPS.length);
      // Opening is one transaction with many statements: fewer places tell as much.
      for (let at = 1; at <= total; at += fewer * STRIDE * (phase === 'opening' ? 2 : 1)) {
        const place = await target();
        const killed = worker.start(place, { kind: 'script', phase, at, signal: 'SIGKILL' });
        await killed.ended;
        expect(killed.child.signalCode).toBe('SIGKILL');
        const steps = acknowledged(killed).length;
        const found = await withStore(place, ({ store }) => snapshot(store));
        expect([expected[steps], expected[steps + 1]], `${phase} ${at}, ${steps} steps`).toContainEqual(
          found,
        );
      }
    }
  });

  it('during load loses no acknowledged notification, and the next process goes on', {
    timeout: 600_000,
  }, async () => {
    const place = await target();
    const all: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const running = worker.start(place, { kind: 'load', name: `round-${round}`, parallel: 16 });
      await waitForAcks(running, 200);
      running.child.kill('SIGKILL');
      await running.ended;
      all.push(...acknowledged(running));
    }
    expect(all.length).toBeGreaterThanOrEqual(200 * ROUNDS);
    const kept = await withStore(place, ({ store }) => store.listNotifications(null, 1_000_000));
    const digests = new Set(kept.map(({ digest }) => digest));
    expect(all.filter((digest) => !digests.has(digest))).toEqual([]);
    expect(kept.every(({ deliveries }) => deliveries === 1)).toBe(true);
  });
});

describe.each(SERVERS)('F42 %s killed', (_name, server) => {
  /** Receives, changes and fulfils until `stop`; remembers what was acknowledged. */
  function load(store: CheckoutStore, sessions: readonly string[]) {
    const acks = { notifications: [] as string[], events: new Map<string, number>() };
    const slowest = { ms: 0, errors: 0 };
    let running = true;
    const timed = async (work: () => Promise<void>): Promise<void> => {
      const began = performance.now();
      await work().catch((error) => {
        expect(error).toMatchObject({ code: 'store_unavailable' });
        slowest.errors++;
      });
      slowest.ms = Math.max(slowest.ms, performance.now() - began);
    };
    const receiving = async (): Promise<void> => {
      while (running) {
        const arrived = notification();
        await timed(async () => {
          await store.receive(arrived);
          acks.notifications.push(arrived.digest);
        });
      }
    };
    const adding = async (id: string): Promise<void> => {
      while (running) {
        await timed(async () => {
          await store.addEvents(id, [event('one'), event('two')]);
          acks.events.set(id, (acks.events.get(id) ?? 0) + 2);
        });
      }
    };
    const done = Promise.all([...Array.from({ length: 8 }, receiving), ...sessions.map(adding)]);
    return {
      acks,
      slowest,
      async stop() {
        running = false;
        await done;
      },
    };
  }

  it.each(['connection', 'server'] as const)(
    'a %s during load: every acknowledged write is there, and nothing hangs',
    { timeout: 600_000 },
    async (victim) => {
      const target = await server.target();
      const { store, close } = openTarget({ ...target, timeoutMs: 2_000 });
      // What is not to fail waits as long as a busy machine may take.
      const patient = openTarget({ ...target, timeoutMs: 60_000 });
      const sessions = [(await created(patient.store)).id, (await created(patient.store)).id];
      for (let round = 0; round < ROUNDS; round++) {
        const running = load(store, sessions);
        const before = running.acks.notifications.length;
        while (running.acks.notifications.length < before + 100) await sleep(2);
        if (victim === 'server') {
          await server.kill();
          await server.restart();
        } else {
          await server.killConnection();
        }
        const resumed = running.acks.notifications.length;
        while (running.acks.notifications.length < resumed + 50) await sleep(2);
        await running.stop();
        // A call that hangs does so until its connection is closed.
        expect(running.slowest.ms).toBeLessThan(60_000);
        const kept = new Set(
          (await patient.store.listNotifications(null, 1_000_000)).map(({ digest }) => digest),
        );
        expect(running.acks.notifications.filter((digest) => !kept.has(digest))).toEqual([]);
        for (const id of sessions) {
          const events = await patient.store.listEvents(id);
          expect(events.length).toBeGreaterThanOrEqual(running.acks.events.get(id) ?? 0);
          expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
          // Each step added two: one alone would be half a step.
          expect(events.length % 2).toBe(0);
        }
      }
      await Promise.all([close(), patient.close()]);
    },
  );
});

describe.each(SERVERS)('F42 the way to %s', (_name, server) => {
  /** Long enough for whatever is not held up, on a busy machine too. */
  const TIMEOUT = 2_000;
  /** Timers of a busy test machine are late. */
  const SLACK = 60_000;

  async function throughProxy(
    use: (parts: {
      proxy: Awaited<ReturnType<typeof startFaultProxy>>;
      store: CheckoutStore;
      direct: CheckoutStore;
    }) => Promise<void>,
  ): Promise<void> {
    const target = await server.target();
    const proxy = await startFaultProxy(server.port());
    const through = openTarget(throughPort(target, proxy.port, TIMEOUT));
    const direct = openTarget(target);
    try {
      await through.store.ready();
      await use({ proxy, store: through.store, direct: direct.store });
    } finally {
      await proxy.close();
      await Promise.all([through.close(), direct.close()]);
    }
  }

  async function fails(work: Promise<unknown>): Promise<number> {
    const began = performance.now();
    await expect(work).rejects.toMatchObject({ code: 'store_unavailable' });
    return performance.now() - began;
  }

  it('cut in the middle of steps: each is done or refused, and done once', () =>
    throughProxy(async ({ proxy, store, direct }) => {
      const acks: string[] = [];
      for (let round = 0; round < 5; round++) {
        const goal = acks.length + 3 * round;
        let isOver = false;
        const batch = Promise.all(
          Array.from({ length: 40 }, async () => {
            const arrived = notification();
            await store.receive(arrived).then(
              () => acks.push(arrived.digest),
              (error) => expect(error).toMatchObject({ code: 'store_unavailable' }),
            );
          }),
        );
        void batch.finally(() => {
          isOver = true;
        });
        while (acks.length < goal && !isOver) await sleep(1);
        proxy.cut();
        await batch;
      }
      const kept = new Map(
        (await direct.listNotifications(null, 1_000)).map((each) => [each.digest, each.deliveries]),
      );
      expect(acks.length).toBeGreaterThan(0);
      for (const digest of acks) expect(kept.get(digest)).toBe(1);
    }));

  it('cut after the write was sent: the error says that the outcome is unknown, and a repetition is safe', () =>
    throughProxy(async ({ proxy, store, direct }) => {
      const session = await created(store);
      const arrived = notification({ sessionId: session.id });
      proxy.set({ kind: 'cutAfter', text: server.lastOf('receive') });
      await expect(store.receive(arrived)).rejects.toMatchObject({
        code: 'store_unavailable',
        message: expect.stringContaining('unknown'),
      });
      await expect.poll(() => direct.listNotifications(session.id, 9)).toHaveLength(1);
      expect(await store.receive(arrived)).toBe('seen');
      const change = {
        id: session.id,
        version: 1,
        next: { ...session, checks: 1 },
        events: [event('checked')],
      };
      proxy.set({ kind: 'cutAfter', text: server.lastOf('change') });
      await expect(store.change(change)).rejects.toMatchObject({ code: 'store_unavailable' });
      await expect.poll(() => direct.getSession(session.id)).toMatchObject({ version: 2 });
      expect(await store.change(change)).toBe('stale');
      expect(await direct.listEvents(session.id)).toHaveLength(1);
    }));

  it('refused: an error at once, and work again as soon as it is back', () =>
    throughProxy(async ({ proxy, store }) => {
      proxy.set({ kind: 'refuse' });
      expect(await fails(store.receive(notification()))).toBeLessThan(TIMEOUT + SLACK);
      expect(await fails(store.getSession('x'))).toBeLessThan(TIMEOUT + SLACK);
      proxy.set({ kind: 'none' });
      expect(await store.receive(notification())).toBe('new');
    }));

  it('slow but alive: works, and gives up when a step would take longer than its bound', () =>
    throughProxy(async ({ proxy, store, direct }) => {
      await store.receive(notification());
      proxy.set({ kind: 'slow', ms: 20 });
      expect(await store.receive(notification())).toBe('new');
      proxy.set({ kind: 'slow', ms: TIMEOUT });
      const late = notification();
      const began = performance.now();
      await expect(store.receive(late)).rejects.toMatchObject({
        code: 'store_unavailable',
        message: expect.stringContaining(server.late),
      });
      expect(performance.now() - began).toBeLessThan(TIMEOUT + SLACK);
      proxy.set({ kind: 'none' });
      await expect.poll(() => store.receive(notification()).catch(() => 'not yet')).toBe('new');
      expect(['new', 'seen']).toContain(await store.receive(late));
      const kept = await direct.listNotifications(null, 9);
      expect(kept.filter(({ digest }) => digest === late.digest)).toHaveLength(1);
    }));

  it('half-open: every kind of call ends in bounded time, and the pool recovers', () =>
    throughProxy(async ({ proxy, store }) => {
      const session = await created(store);
      proxy.set({ kind: 'silent' });
      const calls: Promise<unknown>[] = [
        store.receive(notification({ sessionId: session.id })),
        store.getSession(session.id),
        store.change({ id: session.id, version: 1, next: session, events: [] }),
        store.claimDue(5, 1_000, true),
        store.take('b', 1, 1_000),
        store.now(),
        store.listNotifications(null, 5),
        store.purge(1),
      ];
      for (const took of await Promise.all(calls.map(fails))) expect(took).toBeLessThan(TIMEOUT + SLACK);
      proxy.set({ kind: 'none' });
      await expect.poll(() => store.receive(notification()).catch(() => 'not yet')).toBe('new');
      expect(await store.getSession(session.id)).toEqual({ value: session, version: 1 });
    }));

  it('not there when the store opens: an error, and it opens when the database is back', () =>
    throughProxy(async ({ proxy }) => {
      const { store, close } = openTarget(throughPort(await server.target(), proxy.port, TIMEOUT));
      proxy.set({ kind: 'refuse' });
      await fails(store.ready());
      proxy.set({ kind: 'none' });
      expect(await store.receive(notification())).toBe('new');
      await close();
    }));
});

describe('F42 a full disk', () => {
  /** Fills it with notifications until three are refused. */
  async function fill(target: StoreTarget): Promise<void> {
    await withStore(target, async ({ store }) => {
      const acks: string[] = [];
      let refused = 0;
      for (let index = 0; index < 400 && refused < 3; index++) {
        // Random bytes do not compress.
        const text = randomBytes(12_000).toString('base64');
        const arrived = notification({ body: { text } });
        await store.receive(arrived).then(
          () => acks.push(arrived.digest),
          (error) => {
            expect(error).toMatchObject({ code: 'store_unavailable' });
            refused++;
          },
        );
      }
      expect(refused).toBe(3);
      const kept = (await store.listNotifications(null, 1_000)).map(({ digest }) => digest);
      expect(kept.sort()).toEqual(acks.sort());
    });
  }

  it('under PostgreSQL refuses what does not fit, keeps what was acknowledged, and goes on answering', async () => {
    const small = await startPostgres({ fileLimitKiB: 2_048 });
    try {
      await fill({ kind: 'postgres', config: (await small.schema()).config });
    } finally {
      await small.stop();
    }
  });

  it(`under ${MYSQL_NAME} too`, async () => {
    // All tables in one file, which may not grow.
    const settings = { 'innodb-file-per-table': '0', 'innodb-data-file-path': 'ibdata1:12M' };
    const small = await startMysql({ settings });
    try {
      await fill({ kind: 'mysql', config: await small.database() });
    } finally {
      await small.stop();
    }
  });
});

describe('F44 a worker that is stopped', () => {
  it.each(TARGETS)(
    'past its lease (%s): the next one has the session, and the old one’s finish is refused',
    async (_engine, target) => {
      const place = await target();
      await withStore(place, async ({ store }) => {
        const session = await created(store, {}, { dueAt: 0 });
        const sleeper = worker.start(place, { kind: 'lease', leaseMs: 300 });
        const fencingToken = Number((await sleeper.line('claimed')).split(' ')[1]);
        sleeper.child.kill('SIGSTOP');
        await expect
          .poll(() => store.claimOne(session.id, 60_000, true))
          .toMatchObject({ fencingToken: fencingToken + 1 });
        sleeper.child.kill('SIGCONT');
        sleeper.child.stdin?.write('go\n');
        expect(await sleeper.line('finished')).toBe('finished false');
        await sleeper.ended;
        expect(await store.claimOne(session.id, 1_000, true)).toBeNull();
      });
    },
  );

  // The COMMIT of the second step's transaction: the session's row is locked.
  it.each([
    ['PostgreSQL, as its settings may ask for', async () => postgresWithTransactions(), 6],
    [MYSQL_NAME, quickMysqlTarget, 12],
  ] as const)('inside a transaction on %s: its locks are gone after the bound', async (_name, target, at) => {
    const place = await target();
    const expected = await expectedSnapshots();
    // Its bound is what its locks last; what comes before it is stopped must not meet it.
    const stopped = worker.start(
      { ...place, timeoutMs: 3_000 },
      { kind: 'script', phase: 'steps', at, signal: 'SIGSTOP' },
    );
    try {
      await stopped.line('ack 0');
      await withStore(place, async ({ store }) => {
        const added = () =>
          store.addEvents('a'.repeat(32), []).then(
            () => 'added',
            (error) => error.code,
          );
        await expect.poll(added).toBe('added');
        expect(expected[1]).toEqual(await snapshot(store));
      });
    } finally {
      stopped.child.kill('SIGKILL');
      await stopped.ended;
    }
  });
});
