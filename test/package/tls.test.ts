import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../support/makeCertificate.ts';

/** The client as built, in a process that trusts a certificate of the test's: five calls, one after the other. */
const PROGRAM = `
import { createGateway } from ${JSON.stringify(resolve(import.meta.dirname, '../../dist/server.js'))};
const gateway = createGateway({ baseUrl: process.env.GATEWAY, clientId: 'a', clientSecret: 'b', signatureSecret: 'c', test: true, retries: 0 });
for (let n = 0; n < 5; n++) await gateway.request({ method: 'POST', path: '/ping', body: { n } });
gateway.close();
`;

const folder = mkdtempSync(join(tmpdir(), 'tls-'));
const pem = join(folder, 'localhost.pem');
const program = join(folder, 'program.mjs');
const sockets = new Set<Socket>();
let server: Server;
let gateway: string;
let connections = 0;
let bodies: string[] = [];

beforeAll(async () => {
  const { key, cert } = makeCertificate();
  writeFileSync(pem, cert);
  writeFileSync(program, PROGRAM);
  server = createServer({ key, cert }, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      response.end('{}');
    });
  });
  server.on('secureConnection', () => connections++);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  gateway = `https://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

async function run(env: Record<string, string>): Promise<void> {
  connections = 0;
  bodies = [];
  await promisify(execFile)(process.execPath, [program], {
    env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: pem, GATEWAY: gateway, ...env },
  });
}

describe('the client over TLS', () => {
  it('opens one connection for five calls', async () => {
    await run({});
    expect([bodies.length, connections]).toEqual([5, 1]);
  });

  it('opens one tunnel through the proxy that HTTPS_PROXY names, and checks the certificate inside it', async () => {
    const asked: string[] = [];
    const proxy = createHttpServer();
    proxy.on('connect', (request, socket: Socket) => {
      asked.push(request.url ?? '');
      const { port } = new URL(`http://${request.url}`);
      const onward = connect(Number(port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(onward).pipe(socket);
      });
      for (const end of [socket, onward]) sockets.add(end.on('error', () => undefined));
    });
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
    const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    await run({ HTTPS_PROXY });
    expect(asked).toEqual([gateway.slice('https://'.length)]);
    expect([bodies.length, connections]).toEqual([5, 1]);

    const untrusted = await run({ HTTPS_PROXY, NODE_EXTRA_CA_CERTS: '' }).catch((error) => error);
    expect(untrusted.stderr).toMatch(/self-signed certificate/);
    expect(bodies).toEqual([]);
    proxy.close();
  });
});
