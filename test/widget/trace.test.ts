import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UnreadCall, WidgetContext } from '../../src/widget/bundles.ts';
import { createEmitter } from '../../src/widget/emitter.ts';
import type { CheckoutEvent } from '../../src/widget/options.ts';
import { startTrace } from '../../src/widget/trace.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const call = (headers: Record<string, string>): UnreadCall => ({
  sentAt: { monotonic: 0, wall: 0 },
  abort: new AbortController(),
  reply: Promise.resolve({
    status: 201,
    headers: new Headers(headers),
    json: async () => ({ sessionId: 's' }),
  }),
});

const never = () => Promise.reject(new Error('asked again'));

it('the stream tells when each state was first reached, since the click, and the server’s name for it', async () => {
  const heard: CheckoutEvent[] = [];
  const trace: WidgetContext['trace'] = {};
  const { emit } = createEmitter(
    { session: '/s', onEvent: (event) => heard.push(event) },
    trace,
    () => document,
  );
  emit('ready', {});
  expect(heard[0]).toEqual({ type: 'ready', detail: {} });

  vi.advanceTimersByTime(1000);
  const { reach, read } = startTrace(trace, performance.now(), never);
  vi.advanceTimersByTime(120);
  emit('open', {});
  expect(heard[1]).toMatchObject({ at: 120, timings: { creating: 0 } });
  expect(heard[1]?.correlationId).toBe(undefined);

  expect(await read(call({ 'x-correlation-id': 'c0ffee00' }), 'open').reply).toEqual({
    status: 201,
    headers: expect.any(Headers),
    body: { sessionId: 's' },
  });
  reach('loading');
  vi.advanceTimersByTime(80);
  reach('paying');
  vi.setSystemTime(0);
  emit('load', { sessionId: 's' });
  vi.advanceTimersByTime(50);
  // A renewal: the first time counts, and a reply without a name keeps the last one.
  reach('loading');
  await read(call({}), 'open').reply;
  emit('close', { outcome: 'closed', sessionId: 's' });
  expect(heard.slice(2)).toMatchObject([
    { type: 'load', at: 200, timings: { creating: 0, loading: 120, paying: 200 }, correlationId: 'c0ffee00' },
    {
      type: 'close',
      at: 250,
      timings: { creating: 0, loading: 120, paying: 200 },
      correlationId: 'c0ffee00',
    },
  ]);

  startTrace(trace, performance.now(), never);
  emit('open', {});
  expect(heard[4]).toMatchObject({ at: 0, timings: { creating: 0 } });
  expect(heard[4]?.correlationId).toBe(undefined);
});

it.each<[string, Partial<Awaited<UnreadCall['reply']>>, unknown]>([
  [
    'a copy of it, so that the full page can be opened by the same answer',
    {
      json: () => {
        throw new TypeError('read');
      },
      clone: () => ({ json: async () => ({ sessionId: 's' }) }) as never,
    },
    { sessionId: 's' },
  ],
  [
    'nothing of one that the page has read already',
    {
      clone: () => {
        throw new TypeError('read already');
      },
    },
    null,
  ],
  ['nothing of one that is no JSON', { json: async () => JSON.parse('<html>') }, null],
])('of an answer is read %s', async (_, reply, body) => {
  const { read } = startTrace({}, 0, never);
  const { reply: answer } = call({});
  const given = { ...call({}), reply: answer.then((usual) => ({ ...usual, ...reply })) };
  expect((await read(given, 'open').reply).body).toEqual(body);
});

it('an answer that the page has read already is asked for once more', async () => {
  const askAgain = vi.fn(async () => ({ sessionId: 'again' }));
  const { read } = startTrace({}, 0, askAgain);
  const spoilt = new Response('{"sessionId":"s"}');
  await spoilt.text();
  const given = { ...call({}), reply: Promise.resolve(spoilt) };
  expect((await read(given, 'renew', 's').reply).body).toEqual({ sessionId: 'again' });
  expect(askAgain).toHaveBeenCalledExactlyOnceWith(spoilt, 'renew', 's');
});
