/**
 * `npm run bench:gateway`: the built client beside a bare `node:http` agent that does the same by hand, and beside stripe's
 * package. What is compared, and how, stands in README.md. Exits 1 when a count is missed or the contenders do not do the same.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeCertificate } from '../support/makeCertificate.ts';

const CONTENDERS = ['bare', 'ours', 'stripe'] as const;
type Contender = (typeof CONTENDERS)[number];
const TASKS = { oneAtATime: 150, atOnce: 300, verify: 1_500, verifyBytes: 1_500 } as const;
type Task = keyof typeof TASKS;

const GENERATIONS = Number(process.env.BENCH_ROUNDS ?? 2);
const BLOCKS = Number(process.env.BENCH_BLOCKS ?? 15);
const WARM_UP = Number(process.env.BENCH_WARM_UP ?? 2_500);
const COLD_STARTS = Number(process.env.BENCH_COLD ?? 7);

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bench-gateway-'));
const certificate = join(folder, 'localhost.pem');
const { key, cert } = makeCertificate();
writeFileSync(certificate, key + cert);
const server = start('gatewayServer.mjs', [certificate]);
const { http, https } = await heard<{ http: string; https: string }>(server);
const loadBefore = loadavg()[0] as number;

await assertSameWork();
const connections = {} as Record<Contender, number>;
for (const contender of CONTENDERS) connections[contender] = await countConnections(contender);
const imports = { node: [] as number[], ours: [] as number[] };
const cold: Record<Contender, number[]> = { bare: [], ours: [], stripe: [] };
for (let i = 0; i < COLD_STARTS; i++) {
  for (const contender of CONTENDERS) cold[contender].push(await coldMs('answer', contender, http));
  imports.node.push(await coldMs('import', 'node:http'));
  imports.ours.push(await coldMs('import', new URL('../../dist/server.js', import.meta.url).href));
}
const cpu = await measureCpu();
const loadAfter = loadavg()[0] as number;
server.disconnect();
rmSync(folder, { recursive: true });

console.log(`Node ${process.version}, load average ${loadBefore.toFixed(1)} to ${loadAfter.toFixed(1)}`);
console.table(
  Object.fromEntries(
    CONTENDERS.map((contender) => [
      contender,
      {
        'CPU µs a call, one at a time': median(cpu[contender].oneAtATime).toFixed(0),
        'CPU µs a call, 64 at once': median(cpu[contender].atOnce).toFixed(0),
        'TLS connections for 300 calls': connections[contender],
        'cold process to first answer, ms': median(cold[contender]).toFixed(0),
        'CPU µs to verify 1 kB': median(cpu[contender].verify).toFixed(1),
        'the same, bytes signed': median(cpu[contender].verifyBytes).toFixed(1),
      },
    ]),
  ),
);

const against = (task: Task, other: Contender) => pairedRatio(cpu.ours[task], cpu[other][task]);
const targets: [what: string, value: number, holds: (value: number) => boolean, target: string][] = [
  ['CPU one at a time, to bare', against('oneAtATime', 'bare'), (r) => r <= 1.25, '≤ 1.25'],
  ['CPU 64 at once, to bare', against('atOnce', 'bare'), (r) => r <= 1.25, '≤ 1.25'],
  ['CPU one at a time, to stripe', against('oneAtATime', 'stripe'), (r) => r <= 0.65, '≤ 0.65'],
  ['CPU 64 at once, to stripe', against('atOnce', 'stripe'), (r) => r <= 0.65, '≤ 0.65'],
  ['TLS connections for 300 calls', connections.ours, (n) => n === 1, '1'],
  ['cold to first answer, to stripe', pairedRatio(cold.ours, cold.stripe), (r) => r <= 0.15, '≤ 0.15'],
  ['cold to first answer, to bare', pairedRatio(cold.ours, cold.bare), () => true, '(none)'],
  ['cold import of the server entry, ms', median(imports.ours), (ms) => ms <= 40, '≤ 40'],
  ['cold import of node:http beside it, ms', median(imports.node), () => true, '(floor)'],
  ['verifications a CPU second, to bare', 1 / against('verify', 'bare'), (r) => r >= 0.9, '≥ 0.90'],
  ['the same, bytes signed', 1 / against('verifyBytes', 'bare'), (r) => r >= 0.9, '≥ 0.90'],
  [
    'stripe: verifications a CPU second, to bare',
    1 / pairedRatio(cpu.stripe.verify, cpu.bare.verify),
    () => true,
    '(peer)',
  ],
];
console.table(
  targets.map(([what, value, holds, target]) => ({
    what,
    value: value.toFixed(2),
    target,
    met: target.startsWith('(') ? '' : holds(value) ? 'yes' : 'NO',
  })),
);
if (connections.ours !== 1) process.exitCode = 1;

/** In generations of processes, and in each in short blocks that take turns: neighbours see the same machine. */
async function measureCpu(): Promise<Record<Contender, Record<Task, number[]>>> {
  const tasks = Object.keys(TASKS) as Task[];
  const empty = () =>
    Object.fromEntries(tasks.map((task) => [task, []])) as unknown as Record<Task, number[]>;
  const results = { bare: empty(), ours: empty(), stripe: empty() };
  for (let generation = 0; generation < GENERATIONS; generation++) {
    const workers = {} as Record<Contender, ChildProcess>;
    for (const contender of CONTENDERS) {
      workers[contender] = start('gatewayWorker.mjs', [contender, http]);
      await heard(workers[contender]);
      // Until the compiler has seen enough: the least code would win any shorter race.
      for (const task of tasks) {
        await run(workers[contender], task, task.startsWith('verify') ? 5 * WARM_UP : WARM_UP);
      }
    }
    for (let block = 0; block < BLOCKS; block++) {
      const order = block % 2 === 0 ? CONTENDERS : [...CONTENDERS].reverse();
      for (const task of tasks) {
        for (const contender of order) {
          results[contender][task].push(await run(workers[contender], task, TASKS[task]));
        }
      }
    }
    for (const contender of CONTENDERS) workers[contender].disconnect();
    process.stderr.write(`generation ${generation + 1} of ${GENERATIONS}\n`);
  }
  return results;
}

/** Bare and ours must send the same but for the reference, which is new each time, and what is made of it. */
async function assertSameWork(): Promise<void> {
  const sent = async (contender: 'bare' | 'ours') => {
    await coldMs('answer', contender, http);
    server.send('report');
    const { last } = await heard<{ last: { url: string; method: string; headers: object; body: string } }>(
      server,
    );
    const { UniqueReference, ...payload } = JSON.parse(last.body) as Record<string, unknown>;
    const sorted = Object.entries({ ...payload, reference: String(UniqueReference).length }).sort();
    return JSON.stringify([last.method, last.url, Object.keys(last.headers).sort(), sorted]);
  };
  const [bare, ours] = [await sent('bare'), await sent('ours')];
  if (bare !== ours) throw new Error(`The contenders do not send the same:\n${bare}\n${ours}`);
}

async function countConnections(contender: Contender): Promise<number> {
  server.send('report');
  await heard(server);
  const worker = start('gatewayWorker.mjs', [contender, https]);
  await heard(worker);
  await run(worker, 'oneAtATime', 300);
  worker.disconnect();
  server.send('report');
  return (await heard<{ connections: number }>(server)).connections;
}

async function coldMs(...args: string[]): Promise<number> {
  return heard<number>(start('gatewayCold.mjs', args));
}

function run(worker: ChildProcess, task: Task, count: number): Promise<number> {
  worker.send({ task, count });
  return heard<number>(worker);
}

function start(file: string, args: string[]): ChildProcess {
  return fork(at(`./${file}`), args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Not this process's loader, which would be part of every cold start.
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: certificate },
  });
}

function heard<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`A process of the bench ended with ${code}.`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as T);
    });
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

/** The median of the ratios of measurements made one right after the other. */
function pairedRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((value, i) => value / (theirs[i] as number)));
}
