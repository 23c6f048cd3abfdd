import { execFile } from 'node:child_process';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { serve as serveHono } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterEach, describe, expect, it } from 'vitest';
import { toNodeHandler } from '../../src/merchant/node.ts';
import type { CheckoutHandler } from '../../src/merchant/options.ts';
import { BASE, type HandlerHarness, handlerHarness } from '../support/handlerHarness.ts';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
}

type Mount = (handler: CheckoutHandler) => Promise<string>;

/** Each answers with the address under which `publicUrl`'s path is mounted. */
const MOUNTS: Record<string, Mount> = {
  'node:http': async (handler) => `${await listen(createServer(toNodeHandler(handler)))}/checkout`,
  'Express 5, before its parsers': async (handler) => {
    const app = express();
    app.use('/checkout', toNodeHandler(handler));
    app.use(express.json());
    return `${await listen(createServer(app))}/checkout`;
  },
  'Express 5, behind express.raw()': async (handler) => {
    const app = express();
    app.use(express.raw({ type: '*/*' }));
    app.use('/checkout', toNodeHandler(handler));
    return `${await listen(createServer(app))}/checkout`;
  },
  'Express 5, behind express.json() that keeps rawBody': async (handler) => {
    const app = express();
    app.use(
      express.json({
        verify: (request, _response, bytes) => {
          (request as IncomingMessage & { rawBody?: Buffer }).rawBody = bytes;
        },
      }),
    );
    app.use('/checkout', toNodeHandler(handler));
    return `${await listen(createServer(app))}/checkout`;
  },
  'Fastify 5': async (handler) => {
    const app = fastify();
    const checkout = toNodeHandler(handler);
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.all('/checkout/*', (request, reply) => {
        reply.hijack();
        checkout(request.raw, reply.raw);
      });
    });
    open.push(() => app.close());
    return `${await app.listen({ port: 0, host: '127.0.0.1' })}/checkout`;
  },
  Hono: async (handler) => {
    const app = new Hono();
    app.all('/checkout/*', (c) => handler.fetch(c.req.raw));
    const server = serveHono({
      fetch: app.fetch,
      port: 0,
      hostname: '127.0.0.1',
      overrideGlobalObjects: false,
    });
    open.push(() => new Promise((resolve) => server.close(resolve)));
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/checkout` : '';
  },
  'Hono, mounted below its path': async (handler) => {
    const app = new Hono();
    app.mount('/checkout', (request) => handler.fetch(request));
    const server = serveHono({
      fetch: app.fetch,
      port: 0,
      hostname: '127.0.0.1',
      overrideGlobalObjects: false,
    });
    open.push(() => new Promise((resolve) => server.close(resolve)));
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/checkout` : '';
  },
  'Next.js route handlers (app/checkout/[...path]/route.ts)': async (handler) => {
    // What such a file exports: one function a verb, from Request to Response.
    const route: Record<string, (request: Request) => Promise<Response>> = {
      GET: handler.fetch,
      POST: handler.fetch,
      PUT: handler.fetch,
      OPTIONS: handler.fetch,
    };
    const server = serveHono({
      fetch: (request: Request) => route[request.method]?.(request) ?? new Response(null, { status: 405 }),
      port: 0,
      hostname: '127.0.0.1',
      overrideGlobalObjects: false,
    });
    open.push(() => new Promise((resolve) => server.close(resolve)));
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/checkout` : '';
  },
};

const create = (base: string, order = 'A-1') =>
  fetch(`${base}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order }),
  });

/** The CallBackURL, at the address that this test serves. */
const at = (base: string, publicAddress = '') => publicAddress.replace(BASE, base);

async function payThrough(harness: HandlerHarness, base: string): Promise<void> {
  const created = await create(base);
  expect(created.status).toBe(201);
  const { sessionId } = (await created.json()) as { sessionId: string };
  harness.gateway.pay();
  // Spaces and order of keys would not survive parsing and writing anew; the signature is over the content, the digest over the bytes.
  const { body, headers } = await harness.gateway.notification({ UDF: { note: 'café ☕ 1.0' } });
  const delivered = await fetch(at(base, harness.gateway.created[0]?.callBackUrl), {
    method: 'POST',
    headers,
    body,
  });
  expect([delivered.status, await delivered.text()]).toEqual([200, 'OK']);
  await harness.drain();
  const status = await fetch(`${base}/session/${sessionId}`);
  expect(await status.json()).toEqual({ status: 'completed', orderReference: 'A-1' });
  const page = await fetch(`${base}/return/${sessionId}/success?Status=PROCESSED`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'cres=1',
  });
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toContain('data-state="completed"');
  expect((await fetch(`${base}/health`)).status).toBe(200);
}

describe('the handler mounted in', () => {
  for (const [name, mount] of Object.entries(MOUNTS)) {
    it(`${name}: pays from session to status`, async () => {
      const harness = handlerHarness();
      await payThrough(harness, await mount(harness.handler));
      expect(harness.payments).toHaveLength(1);
    });

    it(`${name}: T44 refuses a body that is too large`, async () => {
      const harness = handlerHarness({ handler: { limits: { maxBodyBytes: 2_000 } } });
      const base = await mount(harness.handler);
      const response = await fetch(`${base}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order: 'x'.repeat(3_000) }),
      });
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ code: 'body_too_large' });
      expect((await create(base)).status).toBe(201);
    });
  }
});

describe('toNodeHandler', () => {
  const parsers: Record<string, (handler: CheckoutHandler) => Promise<string>> = {
    'express.json()': async (handler) => {
      const app = express();
      app.use(express.json());
      app.use('/checkout', toNodeHandler(handler));
      return `${await listen(createServer(app))}/checkout`;
    },
    'Fastify’s own parser': async (handler) => {
      const app = fastify();
      const checkout = toNodeHandler(handler);
      app.all('/checkout/*', (request, reply) => {
        reply.hijack();
        checkout(request.raw, reply.raw);
      });
      open.push(() => app.close());
      return `${await app.listen({ port: 0, host: '127.0.0.1' })}/checkout`;
    },
  };
  for (const [name, mount] of Object.entries(parsers)) {
    it(`says what to do when ${name} has eaten the body: no hang, nothing written anew`, async () => {
      const harness = handlerHarness();
      const base = await mount(harness.handler);
      const response = await create(base);
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({
        code: 'internal_error',
        detail: expect.stringContaining('rawBody'),
      });
      expect(harness.gateway.created).toEqual([]);
      expect((await fetch(`${base}/health`)).status).toBe(200);
    });
  }

  it('hands on the customer’s address, and a proxy’s word for it only where told to', async () => {
    const seen: (string | undefined)[] = [];
    const spy: Pick<CheckoutHandler, 'fetch'> = {
      fetch: async (_request, context) => {
        seen.push(context?.clientAddress);
        return new Response();
      },
    };
    const headers = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' };
    const direct = await listen(createServer(toNodeHandler(spy)));
    await fetch(direct, { headers });
    const proxied = await listen(createServer(toNodeHandler(spy, { trustedProxies: 1 })));
    await fetch(proxied, { headers });
    await fetch(proxied);
    expect(seen).toEqual(['127.0.0.1', '203.0.113.9', '127.0.0.1']);
  });

  it('T54 a handler that throws, at once or later, is a 500 and not the end of the process', async () => {
    for (const fail of [
      () => {
        throw new Error('at once');
      },
      () => Promise.reject(new Error('later')),
    ]) {
      const base = await listen(createServer(toNodeHandler({ fetch: fail })));
      const response = await fetch(base);
      expect(response.status).toBe(500);
    }
  });

  it('T6 T36 bad hosts and request lines are answered, and the next request too', async () => {
    const harness = handlerHarness();
    const base = await listen(createServer(toNodeHandler(harness.handler) as RequestListener));
    const { port } = new URL(base);
    const raw = (text: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.end(text));
        let answer = '';
        socket.on('data', (chunk) => {
          answer += chunk;
        });
        socket.on('close', () => resolve(answer));
        socket.on('error', () => resolve('reset'));
      });
    for (const host of ['evil example', '[::1', 'a@b', 'x:99999', '..', 'é']) {
      expect(
        await raw(`GET /checkout/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      ).toMatch(/^HTTP\/1.1 [24]00/);
    }
    expect(
      await raw('GET http://evil.example/checkout/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    ).toMatch(/^HTTP\/1.1 \d/);
    expect((await fetch(`${base}/checkout/health`)).status).toBe(200);
  });

  it('T44 a body that drips is cut off in its own time, while others are served', async () => {
    const harness = handlerHarness({ timeouts: { bodyMs: 100 } });
    const base = await listen(createServer(toNodeHandler(harness.handler)));
    const slow = new Promise<number | undefined>((resolve, reject) => {
      const sent = httpRequest(
        `${base}/checkout/session`,
        { method: 'POST', headers: { 'content-type': 'application/json', 'content-length': 1_000 } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      sent.on('error', reject);
      sent.write('{"order"');
      open.push(async () => sent.destroy());
    });
    expect((await create(`${base}/checkout`)).status).toBe(201);
    expect(await slow).toBe(408);
  });

  it('answers once, in a process whose `Response` a framework has replaced before ours was loaded', async () => {
    const script = `
      import { createServer } from 'node:http';
      import { getRequestListener } from '@hono/node-server';
      getRequestListener(() => new Response());
      const { toNodeHandler } = await import('./src/merchant/node.ts');
      const { problemResponse } = await import('./src/merchant/http/problem.ts');
      const server = createServer(toNodeHandler({ fetch: async () => problemResponse('not_found') }));
      server.listen(0, '127.0.0.1', async () => {
        const { status } = await fetch('http://127.0.0.1:' + server.address().port);
        console.log(status);
        server.close();
      });`;
    const run = promisify(execFile)(process.execPath, [
      '--import',
      'tsx',
      '--input-type=module',
      '--eval',
      script,
    ]);
    expect(await run).toEqual({ stdout: '404\n', stderr: '' });
  });

  it('a customer who goes away in the middle harms nobody', async () => {
    const harness = handlerHarness();
    let arrived: () => void = () => {};
    const started = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let answer: () => void = () => {};
    harness.gateway.before.create = () => {
      arrived();
      return new Promise<void>((resolve) => {
        answer = resolve;
      });
    };
    const base = await listen(createServer(toNodeHandler(harness.handler)));
    const gone = new AbortController();
    const request = fetch(`${base}/checkout/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"order":"A-1"}',
      signal: gone.signal,
    });
    request.catch(() => {});
    await started;
    gone.abort();
    answer();
    harness.gateway.before = {};
    const again = await create(`${base}/checkout`);
    expect(again.status).toBe(201);
    expect(harness.gateway.created).toHaveLength(1);
  });
});
