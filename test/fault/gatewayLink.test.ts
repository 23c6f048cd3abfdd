import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/createGateway.ts';
import { errorOf, HPP, SECRETS, STATUS } from '../gateway/wire.ts';
import { makeCertificate } from '../support/makeCertificate.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
}

function client(baseUrl: string) {
  const gateway = createGateway({ baseUrl, ...SECRETS, test: true });
  closers.push(() => gateway.close());
  return gateway;
}

describe('F49 a kept connection that the gateway closes as it is used again', () => {
  /** Answers each connection's first request, and closes it on the second. */
  async function forgetful() {
    const seen: string[] = [];
    const served = new WeakSet<object>();
    const server = createServer((request, response) => {
      seen.push(request.method ?? '');
      if (served.has(request.socket)) return request.socket.destroy();
      served.add(request.socket);
      return request.resume().on('end', () => response.end(JSON.stringify(STATUS)));
    });
    return { seen, gateway: client(`http://127.0.0.1:${await listen(server)}`) };
  }

  it('a status call is made once more, on a new connection', async () => {
    const { seen, gateway } = await forgetful();
    await gateway.transactions.retrieve({ pspId: '1' });
    expect(await gateway.transactions.retrieve({ pspId: '1' })).toMatchObject({ state: 'processed' });
    expect(seen).toEqual(['GET', 'GET', 'GET']);
  });

  it('a payout is not: its outcome is unknown, and it was sent once', async () => {
    const { seen, gateway } = await forgetful();
    await gateway.transactions.retrieve({ pspId: '1' });
    const error = await errorOf(gateway.payouts.toTransaction({ ...HPP, pspId: '1' }));
    expect(error).toMatchObject({ code: 'outcome_unknown' });
    expect(seen.filter((method) => method !== 'GET')).toHaveLength(1);
  });

  it('IPv6 and IPv4 addresses are one and the same to the client', async () => {
    const answer: Parameters<typeof createServer>[1] = (_request, response) =>
      response.end(JSON.stringify(STATUS));
    for (const [host, address] of [
      ['127.0.0.1', '127.0.0.1'],
      ['::1', '[::1]'],
    ] as const) {
      const port = await listen(createServer(answer), host);
      const gateway = client(`http://${address}:${port}`);
      expect(await gateway.transactions.retrieve({ pspId: '1' })).toMatchObject({ state: 'processed' });
    }
  });
});

it('F50 a gateway whose certificate nobody vouches for: a named error, and nothing is sent', async () => {
  let requests = 0;
  const server = createTlsServer(makeCertificate(), (_request, response) => {
    requests++;
    response.end(JSON.stringify(STATUS));
  });
  const gateway = client(`https://127.0.0.1:${await listen(server as unknown as Server)}`);
  const error = await errorOf(gateway.transactions.retrieve({ pspId: '1' }));
  expect(error).toMatchObject({ code: 'connection_failed', message: expect.stringMatching(/certificate/i) });
  // It never left: a payout may be tried again.
  const payout = await errorOf(gateway.payouts.toTransaction({ ...HPP, pspId: '1' }));
  expect(payout).toMatchObject({ code: 'connection_failed' });
  expect(requests).toBe(0);
});
