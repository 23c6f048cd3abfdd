import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createGateway } from '../../src/gateway/createGateway.ts';
import { type NodeTransport, nodeTransport } from '../../src/gateway/http/nodeTransport.ts';
import { wasNotSent } from '../../src/gateway/http/wasNotSent.ts';
import type { GatewayOptions } from '../../src/gateway/options.ts';
import { makeCertificate } from '../support/makeCertificate.ts';
import { errorOf, HPP, SECRETS, STATUS } from './wire.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  for (const close of closers.splice(0).reverse()) await close();
});

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

interface Seen {
  requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
  connections: number;
  port: number;
}

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Seen> {
  const seen: Seen = { requests: [], connections: 0, port: 0 };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.requests.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body,
      });
      answer(request, response);
    });
  });
  server.on('connection', () => seen.connections++);
  seen.port = await listen(server);
  return seen;
}

function transport(variables: Record<string, string> = {}): NodeTransport {
  const own = nodeTransport(variables);
  if (own === undefined) throw new Error('This is not Node.');
  closers.push(() => own.close());
  return own;
}

function client(port: number, over: Partial<GatewayOptions> = {}) {
  const gateway = createGateway({
    baseUrl: `http://127.0.0.1:${port}`,
    ...SECRETS,
    test: true,
    retries: 0,
    ...over,
  });
  closers.push(() => gateway.close());
  return gateway;
}

const init = () => ({
  method: 'GET',
  headers: {},
  signal: new AbortController().signal,
  redirect: 'manual' as const,
});
const ok = (_request: IncomingMessage, response: ServerResponse) => response.end(JSON.stringify(STATUS));

describe("Node's own transport", () => {
  it('opens one connection for calls one after the other, and no more than calls at once', async () => {
    const seen = await serve(ok);
    const gateway = client(seen.port);
    for (let i = 0; i < 20; i++) await gateway.transactions.retrieve({ pspId: '1' });
    expect([seen.requests.length, seen.connections]).toEqual([20, 1]);
    await Promise.all(Array.from({ length: 8 }, () => gateway.transactions.retrieve({ pspId: '1' })));
    expect(seen.connections).toBeLessThanOrEqual(8);
  });

  it('sends UTF-8 with its length in bytes, and reads an answer cut between two bytes of a letter', async () => {
    const text = Buffer.from(JSON.stringify({ ...STATUS, CardHolderName: 'Zoë Ærø 💳' }));
    const seen = await serve((_request, response) => {
      const at = text.indexOf(0xf0) + 2;
      response.write(text.subarray(0, at));
      setImmediate(() => response.end(text.subarray(at)));
    });
    const status = await client(seen.port).transactions.retrieve({ pspId: '1' });
    expect(status.cardHolderName).toBe('Zoë Ærø 💳');
    await errorOf(client(seen.port).hpp.create({ ...HPP, udf: { name: 'Zoë' } }));
    const sent = seen.requests.at(-1);
    expect(sent?.headers['content-length']).toBe(String(Buffer.byteLength(sent?.body ?? '')));
    expect(sent?.headers['transfer-encoding']).toBeUndefined();
  });

  it('follows no redirect', async () => {
    const seen = await serve((_request, response) =>
      response.writeHead(307, { Location: '/elsewhere' }).end(),
    );
    expect(await errorOf(client(seen.port).transactions.retrieve({ pspId: '1' }))).toMatchObject({
      code: 'http_error',
      status: 307,
    });
    expect(seen.requests).toHaveLength(1);
  });

  it('a refused connection was not sent; neither was a name that nobody has', async () => {
    const port = await listen(createServer());
    await closers.pop()?.();
    const refused = await transport()(`http://127.0.0.1:${port}/`, init()).catch((error) => error);
    expect(wasNotSent(refused)).toBe(true);
    const unknown = await transport()('http://no-such-host.invalid/', init()).catch((error) => error);
    expect(wasNotSent(unknown)).toBe(true);
  });

  it('T11 a connection that breaks after the request may have been sent', async () => {
    for (const cut of [
      (response: ServerResponse) => response.socket?.destroy(),
      (response: ServerResponse) =>
        response
          .writeHead(200, { 'Content-Length': 500 })
          .write('{"PspId"', () => response.socket?.destroy()),
    ]) {
      const seen = await serve((_request, response) => cut(response));
      const error = await errorOf(
        client(seen.port, { retries: 3 }).payouts.toTransaction({ ...HPP, pspId: '1' }),
      );
      expect(error).toMatchObject({ code: 'outcome_unknown', cause: { code: 'connection_failed' } });
      expect(seen.requests).toHaveLength(1);
    }
  });

  it('a server that never answers, one that answers a byte at a time, one that never ends its headers', async () => {
    const timers: ReturnType<typeof setInterval>[] = [];
    closers.push(() => timers.forEach(clearInterval));
    const silent = await serve(() => undefined);
    const dripping = await serve((_request, response) => {
      response.writeHead(200);
      timers.push(setInterval(() => response.write(' '), 20));
    });
    const headless = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.write('HTTP/1.1 200 OK\r\n');
        timers.push(setInterval(() => socket.write('X-A: b\r\n'), 20));
      }),
    );
    for (const port of [silent.port, dripping.port, headless]) {
      const error = await errorOf(client(port, { timeoutMs: 300 }).transactions.retrieve({ pspId: '1' }));
      expect(error).toMatchObject({ code: 'timeout' });
    }
  });

  it('T11 a handshake that hangs was not sent: a payout may be tried again', async () => {
    // Takes the connection and says nothing, so that TLS never stands.
    let connections = 0;
    const port = await listen(createTcpServer(() => connections++));
    const gateway = createGateway({
      baseUrl: `https://127.0.0.1:${port}`,
      ...SECRETS,
      test: true,
      retries: 1,
      timeoutMs: 200,
    });
    closers.push(() => gateway.close());
    const error = await errorOf(gateway.payouts.toTransaction({ ...HPP, pspId: '1' }));
    expect(error).toMatchObject({ code: 'timeout', attempts: 2 });
    expect(connections).toBe(2);
  });

  it('refuses an answer beyond the cap and drops the connection', async () => {
    const seen = await serve((_request, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    expect(await errorOf(client(seen.port).transactions.retrieve({ pspId: '1' }))).toMatchObject({
      code: 'connection_failed',
      cause: { name: 'AnswerTooLargeError' },
    });
  });

  it('reads two headers of one name as one, and answers that are no HTTP as a failure', async () => {
    const seen = await serve((_request, response) =>
      response.writeHead(200, { Warning: ['a', 'b'] }).end('{}'),
    );
    const response = await transport()(`http://127.0.0.1:${seen.port}/`, init());
    expect([response.headers.get('warning'), response.headers.get('none')]).toEqual(['a, b', null]);
    const port = await listen(createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n')));
    expect(await errorOf(client(port).transactions.retrieve({ pspId: '1' }))).toMatchObject({
      code: 'connection_failed',
    });
  });

  it('holds no process open by an idle connection, and closes when told', async () => {
    const seen = await serve(ok);
    const gateway = client(seen.port);
    await gateway.transactions.retrieve({ pspId: '1' });
    gateway.close();
    await gateway.transactions.retrieve({ pspId: '1' });
    expect(seen.connections).toBe(2);
  });
});

describe('proxies', () => {
  it("http goes through HTTP_PROXY in absolute form, with the proxy's credentials", async () => {
    const proxy = await serve(ok);
    const send = transport({ HTTP_PROXY: `http://us%65r:p%40ss@127.0.0.1:${proxy.port}` });
    await send('http://gateway.invalid:8080/api/x?y=1', init());
    expect(proxy.requests[0]).toMatchObject({
      url: 'http://gateway.invalid:8080/api/x?y=1',
      headers: { host: 'gateway.invalid:8080', 'proxy-authorization': `Basic ${btoa('user:p@ss')}` },
    });
  });

  it('https goes through CONNECT; the request never shows to the proxy', async () => {
    const asked: string[] = [];
    let bytes = Buffer.alloc(0);
    const proxy = createServer();
    proxy.on('connect', (request, socket: Socket, head) => {
      asked.push(request.url ?? '');
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      bytes = Buffer.concat([bytes, head]);
      socket.on('data', (chunk) => {
        bytes = Buffer.concat([bytes, chunk]);
        socket.destroy();
      });
      socket.on('error', () => undefined);
    });
    const port = await listen(proxy);
    const send = transport({ https_proxy: `http://127.0.0.1:${port}` });
    const failure = await send('https://gateway.invalid/api/secret', init()).catch((error) => error);
    expect(asked).toEqual(['gateway.invalid:443']);
    expect(bytes[0]).toBe(0x16); // TLS: a client hello
    expect(bytes.toString('latin1')).not.toContain('/api/secret');
    expect(wasNotSent(failure)).toBe(true);
  });

  it.each(['http:', 'https:'])(
    'calls one after the other share one tunnel through an %s proxy',
    async (scheme) => {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
      const certificate = makeCertificate();
      const gateway = await listen(createTlsServer(certificate, ok));
      const asked: (string | undefined)[] = [];
      const proxy = scheme === 'https:' ? createTlsServer(certificate) : createServer();
      proxy.on('connect', (request, socket: Socket) => {
        asked.push(`${request.url} ${request.headers['proxy-authorization']}`);
        const through = connect(gateway, '127.0.0.1', () => {
          // Any 2xx opens the tunnel.
          socket.write('HTTP/1.1 202 Here you go\r\n\r\n');
          socket.pipe(through).pipe(socket);
        });
        for (const end of [through, socket]) end.on('error', () => undefined);
      });
      const port = await listen(proxy);
      const send = transport({ HTTPS_PROXY: `${scheme}//us%25er:100%@127.0.0.1:${port}` });
      for (const path of ['first', 'second']) {
        const answer = await send(`https://localhost:${gateway}/${path}`, init());
        expect(JSON.parse(await answer.text())).toEqual(STATUS);
      }
      expect(asked).toEqual([`localhost:${gateway} Basic ${btoa('us%er:100%')}`]);
    },
  );

  it('names an IPv6 address to the proxy in brackets', async () => {
    const asked: (string | undefined)[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, socket: Socket) => {
      asked.push(request.url, request.headers.host);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    const send = transport({ HTTPS_PROXY: `http://127.0.0.1:${await listen(proxy)}` });
    await send('https://[2001:db8::1]/', init()).catch(() => undefined);
    expect(asked).toEqual(['[2001:db8::1]:443', '[2001:db8::1]:443']);
  });

  it('gives up a tunnel that does not open, and one in which no TLS answer comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const giveUp = () => vi.advanceTimersByTimeAsync(30_000);
    for (const opens of [false, true]) {
      const proxy = createServer();
      const closed = new Promise<void>((resolve) => {
        proxy.on('connect', (_request, socket: Socket) => {
          for (const ended of ['end', 'close']) socket.on(ended, resolve);
          socket.on('error', () => undefined);
          if (!opens) void giveUp();
          else socket.once('data', giveUp).write('HTTP/1.1 200 OK\r\n\r\n');
          socket.resume();
        });
      });
      const send = transport({ HTTPS_PROXY: `http://127.0.0.1:${await listen(proxy)}` });
      const failure = await send('https://gateway.invalid/', init()).catch((error) => error);
      expect(failure.message).toBe('The proxy opened no tunnel in 30 seconds.');
      expect(wasNotSent(failure)).toBe(true);
      await closed;
    }
  });

  it.each(['http://us:secret@a b', 'socks5://us:secret@p:1080', 'http://'])(
    'refuses %s by its variable, and tells nothing of it',
    async (address) => {
      const send = transport({ HTTPS_PROXY: address });
      const failure = await Promise.resolve()
        .then(() => send('https://gateway.invalid/', init()))
        .catch((error) => error);
      expect(failure.message).toBe(
        'HTTPS_PROXY: expected the address of a proxy, such as http://proxy.example:3128.',
      );
      expect(inspect(failure)).not.toContain('secret');
      expect(wasNotSent(failure)).toBe(true);
    },
  );

  it('a proxy that refuses the tunnel is a failure before anything was sent', async () => {
    const proxy = createServer();
    proxy.on('connect', (_request, socket: Socket) =>
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
    );
    const send = transport({ HTTPS_PROXY: `http://127.0.0.1:${await listen(proxy)}` });
    const failure = await send('https://gateway.invalid/', init()).catch((error) => error);
    expect(failure.message).toContain('407');
    expect(wasNotSent(failure)).toBe(true);
  });
});
