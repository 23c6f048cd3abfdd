import type { NetworkInterfaceInfo } from 'node:os';

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/**
 * Where other machines reach this one: what `DEMO_LAN` asks for, `on` being the first address that there is.
 *
 * @returns `null` when nothing was asked for.
 * @throws RangeError when this machine has no such address, naming those that it has.
 */
export function lanAddress(asked: string | undefined, interfaces: Interfaces): string | null {
  if (asked === undefined || asked === '' || asked === 'off') return null;
  const addresses = Object.values(interfaces)
    .flatMap((ofOne) => ofOne ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  const found = asked === 'on' ? addresses[0] : addresses.find((address) => address === asked);
  if (found !== undefined) return found;
  const known =
    addresses.length === 0 ? 'none: it is in no network' : `${addresses.join(', ')}, or on for the first`;
  throw new RangeError(
    `DEMO_LAN is "${asked}": expected an address of this machine in its network. It has ${known}.`,
  );
}
