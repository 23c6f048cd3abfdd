import { type HandlerHarness, handlerHarness } from '../handlerHarness.ts';
import { FAILURES, type Failure, LIMIT_MS, pastLimit } from './failures.ts';
import { type Behave, FUNCTIONS, isAsked } from './functions.ts';

/*
 * A shop's process without a listener for unhandled rejections: one that any of its functions leaves behind ends it, as in
 * production. Prints what each case came to, as one line of JSON.
 */

export interface Case {
  name: string;
  failure: string;
  /** `POST /session`, `POST /notify`, `GET /session/:id`, `GET /return`, `GET /health`, `POST /notify` of another payment. */
  statuses: number[];
  /** Level, message and the error's message of all lines but debug and info. */
  log: [level: string, message: string, error: string | null][];
  /** What stood on the console. */
  console: string[];
  effect: string | null;
  attempts: number | null;
}

/** What became of a hook that tells of an order's end, which goes wrong once. */
export interface EndCase {
  name: string;
  failure: string;
  log: Case['log'];
  callsWhileBroken: number;
  /** A day later, when it works again. */
  calls: number;
}

async function runCase(name: string, failureName: string, failure: Failure): Promise<Case> {
  let broken = false;
  const behave = ((answer) => (broken ? failure.does(answer) : answer())) as Behave;
  const made = FUNCTIONS[name]?.(behave);
  const log: Case['log'] = [];
  const note =
    (level: string) =>
    ({ err }: { err?: { message?: string } }, message: string) => {
      // What every handler says when it starts.
      if (!message.startsWith('TEST MODE:')) log.push([level, message, err?.message ?? null]);
    };
  // Those that are called once, when the handler is made.
  broken = name.startsWith('meter.');
  const harness = handlerHarness({
    handler: {
      logger: { debug: () => {}, info: () => {}, warn: note('warn'), error: note('error') },
      limits: { hookTimeoutMs: LIMIT_MS, answerTimeoutMs: LIMIT_MS, pollIntervalMs: 0 },
      onNotification: () => {},
      ...made?.handler,
    },
  });
  const id = await harness.session('A-1');
  harness.gateway.pay();
  broken = true;
  const { body, headers } = await harness.gateway.notification();
  const orphan = await harness.gateway.notification({
    OrderReference: 'B-1',
    UniqueReference: 'B',
    PspId: '1',
  });
  const callBack = new URL(harness.gateway.created[0]?.callBackUrl ?? '').pathname.replace('/checkout', '');
  const fetch = async (path: string, init: RequestInit = {}) =>
    (await harness.fetch(path, init, made?.context)).status;
  const order = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order: 'A-9' }),
  };
  const answers = [
    await fetch('/session', order),
    await fetch(callBack, { method: 'POST', body, headers }),
    await harness.drain(),
    await fetch(`/session/${id}`),
    await fetch(`/return/${id}/success`),
    await fetch('/health'),
    await fetch('/notify', { method: 'POST', ...orphan }),
  ];
  const statuses = answers.filter((status) => status !== undefined);
  if (failure.outcome === 'late' && (isAsked(name) || failure.says !== undefined)) await pastLimit();
  await new Promise(setImmediate);
  await harness.drain();
  const effect = await harness.store.getFulfilment('A-1', true);
  return {
    name,
    failure: failureName,
    statuses,
    log,
    console: lines.splice(0),
    effect: effect?.state ?? null,
    attempts: effect?.attempts ?? null,
  };
}

const HOUR = 3_600_000;

/** What each hook that tells of an order's end waits for, up to the sweep that calls it. */
const ENDS: Record<string, (harness: HandlerHarness) => Promise<unknown>> = {
  async onUnpaid(harness) {
    await harness.session('A-1');
    harness.gateway.set({ Status: 'Expired' });
    harness.advance(24 * HOUR);
  },
  async onLatePayment(harness) {
    await ENDS.onUnpaid?.(harness);
    await harness.handler.sweep();
    harness.gateway.pay();
    await harness.notify();
  },
  async onPending(harness) {
    const id = await harness.session('A-1');
    const stored = await harness.store.getSession(id);
    if (stored === null) throw new Error('No session.');
    const next = { ...stored.value, returnedAt: harness.now(), sentBackAt: harness.now() };
    await harness.store.change({ id, version: stored.version, next, events: [] });
    harness.advance(180_000);
  },
};

async function runEnd(name: string, failureName: string, failure: Failure): Promise<EndCase> {
  let broken = true;
  let calls = 0;
  const log: Case['log'] = [];
  const silent = () => {};
  const harness = handlerHarness({
    handler: {
      logger: {
        debug: silent,
        info: silent,
        warn: silent,
        error: ({ err }: { err?: { message?: string } }, message) =>
          void log.push(['error', message, err?.message ?? null]),
      },
      limits: { hookTimeoutMs: LIMIT_MS },
      onUnpaid: silent,
      onLatePayment: silent,
      onPending: silent,
      [name]: () => {
        calls++;
        return broken ? failure.does(silent) : undefined;
      },
    },
  });
  await ENDS[name]?.(harness);
  await harness.handler.sweep();
  if (failure.outcome === 'late') await pastLimit();
  await harness.drain();
  const callsWhileBroken = calls;
  broken = false;
  harness.advance(HOUR);
  await harness.handler.sweep();
  harness.advance(24 * HOUR);
  await harness.handler.sweep();
  return { name, failure: failureName, log, callsWhileBroken, calls };
}

const lines: string[] = [];
console.error = (line: string) => void lines.push(JSON.parse(line).err.message);
const { log: print } = console;

const cases = Object.keys(FUNCTIONS).flatMap((name) =>
  Object.entries(FAILURES).map(([failureName, failure]) => ({ name, failureName, failure })),
);
const isLogger = ({ name }: { name: string }) => name.startsWith('logger.');
const report = (each: Case) => print(JSON.stringify(each));
await Promise.all(
  cases
    .filter((each) => !isLogger(each))
    .map(({ name, failureName, failure }) => runCase(name, failureName, failure).then(report)),
);
await Promise.all(
  Object.keys(ENDS).flatMap((name) =>
    Object.entries(FAILURES).map(([failureName, failure]) =>
      runEnd(name, failureName, failure).then((each) => print(JSON.stringify(each))),
    ),
  ),
);
// One after the other: they share the console.
for (const { name, failureName, failure } of cases.filter(isLogger))
  report(await runCase(name, failureName, failure));
