import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { type AddressInfo, connect, createServer as createRelay, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const SHOP = 'shop.example';

/** What lies between browser and server. */
export interface Network {
  rttMs: number;
  /** Of what the server sends, for all connections together; without it, as fast as the machine is. */
  bitsPerSecond?: number;
}

export interface BenchStage {
  port: number;
  /** The same server, farther away: one for each network. */
  farPorts: number[];
  /** How long the shop's server takes to create a session, in ms. */
  sessionMs: number;
  /** When a hosted page was asked for, in ms since the epoch; the last one. */
  askedAt: number | undefined;
  close(): Promise<void>;
}

/**
 * One HTTPS server that plays the shop, the hosted page and every vendor's host: the browser maps all names to it. Nothing
 * leaves the machine. It speaks HTTP/2, as hosts of shops and gateways do: over HTTP/1.1 a session's request waits until the
 * only connection has brought the script, and a page until a warmed connection has brought what it was warmed with.
 *
 * @param files what the shop serves, by path.
 */
export async function startStage(
  files: ReadonlyMap<string, string>,
  networks: readonly Network[],
): Promise<BenchStage> {
  const compressedFiles = new Map([...files].map(([path, text]) => [path, brotliCompressSync(text)]));
  const server = createSecureServer({ ...certificate(), allowHTTP1: true }, (request, response) => {
    const authority = request.headers[':authority'] ?? request.headers.host;
    const host = `${authority}`.split(':')[0];
    const path = new URL(request.url ?? '/', `https://${host}`).pathname;
    const answer = (type: string, body: string) =>
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    // As a shop's server or CDN sends files: made smaller beforehand.
    const compressed = (body: Buffer) =>
      response
        .writeHead(200, {
          'content-type': 'text/javascript',
          'content-encoding': 'br',
          'cache-control': 'no-store',
        })
        .end(body);
    if (host !== SHOP) {
      if (path === '/robots.txt') return response.writeHead(404).end();
      if (request.headers['sec-fetch-dest'] === 'iframe')
        stage.askedAt = performance.timeOrigin + performance.now();
      return answer('text/html', HOSTED_PAGE);
    }
    const file = compressedFiles.get(path);
    if (file !== undefined) return compressed(file);
    if (path === '/session') {
      const session = {
        sessionId: 's',
        redirectUrl: 'https://hosted.example/pay',
        statusUrl: '/status',
        expiresInMs: 120_000,
      };
      setTimeout(
        () => response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(session)),
        stage.sessionMs,
      );
      return;
    }
    if (path === '/status') return answer('application/json', '{"status":"open"}');
    return answer('text/html', SHOP_PAGE);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  const relays = networks.map(({ rttMs, bitsPerSecond = Number.POSITIVE_INFINITY }) => {
    const line = { freeAt: 0, bytesPerMs: bitsPerSecond / 8000 };
    return createRelay((near) => {
      const far = connect(port(server));
      // One round trip for the handshake of TCP, which the loopback does not have.
      delay(near, far, rttMs / 2, rttMs, { freeAt: 0, bytesPerMs: Number.POSITIVE_INFINITY });
      delay(far, near, rttMs / 2, 0, line);
    });
  });
  await Promise.all(
    [server, ...relays].map((one) => new Promise<void>((done) => one.listen(0, '127.0.0.1', done))),
  );
  const stage: BenchStage = {
    port: port(server),
    farPorts: relays.map(port),
    sessionMs: 0,
    askedAt: undefined,
    async close() {
      for (const socket of sockets) socket.destroy();
      for (const one of [server, ...relays]) one.close();
    },
  };
  return stage;
}

/** A line that carries one piece after the other. */
interface Line {
  freeAt: number;
  bytesPerMs: number;
}

function delay(from: Socket, to: Socket, ms: number, firstMs: number, line: Line): void {
  const openAt = performance.now() + firstMs;
  // Each timer lets the oldest piece go: timers of different lengths may fire out of order, and a broken record ends a connection.
  const waiting: (() => void)[] = [];
  const later = (bytes: number, run: () => void) => {
    const now = performance.now();
    line.freeAt = Math.max(line.freeAt, now, openAt) + bytes / line.bytesPerMs;
    waiting.push(run);
    setTimeout(() => waiting.shift()?.(), line.freeAt + ms - now);
  };
  from.on('data', (chunk) => later(chunk.length, () => to.writable && to.write(chunk)));
  from.on('end', () => later(0, () => to.end()));
  from.on('error', () => to.destroy());
}

function certificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${SHOP}`,
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'ignore' },
  );
  const read = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return read;
}

const port = (server: Server) => (server.address() as AddressInfo).port;

const SHOP_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<style>body{margin:2rem;font:1rem sans-serif}main{min-height:200vh}</style>
<main><h1>Shop</h1>${'<p>Something to buy, and some words about it.</p>'.repeat(30)}</main>
<button id="pay" style="position:absolute;top:2rem;right:2rem;width:8rem;height:3rem">Pay</button></html>`;

/** Says what each vendor's own page would say to its script; closes when asked. */
const HOSTED_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Hosted page</title><h1>Card</h1><input>
<script>
const say = (message) => parent.postMessage(message, '*');
addEventListener('message', ({ data, source }) => {
  if (data === 'please close') {
    say({ type: 'POLAR_CHECKOUT', event: 'close' });
    say(JSON.stringify({ type: 'canceled' }));
  } else if (data?.messageId) source.postMessage({ messageId: data.messageId, result: true, payload: {} }, '*');
});
addEventListener('load', () => {
  say({ type: 'POLAR_CHECKOUT', event: 'loaded' });
  say(JSON.stringify({ type: 'loaded' }));
  say('bench: loaded');
});
</script></html>`;
