import { describe, expect, it } from 'vitest';
import { passesLuhn } from '../../../src/protocol/gateway/luhn.ts';
import { redactText } from '../../../src/protocol/gateway/redactText.ts';

/*
 * Each form in which a secret stands in a text, and its nearest neighbour that is none.
 */

const PAN = '4111111111111111';
const MASKED = '411111******1111';
const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');
const base64url = (text: string) => Buffer.from(text, 'latin1').toString('base64url');

describe('T12 a secret by its name', () => {
  it.each([
    ...[
      'cvv',
      'cvv2',
      'CVC',
      'cvc2',
      'cvn',
      'CvN2',
      'csc',
      'securitycode',
      'security_code',
      'cardsecuritycode',
    ],
    ...['card_security_code', 'pin', 'cavv', 'cardtoken', 'Card_Token', 'clientsecret', 'client_secret'],
    ...['signaturesecret', 'signature_secret', 'signature', 'password', 'secret'],
  ])('%s', (name) => {
    expect(redactText(`${name}=12`)).toBe(`${name}=[redacted]`);
    expect(redactText(`my${name}=12`)).toBe(`my${name}=12`);
  });

  it.each([
    ['pin=1234&pin=5678', 'pin=[redacted]&pin=[redacted]'],
    ['pin: 1234, a: b', 'pin: [redacted], a: b'],
    ['pin = 1234', 'pin = [redacted]'],
    ['pin%3D1234', 'pin%3D[redacted]'],
    ['pin%3a1234', 'pin%3a[redacted]'],
    ['{"pin":"12 \\"34"}', '{"pin":"[redacted]"}'],
    ["{'pin':'12 34'}", "{'pin':'[redacted]'}"],
    ['{"pin":1234}', '{"pin":[redacted]}'],
    ['pin=[1234] x', 'pin=[redacted] x'],
    ['pin 1234', 'pin 1234'],
  ])('%s', (text, redacted) => {
    expect(redactText(text)).toBe(redacted);
  });
});

describe('T12 credentials and addresses', () => {
  const id = '0123456789abcdef'.repeat(2);
  it.each([
    ['Basic abcd', 'Basic [redacted]'],
    ['bearer  a.b_c-d~e+f/g==', 'bearer [redacted]'],
    ['Bearer\tabcd Basic efgh', 'Bearer [redacted] Basic [redacted]'],
    ['Basic abc now', 'Basic abc now'],
    ['Basic: !!!! yes', 'Basic: !!!! yes'],
    ['Basic !!!! yes', 'Basic !!!! yes'],
    ['Basicabcdef', 'Basicabcdef'],
    ['/cards/tokens/abc-1?x', '/cards/tokens/[redacted]?x'],
    ['/cards/tokenise/abc#x', '/cards/tokenise/[redacted]#x'],
    ['/cards/tokens/?x', '/cards/tokens/?x'],
    [`/notify/${id}/s3cret?x`, `/notify/${id}/[redacted]?x`],
    [`/notify/${id}/s3cret/x`, `/notify/${id}/[redacted]/x`],
    [`\\/notify\\/${id}\\/s3cret\\/x`, `\\/notify\\/${id}\\/[redacted]\\/x`],
    [`%2Fnotify%2f${id}%2Fs3cret%2Fx`, `%2Fnotify%2f${id}%2F[redacted]%2Fx`],
    [`"/notify/${id}/s3cret" 'y`, `"/notify/${id}/[redacted]" 'y`],
    [`/notify/${id}/a /notify/${id}/b`, `/notify/${id}/[redacted] /notify/${id}/[redacted]`],
    [`/notify/${id}a/s3cret`, `/notify/${id}a/s3cret`],
    [`/notify/${'g'.repeat(32)}/s3cret`, `/notify/${'g'.repeat(32)}/s3cret`],
  ])('%s', (text, redacted) => {
    expect(redactText(text)).toBe(redacted);
  });
});

describe('T12 card numbers', () => {
  it.each([' ', '\u00a0', '.', '_', '+', '/', '-', '%20', '%2d', '%2D'])('with "%s" between', (between) => {
    const digits = PAN.match(/.{4}/g) ?? [];
    expect(redactText(`a ${digits.join(between)} b`)).toBe(`a ${MASKED} b`);
    expect(redactText(PAN.split('').join(between))).toBe(MASKED);
    // What stands around it stays, in its place.
    expect(redactText(`12${between}${digits.join(between)}${between}99`)).toBe(
      `12${between}${MASKED}${between}99`,
    );
  });

  it.each([
    ['two of them', `${PAN} ${PAN}`, `${MASKED} ${MASKED}`],
    ['of 13 digits', '4222222222222', '422222***2222'],
    ['of 19 digits', '6304000000000000000', '630400*********0000'],
    ['of 12 digits: none', '411111111112', '411111111112'],
    ['of a wrong check digit: none', '4111111111111112', '4111111111111112'],
    ['with two blanks between: none', '4111  1111  1111  1111', '4111  1111  1111  1111'],
    ['with letters between: none', '4111a1111b1111c1111', '4111a1111b1111c1111'],
  ])('%s', (_what, text, redacted) => {
    expect(redactText(text)).toBe(redacted);
  });

  it.each([
    ['a UUID', '41111111-1111-1111-8111-11111111111a', true],
    ['a UUID of digits', '41111111-1111-1111-8111-111111111111', true],
    ['a UUID with a letter before it', 'x41111111-1111-1111-8111-11111111111a', false],
    ['a UUID with a letter behind it', '41111111-1111-1111-8111-11111111111ax', false],
    ['32 hex digits', `a${PAN}${'b'.repeat(15)}`, true],
    ['40 hex digits', `A${PAN}${'B'.repeat(23)}`, true],
    ['64 hex digits', `${PAN}${'c'.repeat(48)}`, true],
    ['33 hex digits', `a${PAN}${'b'.repeat(16)}`, false],
    ['31 hex digits', `a${PAN}${'a'.repeat(14)}`, false],
  ])('a name that a machine made: %s', (_what, name, isKept) => {
    expect(redactText(`(${name})`) === `(${name})`).toBe(isKept);
  });

  it.each([
    ['base64', base64(PAN)],
    ['base64 without its padding', base64url(PAN)],
    ['the shortest of it', base64url('4222222222222')],
    ['base64 that begins with a digit', base64(`\u00e3${PAN}`)],
    ['base64 of an address, with -', base64url(`>>>${PAN}`)],
    ['base64 of an address, with _', base64url(`???${PAN}`)],
    ['base64, with +', base64(`>>>${PAN}`)],
    ['base64, with /', base64(`???${PAN}`)],
  ])('in %s', (_what, word) => {
    expect(redactText(word)).toBe('[redacted]');
    expect(redactText(`x ${word} y`)).toBe('x [redacted] y');
  });

  it('but no base64 of something else, and no word that looks like it', () => {
    for (const word of [
      base64('nothing to hide here'),
      'a'.repeat(21),
      'SGVsbG8gd29ybGQh__--',
      '0'.repeat(24),
    ]) {
      expect(redactText(word)).toBe(word);
    }
  });

  it('a check digit is of digits alone', () => {
    expect(['18', '3 ', '1:', '0', '', PAN].map(passesLuhn)).toEqual([
      true,
      false,
      false,
      false,
      false,
      true,
    ]);
  });
});
