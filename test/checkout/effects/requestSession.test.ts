import { beforeEach, expect, it } from 'vitest';
import { requestSession } from '../../../src/checkout/effects/requestSession.ts';
import type { SessionCall } from '../../../src/checkout/sessionAnswer.ts';
import { defaultTimeouts } from '../../../src/checkout/settings.ts';
import { effectFixture, session } from '../../support/effectFixture.ts';
import { settle } from '../../support/fakeClock.ts';

const at = effectFixture();
const SENT = { monotonic: 1, wall: 2 };
const WAIT = { status: 409, body: { code: 'session_in_progress', retryAfterMs: 7_000, sessionId: 's0' } };

interface Sent extends SessionCall {
  answer(status: number, body: unknown): void;
}
let calls: Sent[];
let requests: unknown[][];

beforeEach(() => {
  calls = [];
  requests = [];
});

function call(): Sent {
  let answer!: Sent['answer'];
  const reply = new Promise<{ status: number; body: unknown }>((resolve) => {
    answer = (status, body) => resolve({ status, body });
  });
  const sent = { sentAt: SENT, reply, abort: new AbortController(), answer };
  calls.push(sent);
  return sent;
}

function start(state: Parameters<typeof at.start>[1] = {}, sessionMs = 15_000): void {
  const timeouts = { ...defaultTimeouts, session: sessionMs };
  at.start(requestSession, state, {
    config: {
      presentation: 'modal',
      expiry: 'page',
      confirmClose: 'auto',
      gatewayOrigins: undefined,
      timeouts,
    },
    first: call(),
    request: (...args) => {
      requests.push(args);
      return call();
    },
  });
}
const reason = () => {
  const [event] = at.sent;
  if (event?.type !== 'refused') throw new Error(`not refused: ${JSON.stringify(at.sent)}`);
  return event.error;
};

it('reads the answer to the request of the click, and tells when it was sent and came', async () => {
  start();
  await at.window.clock.advance(300);
  calls[0]?.answer(201, session);
  await settle();
  const now = { monotonic: 300, wall: at.window.clock.wall() };
  expect(at.sent).toEqual([
    { type: 'session', session: expect.objectContaining(session), sentAt: SENT, now },
  ]);
  expect(requests).toEqual([]);
  expect(at.window.clock.pending, 'nothing is waited for').toBe(0);
});

it('asks again after a wait, for the same', async () => {
  start();
  calls[0]?.answer(WAIT.status, WAIT.body);
  await settle();
  expect(at.sent).toEqual([{ type: 'wait', afterMs: 7_000, sessionId: 's0' }]);
  await at.window.clock.advance(6_999);
  expect(requests).toEqual([]);
  await at.window.clock.advance(1);
  expect(requests).toEqual([['open', undefined]]);
  calls[1]?.answer(409, { code: 'already_completed', sessionId: 's0' });
  await settle();
  expect(at.sent.slice(1)).toEqual([{ type: 'alreadyPaid', sessionId: 's0' }]);
});

it('a renewal names the session that it replaces, and has not been sent at the click', async () => {
  start({ session });
  expect(requests).toEqual([['renew', 's1']]);
  calls[1]?.answer(WAIT.status, WAIT.body);
  await at.window.clock.advance(7_000);
  expect(requests).toEqual([
    ['renew', 's1'],
    ['renew', 's1'],
  ]);
});

it('F3 takes a request back that has no answer in time', async () => {
  start();
  await at.window.clock.advance(14_999);
  expect([calls[0]?.abort.signal.aborted, at.sent]).toEqual([false, []]);
  await at.window.clock.advance(1);
  expect(calls[0]?.abort.signal.aborted).toBe(true);
  expect(reason()).toMatchObject({
    code: 'session_create_timeout',
    cause: expect.objectContaining({ name: 'TimeoutError', message: '' }),
  });
});

it('T74 an endless time is waited for', async () => {
  start({}, Number.POSITIVE_INFINITY);
  await at.window.clock.advance(600_000);
  expect([calls[0]?.abort.signal.aborted, at.sent]).toEqual([false, []]);
});

it('names a network that is gone', async () => {
  start();
  at.window.navigator.onLine = false;
  calls[0]?.abort.abort(new TypeError('Failed to fetch'));
  await settle();
  // Whether there is one is asked when the request is sent.
  expect(reason().code).toBe('session_create_failed');
  at.stop();
  at.sent.length = 0;
  start();
  calls[1]?.abort.abort(new TypeError('Failed to fetch'));
  await settle();
  expect(reason().code).toBe('offline');
});

it('is taken back when it is stopped, and its answer is not heard', async () => {
  start();
  at.stop();
  expect(calls[0]?.abort.signal.aborted).toBe(true);
  await settle();
  expect(at.sent).toEqual([]);
});

it('an answer that comes as it is stopped is not heard either', async () => {
  start();
  calls[0]?.answer(201, session);
  at.stop();
  await settle();
  expect(at.sent).toEqual([]);
});

it('is not asked again when it was stopped in a wait', async () => {
  start();
  calls[0]?.answer(WAIT.status, WAIT.body);
  await settle();
  at.stop();
  await at.window.clock.advance(60_000);
  expect(requests).toEqual([]);
});
