import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressKey } from '../../../src/merchant/http/addressKey.ts';

describe('T71 the name an address is counted by', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9 ', '203.0.113.9'],
    ['203.0.113.9:51000', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
    ['::::', '::::'],
    ['1:2:3', '1:2:3'],
    ['2001:db8::zzzz', '2001:db8::zzzz'],
    ['', ''],
    ['10.20.30.40:80', '10.20.30.40'],
    ['::ffff:10.20.30.40', '10.20.30.40'],
    ['::1.2.3.4', '0:0:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
    // No addresses: as they are written.
    ['x203.0.113.9:80', 'x203.0.113.9:80'],
    ['203.0.113.9:80x', '203.0.113.9:80x'],
    ['x[2001:db8::1]', 'x[2001:db8::1]'],
    ['::ffff:10.20.30.40x', '::ffff:10.20.30.40x'],
    ['x\n::ffff:10.20.30.40', 'x\n::ffff:10.20.30.40'],
    ['1:2:3:4::5:6:7:8', '1:2:3:4::5:6:7:8'],
    ['1:2:3:4::5:6:7:8:9', '1:2:3:4::5:6:7:8:9'],
    ['2001:db8:0:0:0:0:0:g1', '2001:db8:0:0:0:0:0:g1'],
    ['2001:db8:0:0:0:0:0:1g', '2001:db8:0:0:0:0:0:1g'],
    ['x'.repeat(100), 'x'.repeat(64)],
  ])('%s counts as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  it('every address of a /64 has one name, and another /64 has another', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const four = fc.tuple(group, group, group, group);
    const text = (...parts: number[]) => parts.map((part) => part.toString(16)).join(':');
    void fc.assert(
      fc.property(four, four, four, (network, one, other) => {
        fc.pre(network.some((part) => part !== 0));
        const key = addressKey(text(...network, ...one));
        expect(addressKey(text(...network, ...other))).toBe(key);
        const [first, ...rest] = network;
        expect(addressKey(text((first + 1) & 0xffff, ...rest, ...one))).not.toBe(key);
      }),
    );
  });

  it('is short and does not throw, whatever a header holds', () => {
    void fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (address) => {
        expect(addressKey(address).length).toBeLessThanOrEqual(64);
      }),
    );
  });
});
