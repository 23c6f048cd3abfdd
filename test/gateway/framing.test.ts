import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createGateway } from '../../src/gateway/createGateway.ts';
import { fetchTransport } from '../../src/gateway/http/fetchTransport.ts';
import { nodeTransport } from '../../src/gateway/http/nodeTransport.ts';
import type { Transport } from '../../src/gateway/http/transport.ts';
import { defineProfile } from '../../src/protocol/gateway/defineProfile.ts';
import { makeCertificate } from '../support/makeCertificate.ts';
import type { FramedRequest } from '../support/strictRequests.ts';
import { type StrictServer, strictServer } from '../support/strictServer.ts';
import { errorOf, HPP, HPP_ANSWER, openWire, PAID_OUT, SECRETS, TOKEN } from './wire.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closers.splice(0).reverse()) await close();
});

const answer = ({ target }: FramedRequest): Response => {
  if (target.includes('/hpptoken/')) return Response.json(HPP_ANSWER);
  if (target.includes('/directconnect/')) return Response.json(PAID_OUT);
  return Response.json({ isSuccess: true, errorMessage: null });
};

interface Way {
  name: string;
  /** Node's `fetch` opens another one after a DELETE. */
  keepsConnection?: false;
  open(): Promise<{ server: StrictServer; baseUrl: string; transport: Transport }>;
}

async function strict(over?: Server): Promise<StrictServer> {
  const server = await strictServer(answer, over);
  closers.push(server.close);
  return server;
}

function node(variables: Record<string, string> = {}): Transport {
  const own = nodeTransport(variables);
  if (own === undefined) throw new Error('This is not Node.');
  closers.push(() => own.close());
  return own;
}

/** A proxy that joins whoever asks for a tunnel with the port. */
async function tunnelTo(port: number): Promise<number> {
  const proxy = createHttpServer();
  const sockets = new Set<Socket>();
  proxy.on('connect', (_request, socket: Socket, head: Buffer) => {
    const far = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      far.write(head);
      socket.pipe(far).pipe(socket);
    });
    for (const end of [socket, far]) {
      sockets.add(end);
      end.on('error', () => end.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return (proxy.address() as AddressInfo).port;
}

const WAYS: Way[] = [
  {
    name: 'node transport',
    async open() {
      const server = await strict();
      return { server, baseUrl: `http://127.0.0.1:${server.port}`, transport: node() };
    },
  },
  {
    name: 'fetch',
    keepsConnection: false,
    async open() {
      const server = await strict();
      return { server, baseUrl: `http://127.0.0.1:${server.port}`, transport: fetchTransport() };
    },
  },
  {
    name: 'node transport through a proxy for http',
    async open() {
      const server = await strict();
      const transport = node({ HTTP_PROXY: `http://127.0.0.1:${server.port}` });
      return { server, baseUrl: 'http://gateway.invalid', transport };
    },
  },
  {
    name: 'node transport through a tunnel',
    async open() {
      // The test's certificate is nobody's; that is not what is asked here.
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
      const server = await strict(createTlsServer(makeCertificate()));
      const transport = node({ HTTPS_PROXY: `http://127.0.0.1:${await tunnelTo(server.port)}` });
      return { server, baseUrl: `https://localhost:${server.port}`, transport };
    },
  },
];

describe('T80 every body is framed, so that no request is swallowed by the one before it', () => {
  for (const way of WAYS) {
    async function open() {
      const { server, baseUrl, transport } = await way.open();
      const profile = defineProfile({ tokens: { deleteCarrier: 'body' } });
      const gateway = createGateway({ baseUrl, ...SECRETS, test: true, retries: 0, transport, profile });
      return { server, gateway };
    }

    it(`${way.name}: a payout after a deletion with a body, on one connection`, async () => {
      const { server, gateway } = await open();
      await gateway.cards.delete(TOKEN);
      const payout = await gateway.payouts.toTransaction({ ...HPP, pspId: '1' });
      expect(payout.kind).toBe('processed');
      expect(server.refusals).toEqual([]);
      expect(server.requests.map(({ method, framing }) => [method, framing])).toEqual([
        ['DELETE', 'length'],
        ['POST', 'length'],
      ]);
      expect(JSON.parse(server.requests[0]?.body.toString() ?? '')).toEqual({ cardToken: TOKEN });
      if (way.keepsConnection !== false) expect(server.connections()).toBe(1);
    });

    it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
      `${way.name}: %s with and without a body, in bytes and not in characters`,
      async (method) => {
        const { server, gateway } = await open();
        const body = { name: 'Zoë Ærø 💳' };
        await gateway.request({ method, path: '/api/own', body });
        await gateway.request({ method, path: '/api/own' });
        await gateway.request({ method, path: '/api/own', body: {} });
        await gateway.hpp.create(HPP);
        expect(server.refusals).toEqual([]);
        expect(server.requests.map((request) => request.method)).toEqual([method, method, method, 'POST']);
        expect(JSON.parse(server.requests[0]?.body.toString('utf8') ?? '')).toEqual(body);
        expect(server.requests[1]?.body).toHaveLength(0);
      },
    );
  }

  it.each(['Content-Length', 'transfer-encoding', 'Connection', 'Expect', 'TE', 'Upgrade', 'Trailer'])(
    'no caller and no profile sets %s',
    async (name) => {
      const { gateway, sent } = openWire();
      expect(await errorOf(gateway.hpp.create(HPP, { headers: { [name]: '0' } }))).toMatchObject({
        code: 'config_invalid',
        message: expect.stringContaining(name),
      });
      expect(sent).toEqual([]);
      expect(() => defineProfile({ wire: { headers: { [name]: '0' } } })).toThrow(`wire.headers.${name}`);
    },
  );
});

describe('the strict server refuses what RFC 9112 refuses', () => {
  it.each([
    [
      'a body that nobody framed',
      'DELETE /a HTTP/1.1\r\nHost: a\r\n\r\n{"a":1}GET /b HTTP/1.1\r\nHost: a\r\n\r\n',
    ],
    ['two lengths', 'POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'length and coding',
      'POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a length in hex', 'POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\na'],
    ['no host', 'GET /a HTTP/1.1\r\n\r\n'],
    ['a space before a colon', 'GET /a HTTP/1.1\r\nHost : a\r\n\r\n'],
    ['a folded line', 'GET /a HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n'],
    ['an unknown coding', 'POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n'],
  ])('%s', async (_name, bytes) => {
    const server = await strict();
    const said = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
      });
      socket.on('close', () => resolve(text));
    });
    expect(said).toContain('HTTP/1.1 400');
    expect(server.refusals).toHaveLength(1);
  });
});
