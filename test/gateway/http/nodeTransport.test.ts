import { EventEmitter } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nodeTransport } from '../../../src/gateway/http/nodeTransport.ts';
import { AnswerTooLargeError, MAX_ANSWER_BYTES } from '../../../src/gateway/http/transport.ts';
import { inTurn } from '../../support/inTurn.ts';

/** What `node:http` gives back for a request; the test says what happens to it. */
class FakeRequest extends EventEmitter {
  readonly module: string;
  readonly options: http.RequestOptions;
  readonly ends: unknown[] = [];
  readonly destroys: unknown[] = [];

  constructor(module: string, options: http.RequestOptions) {
    super();
    this.module = module;
    this.options = options;
  }

  end(body: unknown): void {
    this.ends.push(body);
  }

  destroy(error?: Error): void {
    this.destroys.push(error);
  }
}

class FakeAnswer extends EventEmitter {
  statusCode: number | undefined = 201;
  readonly headersDistinct: Record<string, string[]> = { warning: ['a', 'b'], 'retry-after': ['3'] };
}

let requests: FakeRequest[];
beforeEach(() => {
  requests = [];
  for (const [name, module] of [
    ['http', http],
    ['https', https],
  ] as const) {
    vi.spyOn(module, 'request').mockImplementation(((options: http.RequestOptions) => {
      const request = new FakeRequest(name, options);
      requests.push(request);
      return request;
    }) as never);
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const init = (more: object = {}) => ({
  method: 'GET',
  headers: { A: 'b' },
  signal: new AbortController().signal,
  redirect: 'manual' as const,
  ...more,
});
function open(variables: Record<string, string> = {}) {
  const transport = nodeTransport(variables);
  if (transport === undefined) throw new Error('This is not Node.');
  return transport;
}
function start(url = 'https://gateway.example/x', more: object = {}) {
  const answer = open()(url, init(more));
  answer.catch(() => undefined);
  return { answer, request: requests.at(-1) as FakeRequest };
}

describe('what Node’s client is asked for', () => {
  it.each<[string, Record<string, string>, object]>([
    [
      'https://gateway.example/a?b=1',
      {},
      { module: 'https', host: 'gateway.example', port: 443, path: '/a?b=1' },
    ],
    [
      'https://gateway.example:8443/',
      {},
      { module: 'https', host: 'gateway.example', port: '8443', path: '/' },
    ],
    ['http://gateway.example/a', {}, { module: 'http', host: 'gateway.example', port: 80, path: '/a' }],
    ['http://[2001:db8::1]:8080/', {}, { module: 'http', host: '2001:db8::1', port: '8080', path: '/' }],
    [
      'https://gateway.example/a?b=1',
      { HTTPS_PROXY: 'http://p:3128', HTTP_PROXY: 'http://other' },
      { module: 'https', host: 'gateway.example', port: 443, path: '/a?b=1' },
    ],
  ])('%s with %j', (url, variables, expected) => {
    void open(variables)(url, init());
    const [{ module, options } = {} as FakeRequest] = requests;
    const { agent, ...asked } = options;
    expect({ module, ...asked }).toEqual({ ...expected, method: 'GET', headers: { A: 'b' } });
    expect(agent).toBeInstanceOf(url.startsWith('https') ? https.Agent : http.Agent);
    expect((agent as unknown as { options: object }).options).toMatchObject({
      keepAlive: true,
      timeout: 4_000,
      scheduling: 'lifo',
    });
    // A tunnel is made by the agent itself.
    expect(Object.hasOwn(agent as object, 'createConnection')).toBe('HTTPS_PROXY' in variables);
  });

  it.each<[string, string | number, object]>([
    ['http://us:pa@p:3128', '3128', { 'Proxy-Authorization': `Basic ${btoa('us:pa')}` }],
    ['http://p', 80, {}],
    ['https://p', 443, {}],
  ])('the whole address of a proxy for http: %s', (HTTP_PROXY, port, credentials) => {
    void open({ HTTP_PROXY })('http://gateway.example:8080/a?b=1', init());
    const [{ module, options } = {} as FakeRequest] = requests;
    expect([module, options.host, options.port, options.path]).toEqual([
      'http',
      'p',
      port,
      'http://gateway.example:8080/a?b=1',
    ]);
    expect(options.headers).toEqual({ A: 'b', Host: 'gateway.example:8080', ...credentials });
  });

  it('the body, with its length in bytes; none is none', () => {
    void start('https://gateway.example/x', { method: 'DELETE', body: 'Zoë' });
    expect(requests[0]?.options).toMatchObject({
      method: 'DELETE',
      headers: { A: 'b', 'Content-Length': '4' },
    });
    expect(requests[0]?.ends).toEqual(['Zoë']);
    void start();
    expect(requests[1]?.options.headers).toEqual({ A: 'b' });
    expect(requests[1]?.ends).toEqual([undefined]);
  });

  it('one agent for each origin, until it is closed', () => {
    const transport = open();
    const agentOf = (url: string) => {
      void transport(url, init());
      return requests.at(-1)?.options.agent as http.Agent;
    };
    const first = agentOf('https://gateway.example/a');
    expect(agentOf('https://gateway.example/b')).toBe(first);
    expect(agentOf('https://gateway.example:8443/a')).not.toBe(first);
    const destroy = vi.spyOn(first, 'destroy');
    transport.close();
    expect(destroy).toHaveBeenCalledOnce();
    expect(agentOf('https://gateway.example/a')).not.toBe(first);
  });
});

describe('where there is no such client there is no such transport', () => {
  it.each<[string, () => void]>([
    ['no process', () => vi.stubGlobal('process', undefined)],
    ['a process without built-ins', () => vi.stubGlobal('process', { versions: {} })],
    [
      'Bun',
      () =>
        vi.stubGlobal('process', { getBuiltinModule: process.getBuiltinModule, versions: { bun: '1.3' } }),
    ],
    ['Deno', () => vi.stubGlobal('Deno', {})],
    ['Workers', () => vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })],
  ])('%s', (_, stub) => {
    stub();
    const transport = nodeTransport({});
    vi.unstubAllGlobals();
    expect(transport).toBeUndefined();
  });

  it.each<[string, () => void]>([
    [
      'a process that names no versions',
      () => vi.stubGlobal('process', { getBuiltinModule: process.getBuiltinModule }),
    ],
    ['no navigator', () => vi.stubGlobal('navigator', undefined)],
    ['another navigator', () => vi.stubGlobal('navigator', { userAgent: 'Node.js/22' })],
  ])('%s is Node', (_, stub) => {
    stub();
    const transport = nodeTransport({});
    vi.unstubAllGlobals();
    expect(transport).toBeTypeOf('function');
  });
});

describe('an answer', () => {
  it('is read whole, letters cut in two included, and its headers by any case', async () => {
    const { answer, request } = start();
    const incoming = new FakeAnswer();
    request.emit('response', incoming);
    const bytes = Buffer.from('a€b');
    for (const part of [bytes.subarray(0, 2), bytes.subarray(2)]) incoming.emit('data', part);
    incoming.emit('end');
    const { status, headers, text } = await inTurn(answer);
    expect([status, await text()]).toEqual([201, 'a€b']);
    expect([headers.get('Warning'), headers.get('RETRY-AFTER'), headers.get('none')]).toEqual([
      'a, b',
      '3',
      null,
    ]);
  });

  it('without a status is one of none', async () => {
    const { answer, request } = start();
    const incoming = Object.assign(new FakeAnswer(), { statusCode: undefined });
    request.emit('response', incoming);
    incoming.emit('end');
    expect((await inTurn(answer)).status).toBe(0);
  });

  it('may have a megabyte; with a byte more its connection is dropped', async () => {
    const half = Buffer.alloc(MAX_ANSWER_BYTES / 2, 'x');
    for (const isMore of [false, true]) {
      const { answer, request } = start();
      const incoming = new FakeAnswer();
      request.emit('response', incoming);
      for (const part of [half, half, ...(isMore ? [Buffer.from('x')] : [])]) incoming.emit('data', part);
      incoming.emit('end');
      if (isMore) await expect(inTurn(answer)).rejects.toBeInstanceOf(AnswerTooLargeError);
      else expect(await (await inTurn(answer)).text()).toHaveLength(MAX_ANSWER_BYTES);
      expect(request.destroys).toEqual(isMore ? [undefined] : []);
    }
  });

  it('that breaks off is none, and says why', async () => {
    const { answer, request } = start();
    const incoming = new FakeAnswer();
    const cause = new Error('aborted');
    request.emit('response', incoming);
    incoming.emit('error', cause);
    await expect(inTurn(answer)).rejects.toMatchObject({
      message: 'The connection broke before the answer was whole.',
      cause,
    });
  });
});

describe('T11 a failure says that nothing was sent as long as no connection stands', () => {
  /** A socket that connects, with TLS or without. */
  const socket = (connecting: boolean, tls: boolean) =>
    Object.assign(new EventEmitter(), { connecting, ...(tls ? { encrypted: true } : {}) });

  it.each<[string, (request: FakeRequest) => void, boolean]>([
    ['before there is a socket', () => {}, true],
    ['while it connects', (request) => request.emit('socket', socket(true, false)), true],
    [
      'once it is connected',
      (request) => {
        const connecting = socket(true, false);
        request.emit('socket', connecting);
        connecting.emit('connect');
      },
      false,
    ],
    [
      'connected, and TLS does not stand',
      (request) => {
        const connecting = socket(true, true);
        request.emit('socket', connecting);
        connecting.emit('connect');
      },
      true,
    ],
    [
      'once TLS stands',
      (request) => {
        const connecting = socket(true, true);
        request.emit('socket', connecting);
        connecting.emit('secureConnect');
      },
      false,
    ],
    ['on a kept connection', (request) => request.emit('socket', socket(false, true)), false],
  ])('%s', async (_, happen, isNotSent) => {
    const { answer, request } = start();
    happen(request);
    const error = new Error('ECONNRESET');
    request.emit('error', error);
    await expect(inTurn(answer)).rejects.toBe(error);
    expect((error as { requestNotSent?: boolean }).requestNotSent).toBe(isNotSent ? true : undefined);
  });
});

describe('a signal', () => {
  const STOPPED = expect.objectContaining({ message: 'The request was stopped.' });

  it('stops the request, and only until that is closed', () => {
    const controller = new AbortController();
    const { request } = start(undefined, { signal: controller.signal });
    expect(request.destroys).toEqual([]);
    controller.abort();
    expect(request.destroys).toEqual([STOPPED]);
    const other = new AbortController();
    const closed = start(undefined, { signal: other.signal }).request;
    closed.emit('close');
    other.abort();
    expect(closed.destroys).toEqual([]);
  });

  it('that was there before stops it at once', () => {
    expect(start(undefined, { signal: AbortSignal.abort() }).request.destroys).toEqual([STOPPED]);
  });
});
