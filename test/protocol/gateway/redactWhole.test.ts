import { describe, expect, it } from 'vitest';
import { maskCardNumber } from '../../../src/protocol/gateway/cardNumber.ts';
import { passesLuhn } from '../../../src/protocol/gateway/luhn.ts';
import { redact, secretTexts } from '../../../src/protocol/gateway/redact.ts';
import { redactText } from '../../../src/protocol/gateway/redactText.ts';

const PAN = '4111111111111111';
const MASKED = '411111******1111';

describe('T12 the whole of a redacted copy', () => {
  it.each([
    ['CardNumber', '1234 5678 9012 3456', '123456******3456'],
    ['PAN', '123456789012', '123456**9012'],
    ['primary_account_number', 1234567890123, '123456***0123'],
    ['Account-Number', 12345678901234n, '123456****1234'],
  ])('a field %s is masked, whatever its digits', (name, value, masked) => {
    expect(redact({ [name]: value })).toEqual({ [name]: masked });
  });

  it('a text without a name is read as a text, and one at the top is no field', () => {
    expect(redact(PAN)).toBe(MASKED);
    expect(redact('4111 1111')).toBe('4111 1111');
  });

  it('what is not there is null; a flag and a number stay, a bigint becomes text', () => {
    expect(redact({ a: null, b: undefined, c: false, d: true, e: 7, f: 7n, g: Symbol('x') })).toEqual({
      a: null,
      b: null,
      c: false,
      d: true,
      e: 7,
      f: '7',
      g: '[symbol]',
    });
  });

  it('maps, headers, queries, sets and addresses', () => {
    expect(
      redact({
        map: new Map<unknown, unknown>([
          [1, PAN],
          ['cvv', '123'],
        ]),
        headers: new Headers({ 'X-Note': PAN, Cookie: 'a=b' }),
        query: new URLSearchParams({ q: PAN, pin: '1234' }),
        set: new Set([PAN, 'x']),
        pan: new Set(['123456789012']),
        url: new URL(`https://shop.example/?note=${PAN}`),
        buffer: new ArrayBuffer(2),
        never: new Date(Number.NaN),
      }),
    ).toEqual({
      map: { 1: MASKED, cvv: '[redacted]' },
      headers: { 'x-note': MASKED, cookie: '[redacted]' },
      query: { q: MASKED, pin: '[redacted]' },
      set: [MASKED, 'x'],
      pan: ['123456**9012'],
      url: `https://shop.example/?note=${MASKED}`,
      buffer: '[bytes]',
      never: null,
    });
  });

  it('an error with its own fields, its stack and its cause', () => {
    const error = Object.assign(new TypeError(`bad ${PAN}`, { cause: { cvv: '123', at: PAN } }), {
      code: PAN,
    });
    error.stack = `TypeError: bad ${PAN}\n  at x.ts:1`;
    expect(redact(error)).toEqual({
      name: 'TypeError',
      message: `bad ${MASKED}`,
      stack: `TypeError: bad ${MASKED}\n  at x.ts:1`,
      code: MASKED,
      cause: { cvv: '[redacted]', at: MASKED },
    });
    const bare = new Error('plain');
    delete bare.stack;
    expect(redact(bare)).toEqual({ name: 'Error', message: 'plain', stack: '' });
  });

  it('one object in two places is shown in both', () => {
    const card = { last: '1111' };
    expect(redact({ a: card, b: [card, card] })).toEqual({ a: card, b: [card, card] });
  });

  it('twelve levels are shown, the next one is not', () => {
    const nested = (levels: number): unknown => (levels === 0 ? {} : { in: nested(levels - 1) });
    expect(JSON.stringify(redact(nested(11)))).toBe(JSON.stringify(nested(11)));
    expect(JSON.stringify(redact(nested(12)))).toBe(JSON.stringify(nested(12)).replace('{}', '"[too deep]"'));
  });

  it('a copy can be changed, added to and copied like any object', () => {
    const result = redact({ a: 1 }) as Record<string, unknown>;
    result.a = 2;
    expect(Object.getOwnPropertyDescriptor(result, 'a')).toEqual({
      value: 2,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  });
});

it('an empty text hides nothing, and is shown as it is: a reader can tell that there was no card token', () => {
  const empty = { CardToken: '', CvV2: '', CardNumber: '', note: '', list: { secret: ['', ' '] } };
  expect(redact(empty)).toEqual({ ...empty, list: { secret: '[redacted]' } });
});

describe('T12 the texts that are hidden in other fields too', () => {
  it('are those of secret fields, at any level and in lists, and nothing else', () => {
    expect(
      secretTexts({
        CvV2: '737',
        note: 'shown',
        card: { CardToken: 'token-1', list: [{ 'client-secret': 'c' }, null, 'word', { pin: 12 }] },
        Signature: undefined,
      }),
    ).toEqual(['737', 'token-1', 'c']);
  });

  it('what is no object has none', () => {
    for (const value of ['CvV2', 737, null, undefined, true]) expect(secretTexts(value)).toEqual([]);
  });

  it('are looked for as deep as is shown, and a cycle ends', () => {
    const nested = (levels: number): unknown => (levels === 0 ? { cvv: 'deep' } : { in: nested(levels - 1) });
    expect(secretTexts(nested(12))).toEqual(['deep']);
    expect(secretTexts(nested(13))).toEqual([]);
    const loop: Record<string, unknown> = { cvv: 'once' };
    loop.self = loop;
    expect(new Set(secretTexts(loop))).toEqual(new Set(['once']));
  });
});

describe('T12 a named value in a text', () => {
  it.each([
    ['CvV2=737&x=1', 'CvV2=[redacted]&x=1'],
    ['{"CvV2":"737","x":1}', '{"CvV2":"[redacted]","x":1}'],
    ["{'cvc': '737', 'x': 1}", "{'cvc': '[redacted]', 'x': 1}"],
    ['pin: 1234, x', 'pin: [redacted], x'],
    ['cavv%3Dabc&x', 'cavv%3D[redacted]&x'],
  ])('%s', (text, hidden) => {
    expect(redactText(text)).toBe(hidden);
  });
});

describe('T12 names that machines made', () => {
  const UUID = '41111111-1111-4111-8111-111111111111';
  it('stay whole, and hide no card number that stands before or behind them', () => {
    expect(redactText(`${PAN}, ${UUID}, ${PAN}`)).toBe(`${MASKED}, ${UUID}, ${MASKED}`);
    expect(redactText(`${UUID} and ${PAN}`)).toBe(`${UUID} and ${MASKED}`);
  });

  it.each([
    ['41111111-1111-1111-8111-abcdefabcdef'],
    ['41111111-1111-1111-8111-ABCDEFABCDEF'],
    ['41111111-1111-1111-a111-111111111111'],
    [`${PAN}${'ab'.repeat(8)}`],
    [`${'AB'.repeat(8)}${PAN}`],
    [`${PAN}${'ab'.repeat(12)}`],
    [`${PAN}${'ab'.repeat(24)}`],
    [`${'ab'.repeat(4)}${PAN}${'ab'.repeat(4)}`],
  ])('%s stays, alone and between other signs', (name) => {
    for (const text of [name, `ref ${name}.`, `(${name})`, `${name}, ${name}`])
      expect(redactText(text)).toBe(text);
  });

  it.each([
    [`x41111111-1111-1111-8111-abcdefabcdef`],
    [`41111111-1111-1111-8111-abcdefabcdefz`],
    [`41111111-1111-1111-8111-abcdefabcde`],
    [`41111111-1111-1111-811-abcdefabcdef`],
    [`${PAN}${'ab'.repeat(7)}`],
    [`${PAN}${'ab'.repeat(9)}`],
    [`${PAN}${'xy'.repeat(8)}`],
    [`z${PAN}${'ab'.repeat(8)}`],
    [`${PAN}${'ab'.repeat(8)}z`],
    [`${PAN}${'ab'.repeat(11)}`],
    [`${PAN}${'ab'.repeat(23)}`],
  ])('%s is none, and hides no card number', (text) => {
    expect(redactText(text)).not.toMatch(/4111.?1111.?1111.?1111/);
  });

  it('a word that looks like base64 and is none stays', () => {
    expect(redactText('reference: AAAAAAAAAAAAAAAAAAAAAAAAA')).toBe('reference: AAAAAAAAAAAAAAAAAAAAAAAAA');
  });
});

describe('T12 masking', () => {
  it.each([
    ['', ''],
    ['7', '*'],
    ['12345678901', '***********'],
    ['12-34', '12-34'],
    ['411111******1111', '411111******1111'],
    ['123456789012', '123456**9012'],
  ])('%s is shown as %s', (number, shown) => {
    expect(maskCardNumber(number)).toBe(shown);
  });

  it.each([
    ['0', false],
    ['', false],
    ['00', true],
    ['18', true],
    ['1a8', false],
    ['9:0', false],
    ['/18', false],
    [PAN, true],
    ['4111111111111112', false],
  ])('the check digit of %s: %s', (digits, right) => {
    expect(passesLuhn(digits)).toBe(right);
  });
});
