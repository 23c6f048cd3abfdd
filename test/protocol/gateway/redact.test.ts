import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passesLuhn } from '../../../src/protocol/gateway/luhn.ts';
import { redact } from '../../../src/protocol/gateway/redact.ts';
import { redactText } from '../../../src/protocol/gateway/redactText.ts';
import { fastest } from '../../support/fastest.ts';

const PANS = [
  '4222222222222', // 13 digits
  '30569309025904', // 14
  '378282246310005', // 15
  '4111111111111111', // 16
  '5555555555554444',
  '2223003122003222',
  '6304000000000000', // Maestro
  '6212345678901234500', // 19
].filter(passesLuhn);

/** No whole card number is left, however its digits are divided. */
function holds(value: unknown, pan: string): boolean {
  return JSON.stringify(value)
    .replace(/[^0-9a-z]/gi, '')
    .includes(pan);
}

describe('T12 card numbers are redacted wherever they hide', () => {
  for (const pan of PANS) {
    const spaced = pan.replace(/(.{4})/g, '$1 ').trim();
    const places: Record<string, unknown> = {
      'a field of another name': { note: pan },
      'a number': { note: Number(pan) <= Number.MAX_SAFE_INTEGER ? Number(pan) : pan },
      'a bigint': { note: BigInt(pan) },
      'a sentence': `paid with ${pan}, thanks`,
      spaces: `card ${spaced} ok`,
      dashes: spaced.replaceAll(' ', '-'),
      dots: spaced.replaceAll(' ', '.'),
      'other numbers before it': `order 12 ${pan}`,
      'a URL': `https://shop.example/x?q=${encodeURIComponent(spaced)}&r=1`,
      'a URL object': new URL(`https://shop.example/${pan}`),
      'an array': [['x', [pan]]],
      'a key': { [pan]: true },
      'a map': new Map([[pan, pan]]),
      'a set': new Set([pan]),
      headers: new Headers({ 'x-note': pan }),
      'an error and its cause': new Error(`bad ${pan}`, { cause: new Error(pan) }),
      'JSON text': JSON.stringify({ a: { b: pan } }),
      base64: btoa(`number=${pan};`),
      UDF: { UDF: { MerchantField1: pan } },
      'a card number field': { CardNumber: pan },
      'letters around it': `card${pan}x`,
    };
    for (const [place, value] of Object.entries(places)) {
      it(`${pan.length} digits ${pan.slice(0, 6)}… in ${place}`, () => {
        const result = redact(value);
        expect(holds(result, pan)).toBe(false);
        const base64 = JSON.stringify(result).match(/[A-Za-z0-9+/]{16,}/g) ?? [];
        expect(base64.some((word) => holds(atob(word.slice(0, word.length - (word.length % 4))), pan))).toBe(
          false,
        );
      });
    }
  }

  it('security codes, card tokens and credentials by name, in objects and in texts', () => {
    const secret = 'Zq7x-secret-value';
    const value = {
      CvV2: '123',
      cvc: 123,
      card: { CardToken: secret, security_code: '999' },
      headers: { Authorization: `Basic ${secret}`, Signature: secret },
      url: `https://gw.example/api/cards/tokens/${secret}?cardToken=${secret}`,
      body: JSON.stringify({ CvV2: '987', cardToken: secret }),
      line: `Authorization: Basic ${secret} CvV2=987`,
      ThreeDSecureAuthentication: { cavv: secret },
      clientSecret: secret,
    };
    const text = JSON.stringify(redact(value));
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/987|"123"|:123|999/);
  });

  it('splitting a card number over an array does not help a log reader', () => {
    expect(redact({ CvV2: ['1', '2', '3'] })).toEqual({ CvV2: '[redacted]' });
  });
});

describe('T12 nothing else is redacted', () => {
  it.each([
    ['a PspId', { PspId: 850907, pspid: '123456789012' }],
    [
      'times in seconds, milliseconds, micro- and nanoseconds',
      { at: [1763732968, 1763732968123], text: '1763732968123456 1763732968123456789' },
    ],
    ['a stamp of digits', { at: '20261121134928', order: '2026-11-21 13:49:28' }],
    ['a UUID', { UniqueReference: '41111111-1111-4111-8111-111111111111' }],
    ['a page token', { token: '2ed7aa0a6fa04f3b8c3ab9fa4a4136ab' }],
    ['a masked card number', { CardNumber: '411111******1111', text: '411111******1111' }],
    ['amounts, addresses, phone numbers', { a: '1000.00', ip: '203.0.113.195', tel: '+356 2123 4567' }],
    ['words about signatures', { m: 'The signature does not match.' }],
  ])('%s', (_name, value) => {
    expect(redact(value)).toEqual(value);
  });

  it('keeps any time between 2001 and 2033, as number and text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000_000_000_000, max: 1_999_999_999_999 }), (ms) => {
        expect(redact({ ms, text: `at ${ms}.` })).toEqual({ ms, text: `at ${ms}.` });
      }),
    );
  });

  it('keeps any UUID', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(redactText(`ref ${uuid}!`)).toBe(`ref ${uuid}!`);
      }),
    );
  });
});

describe('redact copies anything into plain data', () => {
  it('cycles, depth, dates, bytes, functions, __proto__', () => {
    const loop: Record<string, unknown> = { date: new Date(0), bytes: new Uint8Array(3), run: () => 1 };
    loop.self = loop;
    let deep: unknown = 'x';
    for (let i = 0; i < 50; i++) deep = { deep };
    const result = redact({ loop, deep, bad: JSON.parse('{"__proto__":{"polluted":true}}') }) as Record<
      string,
      never
    >;
    expect(result.loop).toMatchObject({
      date: '1970-01-01T00:00:00.000Z',
      bytes: '[bytes]',
      run: '[function]',
      self: '[circular]',
    });
    expect(JSON.stringify(result.deep)).toContain('[too deep]');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.keys(result.bad as unknown as object)).toEqual(['__proto__']);
  });

  it('never changes its input', () => {
    const input = { CvV2: '123', list: ['4111111111111111'] };
    redact(input);
    expect(input).toEqual({ CvV2: '123', list: ['4111111111111111'] });
  });

  it('takes a megabyte of digits in its stride', async () => {
    const took = await fastest(() => {
      redactText('1234 5678 9012 '.repeat(20_000));
      redactText('9'.repeat(500_000));
      redactText(`${'a'.repeat(300_000)}=`);
    }, 3);
    expect(took).toBeLessThan(5_000);
  });
});
