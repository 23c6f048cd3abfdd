/**
 * `npm run bench:widget`: the built script tag beside a hand-written floor and the checkout widgets that need no remote
 * service, in one run of interleaved rounds, in Chromium: four times slower processor, then a round trip of 50 ms; then
 * opened and closed again and again. Prints tables of medians and of ratios to the floor of the same round, and which
 * targets were met. Exits 1 only for what does not depend on the machine: sizes, layout shift, nodes and listeners left.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { transformWithOxc } from 'vite';
import { launchChromium, NO_COMPILER, WHOLE_CHROMIUM } from '../support/chromium.ts';
import { contenders as allContenders, type Contender } from './widget/contenders.ts';
import { scriptOfPeer } from './widget/fetchPeers.ts';
import { startStage } from './widget/startStage.ts';
import { type Leaks, leaksOf, type Opened, openOnce, type Visitor } from './widget/visit.ts';

/** `BENCH_PEERS=0`: the floor and ours alone. */
const contenders = allContenders.filter(
  ({ script }) => process.env.BENCH_PEERS !== '0' || typeof script !== 'object',
);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CYCLES = Number(process.env.BENCH_CYCLES ?? 200);
const PEER_CYCLES = Math.min(CYCLES, 40);
const RTT_MS = 50;
/** A phone on a middling network, as Lighthouse has it (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md). */
const PHONE = { rttMs: 150, bitsPerSecond: 1_600_000, sessionMs: 150 };

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const dist = at('../../dist/');
const fileOf = (part: string) =>
  readdirSync(dist).find((file) => file.startsWith(`hpp-checkout.${part}.`)) as string;
const own = (file: string) => readFileSync(`${dist}${file}`, 'utf8');
const floor = readFileSync(at('widget/floor.js'), 'utf8');

const files = new Map([
  ['/hpp-checkout.js', own('hpp-checkout.js')],
  ...['frame', 'dialog'].map((part) => [`/${fileOf(part)}`, own(fileOf(part))] as const),
  ['/floor.js', floor],
]);
for (const { script } of contenders) {
  if (typeof script === 'object') files.set(`/${script.package}.js`, scriptOfPeer(script));
}

const brotli = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
const minified = async (code: string) => (await transformWithOxc(code, 'floor.js', {})).code;

// Now: a build beside a long run would take the files away.
const button = brotli(own('hpp-checkout.js'));
const sizes = { button, frame: button + brotli(own(fileOf('frame'))), all: 0 };
sizes.all = sizes.frame + brotli(own(fileOf('dialog')));

const stage = await startStage(files, [{ rttMs: RTT_MS }, PHONE]);
const [farPort = 0, phonePort = 0] = stage.farPorts;
const launch = (port: number, ...more: string[]) =>
  launchChromium(
    ['--ignore-certificate-errors', `--host-resolver-rules=MAP * 127.0.0.1:${port}`, ...more],
    WHOLE_CHROMIUM,
  );

const say = (text: string) => process.stderr.write(`${text}\n`);
const firstLine = ({ message }: Error) => message.split('\n')[0] as string;
/** Not measured any more, and why. */
const failed = new Map<string, string>();

/** Of each contender what each round gave, so that rounds can be compared: `null` where it opened no page. */
type Rounds = Map<string, (Opened | null)[]>;
async function rounds(browser: Browser, visitor: Visitor, among = contenders): Promise<Rounds> {
  const results: Rounds = new Map(among.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? among : [...among].reverse();
    for (const contender of order) {
      const { name } = contender;
      if (failed.has(name)) continue;
      const mine = results.get(name) ?? [];
      mine.push(
        await openOnce(browser, stage, contender, visitor).catch((error: Error) => {
          say(`${name}: ${firstLine(error)}`);
          // A machine may be busy for a moment; one that never opens is not waited for again and again.
          if (mine.at(-1) === null) failed.set(name, firstLine(error));
          return null;
        }),
      );
    }
    say(`round ${round + 1} of ${ROUNDS}`);
  }
  return results;
}

const near = await launch(stage.port);
const version = near.version();
const slow = await rounds(near, { throttle: 4, by: 'hover' });
const mine = contenders.filter(({ script }) => script === 'ours' || script === 'floor');
const unwarned = await rounds(near, { throttle: 4, by: 'click' }, mine);
await near.close();
const patient = await launch(stage.port, NO_COMPILER);
const leaks = new Map<string, Leaks>();
for (const contender of contenders) {
  const measured =
    ['floor', 'ours', 'bare iframe'].includes(contender.name) || typeof contender.script === 'object';
  if (!measured || failed.has(contender.name)) continue;
  const cycles = typeof contender.script === 'object' ? PEER_CYCLES : CYCLES;
  await leaksOf(patient, contender, cycles).then(
    (left) => leaks.set(contender.name, left),
    (error: Error) => say(`${contender.name}, leaks: ${firstLine(error)}`),
  );
}
await patient.close();
const far = await launch(farPort);
const distant = await rounds(far, { throttle: 1, by: 'hover' });
await far.close();
stage.sessionMs = PHONE.sessionMs;
const pocket = await launch(phonePort);
const phone = await rounds(pocket, { throttle: 4, by: 'tap' }, mine);
await pocket.close();
await stage.close();

const median = (values: readonly number[]) => {
  const sorted = values.filter(Number.isFinite).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
const of = (results: Rounds, name: string, field: keyof Opened) =>
  median((results.get(name) ?? []).map((one) => one?.[field] ?? Number.NaN));
/** The median of the ratios inside each round: what the machine did in that minute cancels out. */
function ratio(results: Rounds, { name, start }: Contender, field: keyof Opened): number {
  const base = results.get(start === 'url' ? 'floor' : 'floor, session to create') ?? [];
  const each = (results.get(name) ?? []).map(
    (one, round) => (one?.[field] ?? Number.NaN) / (base[round]?.[field] ?? Number.NaN),
  );
  return median(each);
}
const n = (value: number, digits = 0) => (Number.isFinite(value) ? value.toFixed(digits) : '');
const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
const head = (...cells: string[]) => {
  console.log('');
  row(...cells);
  row(...cells.map((_, index) => (index === 0 ? '---' : '---:')));
};

const floorBytes = brotli(await minified(floor));
console.log(
  `${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}, Chromium ${version}, Node ${process.version}, ${ROUNDS} rounds, RTT ${RTT_MS} ms.`,
);
head('script', 'version', 'bytes, minified, brotli', 'to the floor');
row('floor', '', floorBytes, '1.00×');
row('ours, button', '', sizes.button, `${n(sizes.button / floorBytes, 2)}×`);
row('ours, before the page is asked for', '', sizes.frame, `${n(sizes.frame / floorBytes, 2)}×`);
row('ours, an ordinary payment', '', sizes.all, `${n(sizes.all / floorBytes, 2)}×`);
for (const { name, script } of contenders) {
  if (typeof script !== 'object') continue;
  const bytes = brotli(files.get(`/${script.package}.js`) as string);
  row(name, `${script.package} ${script.version}`, bytes, `${n(bytes / floorBytes, 2)}×`);
}

head(
  '',
  'mount 4×, ms',
  'to the floor',
  'click → request 4×, ms',
  'to the floor',
  `click → request RTT ${RTT_MS}, ms`,
  'to the floor',
  'layout shift',
  'long tasks at mount / until the request (4×)',
);
for (const contender of contenders) {
  const { name } = contender;
  if (failed.has(name)) {
    row(name, failed.get(name) as string, '', '', '', '', '', '', '');
    continue;
  }
  row(
    name,
    n(of(slow, name, 'mountMs'), 1),
    `${n(ratio(slow, contender, 'mountMs'), 2)}×`,
    n(of(slow, name, 'clickToRequestMs')),
    `${n(ratio(slow, contender, 'clickToRequestMs'), 2)}×`,
    n(of(distant, name, 'clickToRequestMs')),
    `${n(ratio(distant, contender, 'clickToRequestMs'), 2)}×`,
    n(of(distant, name, 'shift'), 4),
    `${of(slow, name, 'longTasksAtMount')} / ${of(slow, name, 'longTasksAtOpen')}`,
  );
}

head(
  'without a hover',
  'click → request 4×, ms',
  'to the floor',
  `phone (${PHONE.rttMs} ms, ${PHONE.bitsPerSecond / 1e6} Mbit/s, 4×), ms`,
  'to the floor',
  'long tasks until the request / after it (4×)',
);
for (const one of mine) {
  row(
    one.name,
    n(of(unwarned, one.name, 'clickToRequestMs')),
    `${n(ratio(unwarned, one, 'clickToRequestMs'), 2)}×`,
    n(of(phone, one.name, 'clickToRequestMs')),
    `${n(ratio(phone, one, 'clickToRequestMs'), 2)}×`,
    `${of(unwarned, one.name, 'longTasksAtOpen')} / ${of(unwarned, one.name, 'longTasksAfter')}`,
  );
}

head(
  'left behind by each open and close',
  'cycles',
  'heap, bytes',
  'nodes',
  'listeners',
  'children of head and body',
);
for (const [name, left] of leaks) {
  row(name, left.cycles, n(left.heapBytes), n(left.nodes, 2), n(left.listeners, 2), n(left.children, 2));
}

const contender = (name: string) => contenders.find((one) => one.name === name) as Contender;
const ours = leaks.get('ours');
const bare = leaks.get('bare iframe');
const targets: [what: string, value: number, most: number, hard: boolean][] = [
  ['button, bytes', sizes.button, 2239, true],
  ['before the page is asked for, bytes', sizes.frame, 5000, true],
  ['an ordinary payment, bytes', sizes.all, 19_000, true],
  ['mount to the floor (4×)', ratio(slow, contender('ours'), 'mountMs'), 1, false],
  [
    'click → request, no hover, URL in hand (4×)',
    ratio(unwarned, contender('ours'), 'clickToRequestMs'),
    1.15,
    false,
  ],
  [
    'click → request, no hover, session to create (4×)',
    ratio(unwarned, contender('ours, session to create'), 'clickToRequestMs'),
    1.15,
    false,
  ],
  [
    'the phone: tap → request, session to create',
    ratio(phone, contender('ours, session to create'), 'clickToRequestMs'),
    0.7,
    false,
  ],
  [
    'click → request to the floor, URL in hand (RTT)',
    ratio(distant, contender('ours'), 'clickToRequestMs'),
    0.5,
    false,
  ],
  [
    'click → request, session warm, to the floor (RTT)',
    ratio(distant, contender('ours, session warm'), 'clickToRequestMs'),
    0.3,
    false,
  ],
  ['layout shift', of(distant, 'ours', 'shift'), 0, true],
  ['long tasks at mount (4×)', of(slow, 'ours', 'longTasksAtMount'), 0, false],
  ['long tasks between click and request (4×)', of(unwarned, 'ours', 'longTasksAtOpen'), 0, false],
  [
    'heap left beyond a bare iframe, bytes',
    (ours?.heapBytes ?? Number.NaN) - (bare?.heapBytes ?? 0),
    50,
    false,
  ],
  ['nodes left', Math.round((ours?.nodes ?? Number.NaN) * 100) / 100, 0, true],
  ['listeners left', Math.round((ours?.listeners ?? Number.NaN) * 100) / 100, 0, true],
];
head('target', 'value', 'at most', 'met');
for (const [what, value, most] of targets) row(what, n(value, 2), most, value <= most ? 'yes' : 'NO');
if (targets.some(([, value, most, hard]) => hard && !(value <= most))) process.exitCode = 1;
