import { expect, it } from 'vitest';
import { isWebUrl } from '../../../src/protocol/gateway/isWebUrl.ts';

it.each(['https://shop.example', 'http://localhost:3000/a?b#c', 'HTTPS://SHOP.EXAMPLE/'])(
  '%s is an absolute http(s) address',
  (text) => expect(isWebUrl(text)).toBe(true),
);

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  '//shop.example',
  '/pay',
  'https://',
  'https:shop.example',
  ' https://shop.example',
  '',
  undefined,
  null,
  7,
])('T14 T17 %s is none', (value) => expect(isWebUrl(value)).toBe(false));
