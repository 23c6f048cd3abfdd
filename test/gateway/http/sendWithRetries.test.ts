import { describe, expect, it } from 'vitest';
import { createCaller } from '../../../src/gateway/http/sendWithRetries.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import { errorOf, failure, HPP, openWire, type Reply } from '../wire.ts';

/** Spans as a tracer would keep them. */
function tracing() {
  const spans: Record<string, unknown>[] = [];
  const tracer = {
    startSpan() {
      const span: Record<string, unknown> = { ended: 0 };
      spans.push(span);
      return {
        setAttribute: (key: string, value: unknown) => (span[key] = value),
        setStatus: (status: unknown) => (span.status = status),
        end: () => (span.ended = Number(span.ended) + 1),
      };
    },
  };
  return { spans, tracer };
}
const failed = (code: string) => ({ 'error.type': code, status: { code: 2, message: code }, ended: 1 });
const get = { method: 'GET', path: '/x' } as const;

describe('the span of a call ends once, with what became of it', () => {
  it.each<[string, Reply[], object]>([
    ['an answer', [{ json: {} }], { 'http.response.status_code': 200, ended: 1 }],
    [
      'an answer at the second try',
      [{ status: 500 }, { json: {} }],
      { 'http.response.status_code': 200, 'http.request.resend_count': 1, ended: 1 },
    ],
    ['a refusal', [{ status: 404 }], { 'http.response.status_code': 404, ...failed('not_found') }],
    [
      'no connection, ever',
      [failure('ECONNREFUSED')],
      { 'http.request.resend_count': 1, ...failed('connection_failed') },
    ],
  ])('%s', async (_, replies, span) => {
    const { spans, tracer } = tracing();
    const wire = openWire({ tracer: tracer as never, retries: 1 }, replies);
    await wire.gateway.request(get).catch(() => undefined);
    expect(spans).toEqual([span]);
  });

  it('an abort between two tries, with its code', async () => {
    const { spans, tracer } = tracing();
    const controller = new AbortController();
    const hooks = { retry: () => setTimeout(() => controller.abort()) };
    const wire = openWire({ tracer: tracer as never, retries: 1, hooks }, [{ status: 500 }]);
    await errorOf(wire.gateway.request(get, { signal: controller.signal }));
    expect(spans).toEqual([failed('aborted')]);
  });
});

describe('T11 what is not known', () => {
  it('ends a request that moves money with a way to find out, and any other with its own error', async () => {
    const money = await errorOf(
      openWire({ retries: 0 }, [{ status: 500 }]).gateway.payouts.toTransaction({ ...HPP, pspId: '1' }),
    );
    expect(money).toMatchObject({ code: 'outcome_unknown', attempts: 1, cause: { code: 'server_error' } });
    expect(money.message).toBe(
      `Whether the gateway accepted the request "${money.uniqueReference}" is not known: ${(money.cause as Error).message} Ask with recover() before you send anything again.`,
    );
    const other = await errorOf(
      openWire({ retries: 0 }, [{ status: 500 }]).gateway.request({ method: 'POST', path: '/x' }),
    );
    expect(other).toMatchObject({ code: 'server_error', attempts: 1 });
    const refused = await errorOf(
      openWire({ retries: 0 }, [{ status: 400 }]).gateway.payouts.toTransaction({ ...HPP, pspId: '1' }),
    );
    expect(refused).toMatchObject({ code: 'http_error' });
  });
});

it.each([
  ['a way to find out, and no reference to ask for', { recover: async () => ({}) as never }],
  ['a reference, and no way to find out', { uniqueReference: 'u-1' }],
])('T11 a request with %s ends in its own error', async (_, more) => {
  const call = createCaller({
    baseUrl: 'https://gateway.example',
    clientId: 'shop',
    clientSecret: 'shop-secret',
    profile: defineProfile({}),
    transport: async () => ({ status: 500, headers: new Headers(), text: async () => '' }),
    signer: { sign: async () => 'signed', matches: async () => true },
    observer: { emit() {} },
    tracer: undefined,
    runtime: {
      now: () => 0,
      random: () => 0.5,
      uuid: () => 'id',
      timer: () => () => {},
      hmac: () => new Uint8Array(),
    },
    timeoutMs: 100,
    deadlineMs: 1_000,
    retries: { get: 0, post: 0, delete: 0 },
  });
  await expect(
    call({ operation: 'execute', method: 'POST', path: '/x', ...more }, (json) => json),
  ).rejects.toMatchObject({
    code: 'server_error',
  });
});

describe('the wait before another try', () => {
  /** A signal that says who listens to it. */
  function watched(controller = new AbortController()) {
    const { signal } = controller;
    const listeners = new Set<unknown>();
    const options: unknown[] = [];
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    Object.assign(signal, {
      addEventListener(type: string, listener: never, given: unknown) {
        if (type === 'abort') listeners.add(listener);
        options.push(given);
        add(type, listener, given as never);
      },
      removeEventListener(type: string, listener: never) {
        if (type === 'abort') listeners.delete(listener);
        remove(type, listener);
      },
    });
    return { controller, signal, listeners, options };
  }

  it('ends by its timer, and leaves no listener on the signal', async () => {
    const { signal, listeners, options } = watched();
    const wire = openWire({ retries: 1 }, [{ status: 500 }, { json: {} }]);
    await wire.gateway.request(get, { signal });
    expect(wire.waits).toEqual([250]);
    expect(listeners.size).toBe(0);
    expect(options).toEqual(Array(options.length).fill({ once: true }));
  });

  it('needs no signal', async () => {
    const wire = openWire({ retries: 1 }, [{ status: 500 }, { json: {} }]);
    await wire.gateway.request(get);
    expect([wire.waits, wire.sent.length]).toEqual([[250], 2]);
  });

  it('is ended by the caller: no timer rings, and nothing is sent', async () => {
    const { controller, signal } = watched();
    const hooks = { retry: () => setTimeout(() => controller.abort()) };
    const wire = openWire({ retries: 5, hooks }, [{ status: 500 }]);
    const error = await errorOf(wire.gateway.request(get, { signal }));
    expect(error).toMatchObject({
      code: 'aborted',
      message: 'The call was aborted while it waited to try again.',
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([wire.waits, wire.sent.length]).toEqual([[], 1]);
  });

  it('is as long as the gateway asks for, if that is longer', async () => {
    const reply = (seconds: string) => ({ status: 500, headers: { 'Retry-After': seconds } });
    for (const [seconds, waits] of [
      ['2', [2_000]],
      ['0', [250]],
    ] as const) {
      const wire = openWire({ retries: 1 }, [reply(seconds), { json: {} }]);
      await wire.gateway.request(get);
      expect(wire.waits).toEqual(waits);
    }
  });
});
