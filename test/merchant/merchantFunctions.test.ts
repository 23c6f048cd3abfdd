import { beforeAll, describe, expect, it } from 'vitest';
import type { Case, EndCase } from '../support/brokenFunctions/child.ts';
import { FAILURES, type Failure, LIMIT_MS } from '../support/brokenFunctions/failures.ts';
import { FUNCTIONS, isAsked, isFailure } from '../support/brokenFunctions/functions.ts';
import { runChild } from '../support/brokenFunctions/runChild.ts';
import { handlerHarness } from '../support/handlerHarness.ts';

const END_HOOKS = ['onUnpaid', 'onLatePayment', 'onPending'];

let cases: Case[] = [];
let ends: EndCase[] = [];
let ended: { status: number | null; errors: string };

beforeAll(async () => {
  const { lines, ...rest } = await runChild<Case | EndCase>('child.ts');
  cases = lines.filter((each): each is Case => 'statuses' in each);
  ends = lines.filter((each): each is EndCase => 'calls' in each);
  ended = rest;
});

const FINE = {
  statuses: [201, 200, 200, 200, 200, 200],
  log: [],
  console: [],
  effect: 'done',
  attempts: 1,
};
const refusing = (status: number) => ({ ...FINE, statuses: [status, ...FINE.statuses.slice(1)] });
type Expected = Omit<Case, 'name' | 'failure'>;

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
function complaint(name: string, failureName: string, failure: Failure): string | null {
  if (isAsked(name) && failure.outcome === 'late') return `${name} took longer than ${LIMIT_MS} ms`;
  if (isFailure(name, failure)) {
    const isLaterThanTheLook = name in WHAT_IT_MAKES && !failureName.startsWith('throws');
    return isLaterThanTheLook && !failureName.startsWith('answers with a getter')
      ? `${name} answered without ${WHAT_IT_MAKES[name]}.`
      : `${name} ${failure.says}`;
  }
  if (name === 'resolveOrder')
    return `${name} ${ODD_ORDER[failureName] ?? 'answered with a wrong order: expected Object.'}`;
  if (name.endsWith('Url'))
    return `${name} answered with ${ODD_ADDRESS[failureName] ?? 'object'}. Expected an http(s) address.`;
  if (name in WHAT_IT_MAKES)
    return failureName === 'answers with what cannot be read'
      ? `${name} failed: a bug in the shop`
      : `${name} answered without ${WHAT_IT_MAKES[name]}.`;
  return null;
}

function expected(name: string, failureName: string, failure: Failure): Expected {
  const error = complaint(name, failureName, failure);
  const logs = (message: string, times = 1): Expected => ({
    ...FINE,
    log: Array.from({ length: times }, () => ['error', message, error]),
  });
  if (name === 'authorize' && error === null)
    return failureName === 'answers with false' || failureName === 'answers with an empty text'
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
    case 'pendingUrl':
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
const REFUSED: Case['log'][number] = ['warn', 'A notification was refused', null];
const TELEMETRY = 'Telemetry failed; the checkout goes on without it';

/** Long messages by their beginning, console lines by what they tell, in no order. */
function brief(each: Expected): Expected {
  const short = (text: string | null) =>
    text?.replace(/ \(limits\..*/, '').replace(/(expected [^.]*\.).*/, '$1') ?? null;
  return {
    ...each,
    log: each.log
      .map(([level, message, error]): Case['log'][number] => [level, message, short(error)])
      .sort((a, b) => (String(a) < String(b) ? -1 : 1)),
  };
}

describe('T54 a merchant’s function may do what it likes', () => {
  it('in a real process, which goes on to its end', () => {
    expect(ended).toEqual({ status: 0, errors: '' });
    expect(cases).toHaveLength(Object.keys(FUNCTIONS).length * Object.keys(FAILURES).length);
  });
  for (const name of Object.keys(FUNCTIONS)) {
    for (const [failureName, failure] of Object.entries(FAILURES)) {
      it(`T54 ${name} ${failureName}`, () => {
        const each = cases.find((one) => one.name === name && one.failure === failureName);
        if (each === undefined) throw new Error(`The process ended before this. ${ended.errors}`);
        const { name: _, failure: __, ...found } = each;
        expect(brief(found)).toEqual(brief(expected(name, failureName, failure)));
      });
    }
  }
});

describe('T54 a hook that tells of an order’s end may do what it likes', () => {
  for (const name of END_HOOKS) {
    for (const [failureName, failure] of Object.entries(FAILURES)) {
      it(`T54 ${name} ${failureName}`, () => {
        const each = ends.find((one) => one.name === name && one.failure === failureName);
        const error =
          failure.outcome === 'late'
            ? `${name} took longer than ${LIMIT_MS} ms (limits.hookTimeoutMs).`
            : `${name} ${failure.says}`;
        const failed = [['error', `${name} failed; it will be called again`, error]];
        // What it answers is of no interest; what fails is called again, and once it has worked never more.
        const isOdd = failure.outcome === 'odd';
        expect(each).toMatchObject(
          isOdd ? { log: [], callsWhileBroken: 1, calls: 1 } : { log: failed, callsWhileBroken: 1, calls: 2 },
        );
      });
    }
    it(`${name} that is no function stops the handler’s construction`, () => {
      for (const wrong of [true, 'later', {}, null, 7]) {
        expect(() => handlerHarness({ handler: { [name]: wrong } })).toThrow(
          expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining(name) }),
        );
      }
    });
  }
});
