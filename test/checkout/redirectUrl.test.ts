import { describe, expect, it } from 'vitest';
import { checkRedirectUrl } from '../../src/checkout/redirectUrl.ts';

const refused = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://pay.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://shop.example/1',
  'file:///etc/passwd',
  'ftp://pay.example/',
  'about:blank',
  'view-source:https://pay.example',
  'ws://pay.example',
  'intent://pay.example',
  'http://pay.example/',
  'http://127.evil.example/',
  'http://localhost.evil.example/',
  'http://notlocalhost/',
  'https://user@pay.example/',
  'https://user:pass@pay.example/',
  'http://user@localhost/',
  'http://user@pay.localhost/',
  'http://user@127.0.0.1/',
  // The last part of `x` is no digit, and a browser takes it for a name.
  'http://127.0.0.x/',
  'http://pay.example/http://localhost/',
  'blob:https://pay.example/1',
  '/pay',
  '//pay.example/',
  'pay.example',
  'https://',
  '',
  ' ',
  null,
  undefined,
  42,
  {},
];

describe('T14 the hosted page address', () => {
  it.each(refused)('refuses %o', (url) => {
    expect(() => checkRedirectUrl(url)).toThrow(expect.objectContaining({ code: 'invalid_redirect_url' }));
  });

  it.each([
    'https://pay.example/p?t=1',
    'https://pay.example:8443/p',
    'https://pay.example/p@1',
    'http://localhost:3000/p',
    'http://localhost/p',
    'http://pay.localhost/p',
    'http://a.pay.localhost:3000/p',
    'http://127.0.0.1:1/p',
    'http://127.1.22.3/p',
    'http://[::1]:1/p',
    'http://[::1]/p',
  ])('takes %s', (url) => {
    expect(checkRedirectUrl(url)).toBe(url);
  });

  it('gives back the parsed form, never the text it was given', () => {
    expect(checkRedirectUrl('https://PAY.example\\p/../q')).toBe('https://pay.example/q');
  });

  it('holds to the allow-list by exact origin', () => {
    const allowed = ['https://pay.example'];
    expect(checkRedirectUrl('https://pay.example/x', allowed)).toBe('https://pay.example/x');
    for (const url of [
      'https://pay.example:444/',
      'https://pay.example.evil.example/',
      'https://sub.pay.example/',
    ]) {
      expect(() => checkRedirectUrl(url, allowed)).toThrow(
        expect.objectContaining({ code: 'origin_not_allowed' }),
      );
    }
  });
});
