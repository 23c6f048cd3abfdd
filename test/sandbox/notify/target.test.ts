import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { addressKind } from '../../../src/sandbox/notify/addressKind.ts';
import { type DeliveryInit, networkDeliver } from '../../../src/sandbox/notify/deliver.ts';
import { checkAddress, isLoopbackName, type TargetRules } from '../../../src/sandbox/notify/target.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const NOBODY: TargetRules = { allowTarget: () => false, allowPrivateTargets: false };
const ANYBODY: TargetRules = { allowTarget: () => true, allowPrivateTargets: false };
const init = (signal = new AbortController().signal): DeliveryInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: '{}',
  signal,
});

async function listener(
  answer: Parameters<typeof createServer>[1] = (_request, response) => response.end('OK'),
) {
  const seen: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    (answer as (request: unknown, response: unknown) => void)(request, response);
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { port, seen, connections: () => connections };
}

describe('T34 where an address leads', () => {
  it.each([
    [
      'loopback',
      '127.0.0.1 127.255.255.254 ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 64:ff9b::127.0.0.1 2002:7f00:1::',
    ],
    [
      'private',
      '10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 fc00::1 fd12:3456::1 ::ffff:10.0.0.1 64:ff9b::a00:1',
    ],
    [
      'reserved',
      '0.0.0.0 0.1.2.3 100.64.0.1 169.254.169.254 169.254.170.2 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 198.18.0.1 ' +
        '198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 100.100.100.200 :: fe80::1 fe80::1%eth0 ' +
        'fec0::1 ff02::1 2001:db8::1 2001::1 3fff::1 5f00::1 100::1 ::127.0.0.1 ::ffff:169.254.169.254 64:ff9b::a9fe:a9fe ' +
        '2002:a9fe:a9fe:: fe80::a9fe:a9fe',
    ],
    [
      'public',
      '1.1.1.1 8.8.8.8 172.32.0.1 100.128.0.1 193.0.0.1 2606:4700::1111 2a00:1450::1 ::ffff:8.8.8.8 64:ff9b::808:808',
    ],
  ] as const)('%s', (kind, addresses) => {
    for (const address of addresses.split(' '))
      expect(`${address} ${addressKind(address)}`).toBe(`${address} ${kind}`);
  });

  it('knows loopback by every name and spelling that a URL may have', () => {
    const loopback =
      'localhost LOCALHOST localhost. shop.localhost 127.0.0.1 127.1 0x7f.1 2130706433 0177.0.0.1 [::1] [::ffff:127.0.0.1]';
    for (const host of loopback.split(' '))
      expect([host, isLoopbackName(new URL(`http://${host}/`).hostname)]).toEqual([host, true]);
    const others =
      'localhost.evil.example 127.0.0.1.evil.example evil-localhost 128.0.0.1 0.0.0.0 [::2] notlocalhost 127.0.0.1.nip.io';
    for (const host of others.split(' '))
      expect([host, isLoopbackName(new URL(`http://${host}/`).hostname)]).toEqual([host, false]);
  });
});

describe('T34 deliveries over the network', () => {
  it('go to loopback by default, by any of its names', async () => {
    const { port, seen } = await listener();
    for (const host of ['127.0.0.1', 'localhost', 'shop.localhost', '127.1', '2130706433']) {
      const reply = await networkDeliver(NOBODY)(`http://${host}:${port}/n?h=${host}`, init());
      expect([reply.status, await reply.text()]).toEqual([200, 'OK']);
    }
    expect(seen).toHaveLength(5);
  });

  it.each([
    'http://shop.example/n',
    'http://10.0.0.1/n',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fe80::1]/n',
    'http://0.0.0.0/n',
    'http://[::]/n',
    'http://8.8.8.8/n',
    'https://localhost.evil.example/n',
    'http://user@evil.example/n',
    'http://localhost@evil.example/n',
  ])('refuse %s by default, before any name is resolved', async (url) => {
    const resolve = () => Promise.reject(new Error('asked the resolver'));
    await expect(networkDeliver(NOBODY, resolve)(url, init())).rejects.toMatchObject({ name: 'TargetError' });
  });

  it.each([
    'file:///etc/passwd',
    'ftp://localhost/x',
    'gopher://localhost/x',
    'data:text/plain,x',
    'javascript:1',
  ])('refuse %s, whoever allows it', async (url) => {
    await expect(networkDeliver(ANYBODY)(url, init())).rejects.toMatchObject({ name: 'TargetError' });
  });

  it.each([
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.0.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '0.0.0.0',
    'fd00::1',
    'fe80::1',
    '100.64.0.1',
    '224.0.0.1',
    '64:ff9b::7f00:1',
  ])('refuse an allowed name that leads to %s', async (address) => {
    const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
    await expect(networkDeliver(ANYBODY, resolve)('http://shop.example/n', init())).rejects.toMatchObject({
      name: 'TargetError',
    });
  });

  it('refuse a name when any of its addresses is out of bounds', async () => {
    const { port, connections } = await listener();
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    await expect(
      networkDeliver(ANYBODY, resolve)(`http://shop.example:${port}/n`, init()),
    ).rejects.toMatchObject({
      name: 'TargetError',
    });
    expect(connections()).toBe(0);
  });

  it('resolve a name once and connect to that answer: a resolver that turns to 127.0.0.1 later gets nothing', async () => {
    const { port, connections } = await listener();
    const answers = ['192.0.2.1', '127.0.0.1', '127.0.0.1'];
    const asked: string[] = [];
    const resolve = async (hostname: string) => {
      asked.push(hostname);
      return [{ address: answers.shift() ?? '127.0.0.1', family: 4 }];
    };
    const rules = { ...ANYBODY, allowPrivateTargets: true };
    await expect(networkDeliver(rules, resolve)(`http://shop.example:${port}/n`, init())).rejects.toThrow();
    expect(asked).toEqual(['shop.example']);
    expect(connections()).toBe(0);
  });

  it('connect to the checked address whatever the system would say of the name', async () => {
    const { port, seen } = await listener();
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    await networkDeliver(NOBODY, resolve)(`http://no-such-name.localhost:${port}/pinned`, init());
    expect(seen).toEqual(['/pinned']);
  });

  it('let private addresses through only where the operator says so, reserved ones and loopback never', () => {
    const rules = { ...ANYBODY, allowPrivateTargets: true };
    expect(() => checkAddress('10.0.0.5', 'shop', false, rules)).not.toThrow();
    expect(() => checkAddress('10.0.0.5', 'shop', false, ANYBODY)).toThrow(/private/);
    expect(() => checkAddress('169.254.169.254', 'shop', false, rules)).toThrow(/reserved/);
    expect(() => checkAddress('127.0.0.1', 'shop', false, rules)).toThrow(/loopback/);
  });

  it('do not follow a redirect', async () => {
    const inner = await listener();
    const { port } = await listener((_request, response) => {
      response.writeHead(302, { Location: `http://127.0.0.1:${inner.port}/secret` }).end();
    });
    const reply = await networkDeliver(NOBODY)(`http://127.0.0.1:${port}/n`, init());
    expect(reply.status).toBe(302);
    expect(inner.connections()).toBe(0);
  });

  it('read at most 64 kB of a reply', async () => {
    const { port } = await listener((_request, response) => response.end('x'.repeat(100_000)));
    await expect(networkDeliver(NOBODY)(`http://127.0.0.1:${port}/n`, init())).rejects.toThrow(
      /larger than 65536/,
    );
  });

  it('end at the deadline, however slowly the reply drips', async () => {
    const { port } = await listener((_request, response) => {
      response.write('x');
      const drip = setInterval(() => response.write('x'), 5);
      closers.push(() => clearInterval(drip));
    });
    const slow = networkDeliver(NOBODY)(`http://127.0.0.1:${port}/n`, init(AbortSignal.timeout(60)));
    await expect(slow).rejects.toThrow();
  });

  it('say so when the merchant cuts the connection or is not there', async () => {
    const { port } = await listener((request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half');
      request.socket.destroy();
    });
    await expect(networkDeliver(NOBODY)(`http://127.0.0.1:${port}/n`, init())).rejects.toThrow();
    await expect(networkDeliver(NOBODY)('http://127.0.0.1:1/n', init())).rejects.toThrow(/ECONNREFUSED/);
  });
});
