import { beforeAll, describe, expect, it } from 'vitest';
import type { Cell } from '../support/misbehave/child.ts';
import { FUNCTIONS, isAsked, isFailure } from '../support/misbehave/functions.ts';
import { runChild } from '../support/misbehave/runChild.ts';
import { LIMIT_MS, WAYS, type Way } from '../support/misbehave/ways.ts';

let cells: Cell[] = [];
let ended: { status: number | null; errors: string };

beforeAll(async () => {
  const { lines, ...rest } = await runChild<Cell>('child.ts');
  cells = lines;
  ended = rest;
}, 60_000);

const FINE = {
  statuses: [201, 200, 200, 200, 200, 200],
  log: [],
  console: [],
  effect: 'done',
  attempts: 1,
};
const refusing = (status: number) => ({ ...FINE, statuses: [status, ...FINE.statuses.slice(1)] });
type Expected = Omit<Cell, 'name' | 'way'>;

const ODD_ORDER: Readonly<Record<string, string>> = {
  'answers with a list': 'answered with a wrong orderReference: expected "orderReference".',
  'answers with what cannot be read': 'failed: a bug in the shop',
};
const ODD_ADDRESS: Readonly<Record<string, string>> = {
  'answers with a number': 'number',
  'answers with an empty text': 'an empty text',
  'answers with false': 'boolean',
  'answers with a symbol': 'symbol',
  'answers with a function': 'function',
};
const WHAT_IT_MAKES: Readonly<Record<string, string>> = {
  'tracer.startSpan': 'setAttribute, setStatus, end',
  'meter.createCounter': 'add',
  'meter.createHistogram': 'record',
};

/** How the error's message begins; `null` where the function did nothing wrong. */
function complaint(name: string, wayName: string, way: Way): string | null {
  if (isAsked(name) && way.outcome === 'late') return `${name} took longer than ${LIMIT_MS} ms`;
  if (isFailure(name, way)) {
    const isLaterThanTheLook = name in WHAT_IT_MAKES && !wayName.startsWith('throws');
    return isLaterThanTheLook && !wayName.startsWith('answers with a getter')
      ? `${name} answered without ${WHAT_IT_MAKES[name]}.`
      : `${name} ${way.says}`;
  }
  if (name === 'resolveOrder')
    return `${name} ${ODD_ORDER[wayName] ?? 'answered with a wrong order: expected Object.'}`;
  if (name.endsWith('Url'))
    return `${name} answered with ${ODD_ADDRESS[wayName] ?? 'object'}. Expected an http(s) address.`;
  if (name in WHAT_IT_MAKES)
    return wayName === 'answers with what cannot be read'
      ? `${name} failed: a bug in the shop`
      : `${name} answered without ${WHAT_IT_MAKES[name]}.`;
  return null;
}

function expected(name: string, wayName: string, way: Way): Expected {
  const error = complaint(name, wayName, way);
  const logs = (message: string, times = 1): Expected => ({
    ...FINE,
    log: Array.from({ length: times }, () => ['error', message, error]),
  });
  if (name === 'authorize' && error === null)
    return wayName === 'answers with false' || wayName === 'answers with an empty text'
      ? refusing(401)
      : FINE;
  if (error === null && name !== 'span.setStatus') return FINE;
  switch (name) {
    case 'authorize':
      return { ...logs('A request failed'), statuses: refusing(500).statuses };
    case 'resolveOrder':
      // Asked for a page, and again when the earlier page is paid: the payment waits for its answer.
      return {
        ...refusing(500),
        log: [...logs('A request failed').log, ...logs('A paid order could not be priced again').log],
        effect: 'pending',
      };
    case 'onPaymentDetails':
      return {
        ...FINE,
        statuses: FINE.statuses.map((status, index) => (index === 1 ? 503 : status)),
        log: [...logs('onPaymentDetails failed; it will be called again').log, REFUSED],
      };
    case 'onNotification':
      return {
        ...FINE,
        statuses: FINE.statuses.map((status, index) => (index === 5 ? 503 : status)),
        log: [...logs('onNotification failed; the gateway is asked to send again').log, REFUSED],
      };
    case 'onPayment':
      return { ...logs('onPayment failed; it will be called again'), effect: 'pending' };
    case 'onEvent':
      // Created, opened; received, completed, fulfilled; handled.
      return logs('onEvent failed', 6);
    case 'successUrl':
    case 'failureUrl':
    case 'continueUrl':
      return logs(`${name} gave no address; the return page goes without`);
    case 'waitUntil':
      return logs('Background work was not handed to the platform');
    case 'logger.isLevelEnabled':
    case 'logger.info':
      return { ...FINE, console: [error ?? ''] };
    case 'span.setStatus':
      return {
        ...FINE,
        effect: 'pending',
        log: [
          ...(error === null ? [] : logs(TELEMETRY).log),
          ['error', 'onPayment failed; it will be called again', 'onPayment failed: no stock'],
        ],
      };
    default:
      return logs(TELEMETRY);
  }
}
const REFUSED: Cell['log'][number] = ['warn', 'A notification was refused', null];
const TELEMETRY = 'Telemetry failed; the checkout goes on without it';

/** Long messages by their beginning, console lines by what they tell, in no order. */
function brief(cell: Expected): Expected {
  const short = (text: string | null) =>
    text?.replace(/ \(limits\..*/, '').replace(/(expected [^.]*\.).*/, '$1') ?? null;
  return {
    ...cell,
    log: cell.log
      .map(([level, message, error]): Cell['log'][number] => [level, message, short(error)])
      .sort((a, b) => (String(a) < String(b) ? -1 : 1)),
  };
}

describe('T54 a merchant’s function may do what it likes', () => {
  it('in a real process, which goes on to its end', () => {
    expect(ended).toEqual({ status: 0, errors: '' });
    expect(cells).toHaveLength(Object.keys(FUNCTIONS).length * Object.keys(WAYS).length);
  });
  for (const name of Object.keys(FUNCTIONS)) {
    for (const [wayName, way] of Object.entries(WAYS)) {
      it(`T54 ${name} ${wayName}`, () => {
        const cell = cells.find((one) => one.name === name && one.way === wayName);
        if (cell === undefined) throw new Error(`The process ended before this. ${ended.errors}`);
        const { name: _, way: __, ...found } = cell;
        expect(brief(found)).toEqual(brief(expected(name, wayName, way)));
      });
    }
  }
});
