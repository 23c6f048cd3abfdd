import { describe, expect, it } from 'vitest';
import { HttpError } from '../../../src/gateway/errors/answerErrors.ts';
import { type Attempt, attemptOnce } from '../../../src/gateway/http/sendOnce.ts';
import type { TransportRequest, TransportResponse } from '../../../src/gateway/http/transport.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import { ShapeError } from '../../../src/protocol/gateway/shapeError.ts';
import { inTurn } from '../../support/inTurn.ts';

type Responses = 'ifPresent' | 'require' | 'ignore';
type Answer = { status?: number; text?: string; headers?: Record<string, string> };

/** One try on a transport of the test's own, and all that is seen of it. */
function open(
  transport: (request: TransportRequest) => Promise<TransportResponse>,
  {
    method = 'POST',
    body,
    responses = 'ignore' as Responses,
  }: { method?: string; body?: string; responses?: Responses } = {},
) {
  const sent: [url: string, request: TransportRequest][] = [];
  const told: [name: string, event: object, secrets: readonly string[]][] = [];
  const timers: { ms: number; ring: () => void; isTaken: boolean }[] = [];
  let now = 1_000;
  const attempt = {
    context: {
      transport: (url: string, request: TransportRequest) => {
        sent.push([url, request]);
        now += 40;
        return transport(request);
      },
      runtime: {
        now: () => now,
        timer(ms: number, ring: () => void) {
          const timer = { ms, ring, isTaken: false };
          timers.push(timer);
          return () => {
            timer.isTaken = true;
          };
        },
      },
      observer: {
        emit: (name: string, event: () => object, secrets: () => readonly string[]) =>
          told.push([name, event(), secrets()]),
      },
      profile: defineProfile({ signature: { responses, header: 'X-Sign' } }),
      signer: {
        matches: async ({ payload, raw }: never, given: string) =>
          given === `${JSON.stringify(payload)}|${raw}`,
      },
    },
    url: 'https://gateway.example/x',
    method,
    headers: { A: 'b' },
    body,
    event: (n: number) => ({ attempt: n }),
    errorContext: (attempts: number) => ({ operation: 'execute', attempts }),
    secrets: (json: object | null) => ['secret', JSON.stringify(json)],
  } as never as Attempt;
  const send = (read: (json: never) => unknown = (json) => json, signal?: AbortSignal, timeoutMs = 500) =>
    inTurn(attemptOnce(attempt, read as never, 2, timeoutMs, signal));
  return { send, sent, told, timers };
}
const answering =
  ({ status = 200, text = '{"a":1}', headers = {} }: Answer) =>
  async (): Promise<TransportResponse> => ({
    status,
    headers: new Headers(headers),
    text: async () => text,
  });

describe('an answer', () => {
  it('is read, and told with what is secret in it; what was sent is as it was prepared', async () => {
    const { send, sent, told, timers } = open(answering({ status: 201 }), { body: '{"b":2}' });
    expect(await send((json: { a: number }) => json.a + 1)).toEqual({ ok: true, value: 2, status: 201 });
    expect(sent).toEqual([
      [
        'https://gateway.example/x',
        {
          method: 'POST',
          headers: { A: 'b' },
          redirect: 'manual',
          body: '{"b":2}',
          signal: expect.any(AbortSignal),
        },
      ],
    ]);
    expect(told).toEqual([
      ['response', { attempt: 2, status: 201, durationMs: 40, body: { a: 1 } }, ['secret', '{"a":1}']],
    ]);
    expect(timers).toEqual([{ ms: 500, ring: expect.any(Function), isTaken: true }]);
  });

  it('of a request without a body: none was sent', async () => {
    const { send, sent } = open(answering({}));
    await send();
    expect(sent[0]?.[1]).not.toHaveProperty('body');
  });

  it('N27 warns of what is to end, each by its name', async () => {
    const { send, told } = open(
      answering({ headers: { Deprecation: 'true', Sunset: 'soon', Warning: '299', Other: 'x' } }),
    );
    await send();
    expect(told.map(([name, event]) => [name, (event as { warning?: string }).warning])).toEqual([
      ['warning', 'Deprecation: true'],
      ['warning', 'Sunset: soon'],
      ['warning', 'Warning: 299'],
      ['response', undefined],
    ]);
    expect(told[0]?.[2]).toEqual(['secret', '{"a":1}']);
  });

  it.each<[number, 'refused' | 'unknown' | 'not accepted' | 'ok', string?]>([
    [0, 'refused', 'redirect'],
    [199, 'refused', 'HTTP 199'],
    [200, 'ok'],
    [299, 'ok'],
    [300, 'refused', 'redirect'],
    [399, 'refused', 'redirect'],
    [400, 'refused', 'HTTP 400'],
    [408, 'unknown', 'HTTP 408'],
    [429, 'not accepted', 'HTTP 429'],
    [499, 'refused', 'HTTP 499'],
    [500, 'unknown', 'HTTP 500'],
  ])('T11 of status %i is %s', async (status, outcome, says) => {
    const result = await open(answering({ status, headers: { 'Retry-After': '3' } })).send();
    if (result.ok) {
      expect(outcome).toBe('ok');
      return;
    }
    expect({ outcome: result.outcome, status: result.status }).toEqual({ outcome, status });
    expect(result.error.message).toContain(says);
    expect(result.retryAfterMs).toBe(says === 'redirect' ? null : 3_000);
    expect(result.error).toMatchObject({
      operation: 'execute',
      attempts: 2,
      status,
      retryAfterMs: 3_000,
      body: '{"a":1}',
    });
  });

  it('that is refused says why, where the gateway does', async () => {
    const said = await open(answering({ status: 400, text: '{"errorMessage":"Amount: too high"}' })).send();
    expect(said.ok || said.error).toMatchObject({
      message: 'The gateway refused the request (HTTP 400): Amount: too high',
      errorMessage: 'Amount: too high',
    });
    const silent = await open(answering({ status: 400, text: '' })).send();
    expect(silent.ok || silent.error).toMatchObject({
      message: 'The gateway refused the request (HTTP 400).',
      errorMessage: null,
    });
  });

  it.each(['OK', '[1]', '7', '"a"', 'null', 'true', '{'])(
    'that is no object is unreadable: %s',
    async (text) => {
      for (const [method, outcome] of [
        ['GET', 'refused'],
        ['POST', 'unknown'],
        ['DELETE', 'unknown'],
      ] as const) {
        const { send, told } = open(answering({ text }), { method });
        const result = await send(() => expect.unreachable('it is not read'));
        expect(result).toEqual({
          ok: false,
          error: expect.objectContaining({
            code: 'response_invalid',
            message: "The gateway's answer (HTTP 200) is not a JSON object.",
            attempts: 2,
          }),
          outcome,
          retryAfterMs: null,
          status: 200,
        });
        expect(told[0]?.[1]).toMatchObject({ body: text });
        expect(told[0]?.[2]).toEqual(['secret', 'null']);
      }
    },
  );

  it('of nothing at all is nothing to read', async () => {
    const { send, told } = open(answering({ text: '' }));
    expect(await send((json) => ({ json }))).toEqual({ ok: true, value: { json: null }, status: 200 });
    expect(told[0]?.[2]).toEqual(['secret', 'null']);
  });

  it('that its reader refuses is refused, and one that it cannot read is unknown', async () => {
    const { send } = open(answering({}));
    const refusal = new HttpError('no', { status: 200 });
    const throwing = (thrown: unknown) => () => {
      throw thrown;
    };
    expect(await send(throwing(refusal))).toEqual({
      ok: false,
      error: refusal,
      outcome: 'refused',
      retryAfterMs: null,
      status: 200,
    });
    expect(await send(throwing(new ShapeError('PspId', 'a text')))).toMatchObject({
      error: {
        code: 'response_invalid',
        path: 'PspId',
        message: expect.stringContaining('PspId: expected a text.'),
      },
      outcome: 'unknown',
      status: 200,
    });
    expect(await send(throwing(new TypeError('a bug')))).toMatchObject({
      error: {
        code: 'response_invalid',
        message: "The gateway's answer cannot be read. a bug",
        cause: { message: 'a bug' },
      },
      outcome: 'unknown',
    });
  });
});

describe('T26 the signature of an answer', () => {
  const signed = { 'X-Sign': '{"a":1}|{"a":1}' };
  const wrong = { 'X-Sign': 'forged' };
  const MISSING = 'The gateway\'s answer has no "X-Sign" header.';
  const FORGED = "The signature of the gateway's answer does not match.";

  it.each<[Responses, Record<string, string>, string | null]>([
    ['require', signed, null],
    ['require', wrong, FORGED],
    ['require', {}, MISSING],
    ['require', { 'X-Sign': '' }, MISSING],
    ['ifPresent', signed, null],
    ['ifPresent', wrong, FORGED],
    ['ifPresent', {}, null],
    ['ifPresent', { 'X-Sign': '' }, null],
    ['ignore', wrong, null],
    ['ignore', {}, null],
  ])('%s, %j: %s', async (responses, headers, problem) => {
    const result = await open(answering({ headers }), { responses }).send();
    if (problem === null) expect(result).toEqual({ ok: true, value: { a: 1 }, status: 200 });
    else
      expect(result).toMatchObject({
        ok: false,
        error: { code: 'response_signature_invalid', message: problem, attempts: 2 },
        outcome: 'unknown',
        status: 200,
      });
  });

  it('of an answer without a body is one over nothing', async () => {
    const answer = answering({ text: '', headers: { 'X-Sign': '{}|' } });
    expect(await open(answer, { responses: 'require' }).send(() => 'read')).toMatchObject({ ok: true });
  });
});

describe('no answer', () => {
  const notSent = Object.assign(new Error('x'), { requestNotSent: true });
  const hanging = (onAbort?: () => Error) => (request: TransportRequest) =>
    new Promise<TransportResponse>((_, reject) => {
      if (onAbort) request.signal.addEventListener('abort', () => reject(onAbort()));
    });

  it('because the connection failed: not accepted if nothing was sent, else unknown', async () => {
    for (const [cause, outcome] of [
      [notSent, 'not accepted'],
      [new Error('reset'), 'unknown'],
    ] as const) {
      const { send, timers } = open(() => Promise.reject(cause));
      expect(await send()).toEqual({
        ok: false,
        error: expect.objectContaining({
          code: 'connection_failed',
          message: `The gateway could not be reached: ${cause.message}.`,
          attempts: 2,
        }),
        outcome,
        retryAfterMs: null,
      });
      expect(timers[0]?.isTaken).toBe(true);
    }
  });

  it('because it broke while it was read', async () => {
    const { send } = open(async () => ({
      status: 200,
      headers: new Headers(),
      text: () => Promise.reject(new Error('cut')),
    }));
    expect(await send()).toMatchObject({ error: { code: 'connection_failed' }, outcome: 'unknown' });
  });

  it.each<[string, (() => Error) | undefined, string]>([
    ['that says nothing', undefined, 'unknown'],
    ['that says that nothing was sent', () => notSent, 'not accepted'],
    ['that says that something may have been', () => new Error('stopped'), 'unknown'],
  ])('in time, from a transport %s', async (_, onAbort, outcome) => {
    const { send, sent, timers } = open(hanging(onAbort));
    const result = send();
    timers[0]?.ring();
    expect(await result).toMatchObject({
      ok: false,
      error: { code: 'timeout', message: 'The gateway did not answer within 500 ms.' },
      outcome,
      retryAfterMs: null,
    });
    expect(sent[0]?.[1].signal.aborted).toBe(true);
    expect(timers[0]?.isTaken).toBe(true);
  });

  it('T11 in time, from a transport that says only some turns later that nothing was sent', async () => {
    const { send, timers } = open(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', async () => {
            for (let turn = 0; turn < 6; turn++) await null;
            reject(notSent);
          });
        }),
    );
    const result = send();
    timers[0]?.ring();
    expect(await result).toMatchObject({ error: { code: 'timeout' }, outcome: 'not accepted' });
  });

  it('in no time at all, where none is left', async () => {
    const { send, timers } = open(answering({}));
    await send(undefined, undefined, -5);
    expect(timers[0]?.ms).toBe(0);
  });

  it.each<[string, (() => Error) | undefined, string]>([
    ['that says nothing', undefined, 'unknown'],
    ['that says that nothing was sent', () => notSent, 'refused'],
  ])('since the caller gave up, from a transport %s', async (_, onAbort, outcome) => {
    const controller = new AbortController();
    const { send, sent } = open(hanging(onAbort));
    const result = send(undefined, controller.signal);
    const reason = new Error('gone');
    controller.abort(reason);
    expect(await result).toMatchObject({
      ok: false,
      error: {
        code: 'aborted',
        message: 'The call was aborted.',
        cause: { message: onAbort ? 'x' : 'gone' },
      },
      outcome,
      retryAfterMs: null,
    });
    expect(sent[0]?.[1].signal.aborted).toBe(true);
  });

  it('leaves no listener on the caller’s signal, and one that gives up later changes nothing', async () => {
    const controller = new AbortController();
    const listeners = new Map<unknown, unknown>();
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    Object.assign(signal, {
      addEventListener(type: string, listener: never, options: unknown) {
        listeners.set(listener, [type, options]);
        add(type, listener);
      },
      removeEventListener: (type: string, listener: unknown) => {
        if (type === 'abort') listeners.delete(listener);
      },
    });
    const { send, sent } = open(answering({}));
    const result = send(undefined, signal);
    expect([...listeners.values()]).toEqual([['abort', { once: true }]]);
    expect(await result).toMatchObject({ ok: true });
    expect(listeners.size).toBe(0);
    expect(sent[0]?.[1].signal.aborted).toBe(false);
  });
});
