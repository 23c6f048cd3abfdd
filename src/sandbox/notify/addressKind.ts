import { BlockList, isIPv4 } from 'node:net';

function list(ipv4: string, ipv6: string): BlockList {
  const blocks = new BlockList();
  for (const block of ipv4.split(' ')) add(block, 'ipv4');
  for (const block of ipv6.split(' ')) add(block, 'ipv6');
  return blocks;

  function add(block: string, family: 'ipv4' | 'ipv6'): void {
    const [net, bits] = block.split('/') as [string, string];
    blocks.addSubnet(net, Number(bits), family);
  }
}

const LOOPBACK = list('127.0.0.0/8', '::1/128');
const PRIVATE = list('10.0.0.0/8 172.16.0.0/12 192.168.0.0/16', 'fc00::/7');
/** Everything that IANA's special-purpose registries keep from the public internet, the clouds' metadata addresses among it. */
const RESERVED = list(
  '0.0.0.0/8 100.64.0.0/10 169.254.0.0/16 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 ' +
    '203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  '::/96 ::ffff:0:0:0/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 3fff::/20 5f00::/16 fe80::/10 fec0::/10 ff00::/8',
);
/** IPv6 that carries an IPv4 address inside: mapped, translated (NAT64), 6to4. */
const CARRIERS: readonly [prefix: BlockList, firstByte: number][] = [
  [list6('::ffff:0:0/96'), 12],
  [list6('64:ff9b::/96'), 12],
  [list6('2002::/16'), 2],
];

function list6(block: string): BlockList {
  const blocks = new BlockList();
  const [net, bits] = block.split('/') as [string, string];
  blocks.addSubnet(net, Number(bits), 'ipv6');
  return blocks;
}

export type AddressKind = 'loopback' | 'private' | 'reserved' | 'public';

/** Where a resolved IP address leads (T34). An IPv4 address inside an IPv6 one counts as itself. */
export function addressKind(address: string): AddressKind {
  const plain = address.split('%')[0] as string;
  if (!isIPv4(plain)) {
    const inner = carriedIPv4(plain);
    if (inner !== null) return addressKind(inner);
  }
  const family = isIPv4(plain) ? 'ipv4' : 'ipv6';
  if (LOOPBACK.check(plain, family)) return 'loopback';
  if (PRIVATE.check(plain, family)) return 'private';
  return RESERVED.check(plain, family) ? 'reserved' : 'public';
}

function carriedIPv4(address: string): string | null {
  for (const [prefix, firstByte] of CARRIERS) {
    if (prefix.check(address, 'ipv6'))
      return bytesOf(address)
        .slice(firstByte, firstByte + 4)
        .join('.');
  }
  return null;
}

/** The sixteen bytes of an IPv6 address; the URL parser brings every spelling into one form. */
function bytesOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const words = (text: string | undefined) =>
    text ? text.split(':').map((word) => Number.parseInt(word, 16)) : [];
  const before = words(head);
  const after = words(tail);
  const gap = new Array(8 - before.length - after.length).fill(0) as number[];
  return [...before, ...gap, ...after].flatMap((word) => [word >> 8, word & 0xff]);
}
