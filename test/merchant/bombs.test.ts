import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { toNodeHandler } from '../../src/merchant/node.ts';
import { fastest } from '../support/fastest.ts';
import { handlerHarness } from '../support/handlerHarness.ts';
import { size } from '../support/size.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listen(bodyMs = 10_000): Promise<number> {
  const nobody = () => {};
  const harness = handlerHarness({
    handler: {
      limits: { sessionsPerAddress: 1e6 },
      logger: { debug: nobody, info: nobody, warn: nobody, error: nobody },
    },
    timeouts: { bodyMs },
  });
  const server = createServer(toNodeHandler(harness.handler));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
}

const json = { 'content-type': 'application/json' };

/** Sends the pieces as far as the server lets us; its status, or `null` where it closed the connection. */
function send(port: number, pieces: Iterable<string>, headers: Record<string, string | number>) {
  return new Promise<number | null>((resolve) => {
    const request = httpRequest(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/checkout/session',
        headers: { ...json, ...headers },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? null);
      },
    );
    request.on('error', () => resolve(null));
    request.on('close', () => resolve(null));
    for (const piece of pieces) request.write(piece);
    request.end();
  });
}

describe('T44 body bombs over a socket', () => {
  const deep = '['.repeat(1_000_000);
  const wide = `{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join()}}`;

  for (const [what, body] of [
    ['a million levels deep', deep],
    ['a hundred thousand keys wide', wide],
  ] as const) {
    it(`${what}: refused by its announced length, unread`, async () => {
      const port = await listen();
      const took = await fastest(async () => {
        expect(await send(port, [body], { 'content-length': body.length })).toBe(413);
      });
      expect(took).toBeLessThan(300);
    });

    it(`${what}, in chunks: refused at the first byte too many`, async () => {
      const port = await listen();
      const chunks = Array.from({ length: 40 }, (_, n) => body.slice(n * 25_000, (n + 1) * 25_000));
      expect(await send(port, chunks, { 'transfer-encoding': 'chunked' })).toBe(413);
    });
  }

  it('as deep and as wide as the limit lets through: refused within 50 ms of work', async () => {
    const harness = handlerHarness();
    const bodies = [deep, wide, `"${'\\u0000'.repeat(20_000)}"`].map((body) => body.slice(0, 65_000));
    for (const body of bodies) {
      const took = await fastest(async () => {
        const { status } = await harness.fetch('/session', { method: 'POST', headers: json, body });
        expect(status).toBe(400);
      });
      expect(took).toBeLessThan(50);
    }
  });

  it('many of them leave the heap as it was', async () => {
    const port = await listen();
    const bomb = () => send(port, [deep.slice(0, 200_000)], { 'transfer-encoding': 'chunked' });
    for (let n = 0; n < 50; n++) await bomb();
    const before = process.memoryUsage().heapUsed;
    // On a machine too busy to take the rest within half a second, the adapter closes the connection; refused it is either way.
    for (let n = 0; n < size(200, 2_000); n++) expect([413, null]).toContain(await bomb());
    expect((process.memoryUsage().heapUsed - before) / 1_048_576).toBeLessThan(20);
  });

  it('drips without an announced length: cut off in its own time', async () => {
    const port = await listen(150);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest(
        {
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: '/checkout/session',
          headers: { ...json, 'transfer-encoding': 'chunked' },
        },
        (response) => resolve(response.statusCode),
      );
      request.on('error', reject);
      const drip = setInterval(() => request.write(' '), 20);
      closers.push(async () => {
        clearInterval(drip);
        request.destroy();
      });
    });
    expect(status).toBe(408);
  });

  it('shorter than announced, and then gone: nobody waits, and the next request is served', async () => {
    const port = await listen();
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST /checkout/session HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"order"',
    );
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.resetAndDestroy();
    const body = JSON.stringify({ order: 'A-1' });
    expect(await send(port, [body], { 'content-length': body.length })).toBe(201);
  });

  it('longer than announced: the rest is no request of ours', async () => {
    const port = await listen();
    const text = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let heard = '';
      socket.setEncoding('utf8').on('data', (chunk) => {
        heard += chunk;
      });
      socket.on('close', () => resolve(heard));
      socket.write(
        'POST /checkout/session HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"order":"A-1"}GARBAGE GARBAGE\r\n\r\n',
      );
    });
    const answers = text.match(/^HTTP\/1\.1 \d+/gm) ?? [];
    // The first may still be in the making when the connection ends.
    expect(answers.at(-1)).toBe('HTTP/1.1 400');
    expect(answers.length).toBeLessThan(3);
  });

  it('Expect: 100-continue is answered, and the limit still holds', async () => {
    const port = await listen();
    const body = JSON.stringify({ order: 'A-1' });
    expect(await send(port, [body], { expect: '100-continue', 'content-length': body.length })).toBe(201);
    expect(await send(port, [deep], { expect: '100-continue', 'content-length': deep.length })).toBe(413);
  });
});
