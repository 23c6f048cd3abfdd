import { EventEmitter } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { proxiedAgent } from '../../../src/gateway/http/proxyAgent.ts';

/** A socket or a request: it says what was done to it. */
class Fake extends EventEmitter {
  readonly calls: [string, unknown?][] = [];
  end = () => void this.calls.push(['end']);
  destroy = (error?: unknown) => void this.calls.push(['destroy', error]);
  unshift = (head: unknown) => void this.calls.push(['unshift', head]);
}

interface Asked {
  module: string;
  options: unknown;
  request: Fake;
}
let asked: Asked[];
let secured: { options: object; secure: Fake }[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  asked = [];
  secured = [];
  for (const [name, module] of [
    ['http', http],
    ['https', https],
  ] as const) {
    vi.spyOn(module, 'request').mockImplementation(((options: unknown) => {
      const request = new Fake();
      asked.push({ module: name, options, request });
      return request;
    }) as never);
  }
  vi.spyOn(tls, 'connect').mockImplementation(((options: object) => {
    const secure = new Fake();
    secured.push({ options, secure });
    return secure;
  }) as never);
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(vi.getTimerCount(), 'timers left').toBe(0);
  vi.useRealTimers();
});

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Asks the agent for a connection. */
function connect(proxy: string, target: object = { host: 'gateway.example', port: 443 }) {
  const done = vi.fn();
  const agent = proxiedAgent(new URL(proxy), { keepAlive: true, timeout: 4_000 });
  expect(agent).toBeInstanceOf(https.Agent);
  expect((agent as unknown as { options: object }).options).toMatchObject({
    keepAlive: true,
    timeout: 4_000,
  });
  (agent as never as { createConnection(target: object, done: unknown): void }).createConnection(
    target,
    done,
  );
  return { done, ...(asked.at(-1) as Asked) };
}
/** The proxy answers. */
async function answer(request: Fake, statusCode: number | undefined, head = '') {
  const socket = new Fake();
  request.emit('connect', { statusCode }, socket, Buffer.from(head));
  await settle();
  return socket;
}
/** TLS stands inside the tunnel. */
async function secure(): Promise<Fake> {
  const { secure } = secured.at(-1) as { secure: Fake };
  secure.emit('secureConnect');
  await settle();
  return secure;
}

describe('a proxy is asked for a tunnel', () => {
  it.each<[string, object, object]>([
    ['http://p:3128', {}, { module: 'http', host: 'p', port: '3128', headers: {} }],
    ['http://p', {}, { module: 'http', host: 'p', port: 80, headers: {} }],
    ['https://p', {}, { module: 'https', host: 'p', port: 443, headers: {} }],
    ['http://[::1]:3128', {}, { module: 'http', host: '::1', port: '3128', headers: {} }],
    [
      'http://us:pa@p:1',
      {},
      { module: 'http', host: 'p', port: '1', headers: { 'Proxy-Authorization': `Basic ${btoa('us:pa')}` } },
    ],
    [
      'http://p:1',
      { host: '2001:db8::1', port: 8443 },
      { module: 'http', host: 'p', port: '1', path: '[2001:db8::1]:8443', headers: {} },
    ],
  ])('%s for %j', async (proxy, target, expected) => {
    const { done, module, options, request } = connect(proxy, {
      host: 'gateway.example',
      port: 443,
      ...target,
    });
    const { path = 'gateway.example:443', headers, ...rest } = expected as { path?: string; headers: object };
    expect({ module, ...(options as object) }).toEqual({
      ...rest,
      method: 'CONNECT',
      path,
      headers: { Host: path, ...headers },
      agent: false,
    });
    expect(request.calls).toEqual([['end']]);
    await answer(request, 200);
    const socket = await secure();
    expect(done.mock.calls).toEqual([[null, socket]]);
    expect(socket.listenerCount('error'), 'its errors are the client’s from now on').toBe(0);
  });

  it.each<[object, string]>([
    [{ host: 'gateway.example' }, 'gateway.example'],
    [{ host: 'gateway.example', servername: 'other.example' }, 'other.example'],
    [{}, ''],
  ])('and TLS is spoken with the gateway itself: %j', async (target, servername) => {
    const { request } = connect('http://p:1', { port: 443, ca: 'theirs', ...target });
    const socket = await answer(request, 200);
    expect(secured[0]?.options).toEqual({ port: 443, ca: 'theirs', ...target, socket, servername });
    await secure();
  });

  it('what came with its answer belongs to the tunnel', async () => {
    for (const head of ['', 'early']) {
      const { request } = connect('http://p:1');
      const socket = await answer(request, 200, head);
      expect(socket.calls).toEqual(head === '' ? [] : [['unshift', Buffer.from('early')]]);
      await secure();
    }
  });
});

describe('there is no tunnel', () => {
  it.each([199, 300, 407, 502, undefined])('where the proxy answers %s', async (statusCode) => {
    const { done, request } = connect('http://p:1');
    const socket = await answer(request, statusCode);
    expect(socket.calls).toEqual([['destroy', undefined]]);
    expect(done.mock.calls).toEqual([
      [expect.objectContaining({ message: `The proxy refused the tunnel with status ${statusCode ?? 0}.` })],
    ]);
    expect(secured).toEqual([]);
  });

  it.each([200, 202, 299])('but with %i there is', async (statusCode) => {
    const { done, request } = connect('http://p:1');
    await answer(request, statusCode);
    expect(done.mock.calls).toEqual([[null, await secure()]]);
  });

  it('where the proxy cannot be reached', async () => {
    const { done, request } = connect('http://p:1');
    const error = new Error('ECONNREFUSED');
    request.emit('error', error);
    await settle();
    expect(done.mock.calls).toEqual([[error]]);
  });

  it('where TLS fails inside it', async () => {
    const { done, request } = connect('http://p:1');
    await answer(request, 200);
    const error = new Error('CERT_HAS_EXPIRED');
    secured[0]?.secure.emit('error', error);
    await settle();
    expect(done.mock.calls).toEqual([[error]]);
  });
});

describe('after thirty seconds', () => {
  const LATE = expect.objectContaining({ message: 'The proxy opened no tunnel in 30 seconds.' });

  it('a tunnel that does not open is given up', async () => {
    const { done, request } = connect('http://p:1');
    await vi.advanceTimersByTimeAsync(29_999);
    expect(request.calls).toEqual([['end']]);
    await vi.advanceTimersByTimeAsync(1);
    expect(request.calls).toEqual([['end'], ['destroy', LATE]]);
    request.emit('error', new Error('destroyed'));
    await settle();
    expect(done).toHaveBeenCalledOnce();
  });

  it('so is one in which TLS does not stand', async () => {
    const { done, request } = connect('http://p:1');
    await answer(request, 200);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(secured[0]?.secure.calls).toEqual([['destroy', LATE]]);
    secured[0]?.secure.emit('error', new Error('destroyed'));
    await settle();
    expect(done).toHaveBeenCalledOnce();
  });

  it('one that stands stays', async () => {
    const { request } = connect('http://p:1');
    await answer(request, 200);
    const socket = await secure();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([request.calls, socket.calls]).toEqual([[['end']], []]);
  });
});
