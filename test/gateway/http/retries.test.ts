import { describe, expect, it } from 'vitest';
import type { CallEvent } from '../../../src/gateway/hooks.ts';
import { errorOf, failure, openWire, type Reply } from '../wire.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const retries = { get: 1, post: 2, delete: 3 };
/** How often each is sent at most. */
const MOST = { GET: 2, POST: 3, PUT: 3, PATCH: 3, DELETE: 4 };

/** Provably not accepted: no connection ever stood, or the gateway said so. */
const NOT_ACCEPTED: readonly [string, Reply, string][] = [
  ['a refused connection', failure('ECONNREFUSED'), 'connection_failed'],
  ['an unknown name', failure('ENOTFOUND'), 'connection_failed'],
  ['429', { status: 429 }, 'rate_limited'],
];
/** Nobody knows. */
const UNKNOWN: readonly [string, Reply, string][] = [
  ['a reset', failure('ECONNRESET'), 'connection_failed'],
  ['a timeout', 'hang', 'timeout'],
  ['408', { status: 408 }, 'http_error'],
  ['500', { status: 500 }, 'server_error'],
  ['599', { status: 599 }, 'server_error'],
];
/** An answer, and no other would come. */
const FINAL: readonly [string, Reply, string][] = [
  ['400', { status: 400 }, 'http_error'],
  ['401', { status: 401 }, 'authentication_failed'],
  ['404', { status: 404 }, 'not_found'],
  ['409', { status: 409 }, 'conflict'],
  ['499', { status: 499 }, 'http_error'],
  ['a redirect', { status: 307 }, 'http_error'],
  ['no JSON', { text: 'OK' }, 'response_invalid'],
];

describe.each(METHODS)('T11 %s', (method) => {
  const send = async (reply: Reply) => {
    const wire = openWire({ retries, timeoutMs: 100 }, [reply]);
    const error = await errorOf(wire.gateway.request({ method, path: '/api/x' }));
    return { code: error.code, attempts: error.attempts, sent: wire.sent.length };
  };

  it.each(NOT_ACCEPTED)('is sent again after %s', async (_what, reply, code) => {
    expect(await send(reply)).toEqual({ code, attempts: MOST[method], sent: MOST[method] });
  });

  it.each(UNKNOWN)(`after %s is ${method === 'GET' ? '' : 'not '}sent again`, async (_what, reply, code) => {
    const count = method === 'GET' ? MOST.GET : 1;
    expect(await send(reply)).toEqual({ code, attempts: count, sent: count });
  });

  it.each(FINAL)('is not sent again after %s', async (_what, reply, code) => {
    expect(await send(reply)).toEqual({ code, attempts: 1, sent: 1 });
  });
});

describe('the deadline', () => {
  it.each([
    // The wait of a quarter of a second and the try after it have to begin within it.
    [250, 1],
    [251, 2],
  ])('of %s ms leaves time for %s tries', async (deadlineMs, tries) => {
    const wire = openWire({ retries: 1 }, [{ status: 500 }]);
    await errorOf(wire.gateway.request({ method: 'GET', path: '/x' }, { deadlineMs }));
    expect(wire.sent).toHaveLength(tries);
  });

  it('bounds a try that has less time left than one has', async () => {
    const wire = openWire({ retries: 0 }, ['hang']);
    const error = await errorOf(
      wire.gateway.request({ method: 'GET', path: '/x' }, { timeoutMs: 900, deadlineMs: 300 }),
    );
    expect(error.message).toBe('The gateway did not answer within 300 ms.');
    expect(wire.waits).toEqual([300]);
    const early = await errorOf(
      openWire({ retries: 0, timeoutMs: 5_000 }, ['hang']).gateway.request(
        { method: 'GET', path: '/x' },
        { timeoutMs: 200 },
      ),
    );
    expect(early.message).toBe('The gateway did not answer within 200 ms.');
  });

  it.each([
    ['timeoutMs', -1],
    ['timeoutMs', Number.NaN],
    ['deadlineMs', -1],
    ['deadlineMs', '5'],
  ])('%s of %j is refused before anything is sent', async (name, value) => {
    const wire = openWire();
    const error = await errorOf(
      wire.gateway.request({ method: 'GET', path: '/x' }, { [name]: value as number }),
    );
    expect(error.message).toContain(name);
    expect(wire.sent).toEqual([]);
  });
});

describe('what hooks hear of a call', () => {
  const callIdOf = (heard: [string, object] | undefined) => (heard?.[1] as CallEvent | undefined)?.callId;
  function listen(replies: Reply[], validate: 'strict' | 'warn' = 'strict') {
    const heard: [string, object][] = [];
    const hear = (name: string) => (event: object) => heard.push([name, event]);
    const hooks = {
      request: hear('request'),
      response: hear('response'),
      retry: hear('retry'),
      error: hear('error'),
      warning: hear('warning'),
    };
    return { wire: openWire({ retries: 1, hooks, validate, timeoutMs: 100 }, replies), heard };
  }
  const base = { operation: 'request', method: 'POST', url: 'https://gateway.example/api/x?a=1' };
  const request = { method: 'POST', path: '/api/x', query: { a: '1' }, body: { PspId: '1' } } as const;

  it('each try, each wait, and how it ended, joined by one id', async () => {
    const { wire, heard } = listen([
      failure('ECONNREFUSED'),
      { status: 400, json: { errorMessage: 'X_Y: no' } },
    ]);
    await errorOf(wire.gateway.request(request));
    const callId = callIdOf(heard[0]);
    expect(callId).toMatch(/^[0-9a-f-]{36}$/);
    const first = { ...base, callId, attempt: 1 };
    const second = { ...base, callId, attempt: 2 };
    expect(heard).toEqual([
      ['request', { ...first, headers: expect.any(Object), body: { PspId: '1' } }],
      ['retry', { ...first, waitMs: 250, reason: 'connection_failed' }],
      ['request', { ...second, headers: expect.any(Object), body: { PspId: '1' } }],
      ['response', { ...second, status: 400, durationMs: 0, body: { errorMessage: 'X_Y: no' } }],
      [
        'error',
        { ...second, durationMs: 0, error: expect.objectContaining({ code: 'http_error', attempts: 2 }) },
      ],
    ]);
  });

  it('a call without a body has none; two calls have two ids; a try that hung took its time', async () => {
    const { wire, heard } = listen(['hang']);
    await errorOf(wire.gateway.request({ method: 'DELETE', path: '/api/x' }));
    await errorOf(wire.gateway.request({ method: 'DELETE', path: '/api/x' }));
    expect(heard.map(([name]) => name)).toEqual(['request', 'error', 'request', 'error']);
    expect(heard[0]?.[1]).toMatchObject({ body: null });
    expect(heard[1]?.[1]).toMatchObject({ durationMs: 100, error: { code: 'timeout' } });
    expect(callIdOf(heard[0])).not.toBe(callIdOf(heard[2]));
  });

  it.each(['Deprecation', 'Sunset', 'Warning'])('N27 the header %s is a warning', async (name) => {
    const { wire, heard } = listen([{ json: {}, headers: { [name]: 'soon' } }]);
    await wire.gateway.request(request);
    expect(heard.map(([event]) => event)).toEqual(['request', 'warning', 'response']);
    expect(heard[1]?.[1]).toMatchObject({ ...base, attempt: 1, warning: `${name}: soon` });
  });

  it('text that is no JSON object is seen as it came', async () => {
    const { wire, heard } = listen([{ status: 502, text: '<html>' }]);
    await errorOf(wire.gateway.request(request));
    expect(heard[1]?.[1]).toMatchObject({ status: 502, body: '<html>' });
  });
});

describe('an abort', () => {
  it('before the call: with its reason, and nothing is sent', async () => {
    const wire = openWire();
    const reason = new Error('gone');
    const error = await errorOf(
      wire.gateway.request({ method: 'POST', path: '/x' }, { signal: AbortSignal.abort(reason) }),
    );
    expect(error).toMatchObject({
      name: 'AbortedError',
      code: 'aborted',
      message: 'The call was aborted before it began.',
      operation: 'request',
      attempts: 0,
      cause: reason,
    });
    expect(wire.sent).toEqual([]);
  });

  it('while it waits to try again: names what it waited after', async () => {
    const controller = new AbortController();
    const wire = openWire({ retries: 5, hooks: { retry: () => controller.abort() } }, [{ status: 500 }]);
    const error = await errorOf(
      wire.gateway.request({ method: 'GET', path: '/x' }, { signal: controller.signal }),
    );
    expect(error).toMatchObject({
      message: 'The call was aborted while it waited to try again.',
      attempts: 1,
      cause: { code: 'server_error' },
    });
    expect(wire.sent).toHaveLength(1);
    expect(wire.waits).toEqual([]);
  });

  it('in the hands of the transport, which says that nothing was sent', async () => {
    const controller = new AbortController();
    const wire = openWire({
      retries: 5,
      transport: (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () =>
            reject(Object.assign(new Error('x'), { requestNotSent: true })),
          );
          queueMicrotask(() => controller.abort());
        }),
    });
    const error = await errorOf(
      wire.gateway.request({ method: 'GET', path: '/x' }, { signal: controller.signal }),
    );
    expect(error).toMatchObject({ message: 'The call was aborted.', attempts: 1, cause: { message: 'x' } });
  });
});

describe('why it could not be reached is said', () => {
  it.each<[Error, string]>([
    [new Error('no route'), 'no route.'],
    [failure('ECONNRESET', ''), 'ECONNRESET.'],
    [Object.assign(new TypeError(''), {}), 'TypeError.'],
    [new TypeError('fetch failed', { cause: new Error('socket hang up') }), 'fetch failed (socket hang up).'],
    [new TypeError('fetch failed', { cause: 'x' }), 'fetch failed.'],
  ])('%o', async (reply, why) => {
    const error = await errorOf(
      openWire({ retries: 0 }, [reply]).gateway.request({ method: 'GET', path: '/x' }),
    );
    expect(error.message).toBe(`The gateway could not be reached: ${why}`);
  });

  it('also where the transport gives no reason', async () => {
    const wire = openWire({ retries: 0, transport: () => Promise.reject('nothing') });
    const error = await errorOf(wire.gateway.request({ method: 'GET', path: '/x' }));
    expect(error.message).toBe('The gateway could not be reached: no reason given.');
  });
});
