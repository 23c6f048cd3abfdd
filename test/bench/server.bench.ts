/**
 * `npm run bench:server`: the built handler over HTTP, each part a process of its own: load, handler, stub gateway, PostgreSQL.
 *
 * (a) Notifications acknowledged after their durable write; afterwards every acknowledged one is read back from the store.
 * (b) `POST /session` on each store beside its durable floor (`serverBare.mjs`): the same driver, INSERT, the same gateway call,
 *     UPDATE, nothing checked. Handler and floor take turns, and a ratio is the median of the rounds' ratios.
 *
 * Rates drift with the machine and with who else is using it; ratios inside one run less, and the CPU that a process spent on
 * a request hardly, so each row tells it. Exits 1 only when an acknowledged notification is lost.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startMysql } from '../support/mysql.ts';
import { startPostgres } from '../support/postgres.ts';

/** Most notifications of a run; each lasts at most `MS`. */
const COUNT = Number(process.env.BENCH_COUNT ?? 8_000);
const MS = Number(process.env.BENCH_MS ?? 4_000);
const PARALLEL = Number(process.env.BENCH_PARALLEL ?? 32);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 1_500);
const ORDERS = 3_000;
/** A server runs for days: what code costs that no compiler has seen, three times as much, is over after so many. */
const WARM = 3_000;
/** On a busy machine as many as on an idle one. */
const WARM_MS = 30_000;

const credentials = {
  clientId: 'shop',
  clientSecret: 'shop-secret',
  signatureSecret: 'signing-secret-signing-secret',
};

interface Load {
  answered: number;
  sent: number;
  refused: number;
  perSecond: number;
  p50: number;
  p99: number;
}
interface Usage {
  cpu: number;
  peakMB: number;
}
interface Server {
  port: number;
  ask<T>(what: object): Promise<T>;
}
/** Of one round. */
type Cost = Pick<Load, 'perSecond'> & { cpu: number };
type Target = { id: string };

const children: ChildProcess[] = [];
function start(file: string, config?: object): ChildProcess {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = fork(path, config === undefined ? [] : [JSON.stringify(config)], {
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
}
async function answer<T>(child: ChildProcess): Promise<T> {
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${child.spawnargs[2]} ended with ${code}.`);
  });
  ended.catch(() => {});
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message as T;
  } finally {
    settled.abort();
  }
}
async function serve(file: string, config?: object): Promise<Server> {
  const child = start(file, config);
  const { port } = await answer<{ port: number }>(child);
  return {
    port,
    ask(what) {
      child.send(what);
      return answer(child);
    },
  };
}

/** Runs `work` and tells the CPU that the server spent on each answer, in µs. */
async function measured(server: Server, work: () => Promise<Load>): Promise<Load & { cpu: number }> {
  const before = await server.ask<Usage>({ ask: 'usage' });
  const done = await work();
  const after = await server.ask<Usage>({ ask: 'usage' });
  return { ...done, cpu: (after.cpu - before.cpu) / done.answered };
}

const rows: Record<string, string>[] = [];
function row(what: string, value: string, cpu?: number, target = '', isMet?: boolean): void {
  const spent = cpu === undefined ? '' : `${cpu.toFixed(0)} µs`;
  rows.push({
    what,
    value,
    'handler CPU each': spent,
    target,
    met: isMet === undefined ? '' : isMet ? 'yes' : 'NO',
  });
}
const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const say = (line: string) => process.stderr.write(`${line}\n`);

/** The engine alone, with as many connections as the handler has: what a durable write costs here and now. */
async function bareInserts(): Promise<number> {
  const pool = new pg.Pool({ ...(await postgres.schema()).config, max: 10 });
  await pool.query('CREATE TABLE bare (digest TEXT PRIMARY KEY, body TEXT)');
  const body = 'x'.repeat(1_000);
  let done = 0;
  const begun = performance.now();
  const workers = Array.from({ length: PARALLEL }, async () => {
    while (performance.now() - begun < ROUND_MS) {
      await pool.query('INSERT INTO bare VALUES ($1, $2)', [randomUUID(), body]);
      done++;
    }
  });
  await Promise.all(workers);
  const seconds = (performance.now() - begun) / 1_000;
  await pool.end();
  return done / seconds;
}

const folder = mkdtempSync(join(tmpdir(), 'hpp-bench-'));
const postgres = await startPostgres();
// MariaDB's own size of its log. The tests' small one is full after a few hundred sessions, and pages are written for it.
const mariadb = await startMysql({ durable: true, settings: { 'innodb-log-file-size': '96M' } });
let lost = 0;
try {
  const gateway = await serve('./serverGateway.mjs');
  const load = start('./serverLoad.mjs');
  const ask = (what: object): Promise<Load> => {
    load.send({ credentials, parallel: PARALLEL, ...what });
    return answer(load);
  };
  const common = { gatewayUrl: `http://127.0.0.1:${gateway.port}`, credentials };
  const places: Record<string, () => Promise<object>> = {
    PostgreSQL: async () => ({ config: (await postgres.schema()).config }),
    SQLite: async () => ({ path: join(folder, `${randomUUID()}.db`) }),
    MariaDB: async () => ({ config: await mariadb.database() }),
  };
  const handlers: Record<string, Server> = {};
  const floors: Record<string, Server> = {};
  for (const [store, place] of Object.entries(places)) {
    handlers[store] = await serve('./serverHandler.mjs', { ...common, store, ...(await place()) });
    floors[store] = await serve('./serverBare.mjs', { ...common, store, ...(await place()) });
  }

  const makeSessions = async (server: Server, prefix: string, isWarmUp: boolean): Promise<Cost> => {
    const bounds = isWarmUp ? { count: WARM, ms: WARM_MS } : { count: ROUND_MS * 10, ms: ROUND_MS };
    const made = await measured(server, () => ask({ ask: 'sessions', port: server.port, prefix, ...bounds }));
    if (made.refused > 0)
      throw new Error(`${prefix}: ${made.refused} of ${made.sent} sessions were not made.`);
    return made;
  };

  const inserts = await bareInserts();
  row('PostgreSQL: one bare INSERT a commit, no server around it', `${inserts.toFixed(0)}/s`);
  for (const [name, handler] of Object.entries(handlers)) {
    const isTarget = name === 'PostgreSQL';
    const { port } = handler;
    const sessions = (prefix: string, count: number) =>
      handler.ask<Target[]>({ ask: 'sessions', prefix, count });

    const warm = await sessions('warm', 10);
    await ask({ ask: 'notify', port, targets: warm, count: WARM, status: 'Pending', ms: WARM_MS });

    const open = await sessions('open', 200);
    const kept = await measured(handler, () =>
      ask({ ask: 'notify', port, targets: open, count: COUNT, status: 'Pending', ms: MS }),
    );
    const { notifications } = await handler.ask<{ notifications: number }>({
      ask: 'count',
      ids: open.map(({ id }) => id),
    });
    say(`${name}: ${kept.answered} acknowledged, ${notifications} kept, ${kept.refused} refused`);
    lost += Math.max(0, kept.answered - notifications);
    const rate = `${kept.perSecond.toFixed(0)}/s`;
    row(
      `${name}: notifications acknowledged`,
      rate,
      kept.cpu,
      isTarget ? '≥ 1,000/s' : '',
      isTarget ? kept.perSecond >= 1_000 : undefined,
    );
    const p = `${kept.p50.toFixed(0)} / ${kept.p99.toFixed(0)} ms`;
    row(
      `${name}: p50 / p99`,
      p,
      undefined,
      isTarget ? 'p99 < 100 ms' : '',
      isTarget ? kept.p99 < 100 : undefined,
    );
    row(
      `${name}: acknowledged and lost`,
      String(kept.answered - notifications),
      undefined,
      '0',
      kept.answered <= notifications,
    );

    const due = await sessions('due', ORDERS);
    const paying = await ask({
      ask: 'notify',
      port,
      targets: due,
      count: ORDERS,
      status: 'Processed',
      ms: MS,
    });
    const begun = performance.now();
    const after = await handler.ask<{ notifications: number; paid: number }>({
      ask: 'count',
      ids: due.map(({ id }) => id),
    });
    const behind = ((performance.now() - begun) / 1_000).toFixed(1);
    say(
      `${name}: ${paying.answered} paid, ${after.notifications} kept, ${after.paid} fulfilled, ${behind} s after the last`,
    );
    lost += Math.max(0, paying.answered - after.notifications, paying.answered - after.paid);
    row(
      `${name}: the same, each pays an order and has it fulfilled`,
      `${paying.perSecond.toFixed(0)}/s, p99 ${paying.p99.toFixed(0)} ms`,
      undefined,
      isTarget ? '≥ 500/s' : '',
      isTarget ? paying.perSecond >= 500 : undefined,
    );
    const { peakMB } = await handler.ask<Usage>({ ask: 'usage' });
    row(`${name}: handler process, peak RSS`, `${peakMB.toFixed(0)} MB`, undefined, '< 150 MB', peakMB < 150);
  }

  for (const [store, handler] of Object.entries(handlers)) {
    const floor = floors[store] as Server;
    const pairs: { ours: Cost; floor: Cost }[] = [];
    for (let round = -1; round < ROUNDS; round++) {
      const measure = (server: Server) => makeSessions(server, `${store}-${round}`, round < 0);
      // Who goes first changes with each round.
      const first = await measure(round % 2 === 0 ? handler : floor);
      const second = await measure(round % 2 === 0 ? floor : handler);
      const [ours, its] = round % 2 === 0 ? [first, second] : [second, first];
      if (round >= 0) pairs.push({ ours, floor: its });
    }
    const of = (which: 'ours' | 'floor', what: keyof Cost) => median(pairs.map((pair) => pair[which][what]));
    const ratio = median(pairs.map(({ ours, floor: its }) => ours.perSecond / its.perSecond));
    row(`POST /session, ${store}: floor`, `${of('floor', 'perSecond').toFixed(0)}/s`, of('floor', 'cpu'));
    const value = `${of('ours', 'perSecond').toFixed(0)}/s, ${ratio.toFixed(2)} × floor`;
    row(`POST /session, ${store}: handler`, value, of('ours', 'cpu'), '≥ 0.50 × floor', ratio >= 0.5);
  }
  say(
    `${availableParallelism()} cores, load average ${loadavg()[0]?.toFixed(1)}: above the cores, rates are the neighbours' too.`,
  );
  console.table(rows);
} finally {
  for (const child of children) if (child.connected) child.disconnect();
  await Promise.all([postgres.stop(), mariadb.stop()]);
  rmSync(folder, { recursive: true, force: true });
}
if (lost > 0) process.exitCode = 1;
