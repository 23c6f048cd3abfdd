import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { lanAddress } from '../../demo/server/lan/lanAddress.ts';

const info = (address: string, family: 'IPv4' | 'IPv6', internal = false) =>
  ({ address, family, internal }) as NetworkInterfaceInfo;
const MACHINE = {
  lo: [info('127.0.0.1', 'IPv4', true), info('::1', 'IPv6', true)],
  wlan0: [info('fe80::1', 'IPv6'), info('192.0.2.7', 'IPv4')],
  eth0: [info('198.51.100.4', 'IPv4')],
};

describe('where other machines reach the demo', () => {
  it.each([undefined, '', 'off'])('is nowhere with %j', (asked) => {
    expect(lanAddress(asked, MACHINE)).toBe(null);
  });

  it('is the first address of a network, or the one that was asked for', () => {
    expect(lanAddress('on', MACHINE)).toBe('192.0.2.7');
    expect(lanAddress('198.51.100.4', MACHINE)).toBe('198.51.100.4');
  });

  it.each(['127.0.0.1', '192.0.2.8', 'fe80::1', 'yes', '0.0.0.0'])(
    'is no address but this machine’s own: %s',
    (asked) => {
      expect(() => lanAddress(asked, MACHINE)).toThrow(/DEMO_LAN is .* It has 192\.0\.2\.7, 198\.51\.100\.4/);
    },
  );

  it('says so when there is no network', () => {
    expect(() => lanAddress('on', { lo: MACHINE.lo })).toThrow('It has none');
  });
});
