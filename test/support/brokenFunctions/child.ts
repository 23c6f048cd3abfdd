import { handlerHarness } from '../handlerHarness.ts';
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
// One after the other: they share the console.
for (const { name, failureName, failure } of cases.filter(isLogger))
  report(await runCase(name, failureName, failure));
