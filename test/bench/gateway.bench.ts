/**
 * `npm run bench:gateway`: the built client beside a bare `node:http` agent doing the same call (signing included) and beside
 * stripe's package, in one run of interleaved rounds; each round is a process of its own against one server. Prints ratios
 * of medians. Absolute times drift with the machine; ratios of CPU inside one run are what to look at. Exits 1 only when a
 * target on counts (connections) is missed.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CONTENDERS = ['bare', 'ours', 'stripe'] as const;
type Contender = (typeof CONTENDERS)[number];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const CALLS = Number(process.env.BENCH_CALLS ?? 2000);

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = fork(at('./gatewayServer.mjs'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
const port = await new Promise<number>((resolve) =>
  server.once('message', (message) => resolve((message as { port: number }).port)),
);

interface Result {
  cpuOneAtATime: number;
  cpuAtOnce: number;
  connections: number;
  coldMs: number;
  cpuVerify: number;
}

function round(contender: Contender): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(at('./gatewayRound.mjs'), [contender, String(port), String(CALLS)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.once('message', (message) => resolve(message as Result));
    child.once('exit', (code) =>
      code === 0 ? undefined : reject(new Error(`${contender} ended with ${code}.`)),
    );
  });
}

const results: Record<Contender, Result[]> = { bare: [], ours: [], stripe: [] };
for (let i = 0; i < ROUNDS; i++) {
  const order = i % 2 === 0 ? CONTENDERS : [...CONTENDERS].reverse();
  for (const contender of order) results[contender].push(await round(contender));
  process.stderr.write(`round ${i + 1} of ${ROUNDS}\n`);
}
server.disconnect();

const median = (contender: Contender, name: keyof Result): number => {
  const values = results[contender].map((result) => result[name]).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] as number;
};
const ratio = (name: keyof Result, to: Contender) => median('ours', name) / median(to, name);

console.table(
  Object.fromEntries(
    CONTENDERS.map((contender) => [
      contender,
      {
        'CPU µs a call, one at a time': median(contender, 'cpuOneAtATime').toFixed(0),
        'CPU µs a call, 64 at once': median(contender, 'cpuAtOnce').toFixed(0),
        'connections for 300 calls': median(contender, 'connections'),
        'cold process to first answer, ms': median(contender, 'coldMs').toFixed(0),
        'CPU µs to verify 1 kB': median(contender, 'cpuVerify').toFixed(1),
      },
    ]),
  ),
);

const targets: [what: string, ratio: number, holds: (ratio: number) => boolean, target: string][] = [
  ['CPU one at a time, to bare', ratio('cpuOneAtATime', 'bare'), (r) => r <= 1.25, '≤ 1.25'],
  ['CPU 64 at once, to bare', ratio('cpuAtOnce', 'bare'), (r) => r <= 1.25, '≤ 1.25'],
  ['CPU one at a time, to stripe', ratio('cpuOneAtATime', 'stripe'), (r) => r <= 0.65, '≤ 0.65'],
  ['CPU 64 at once, to stripe', ratio('cpuAtOnce', 'stripe'), (r) => r <= 0.65, '≤ 0.65'],
  ['connections for 300 calls', median('ours', 'connections'), (n) => n === 1, '1'],
  ['cold to first answer, to stripe', ratio('coldMs', 'stripe'), (r) => r <= 0.15, '≤ 0.15'],
  ['verifications a CPU second, to bare', 1 / ratio('cpuVerify', 'bare'), (r) => r >= 0.9, '≥ 0.90'],
];
console.table(
  targets.map(([what, value, holds, target]) => ({
    what,
    value: value.toFixed(2),
    target,
    met: holds(value) ? 'yes' : 'NO',
  })),
);
if (median('ours', 'connections') !== 1) process.exitCode = 1;
