import { expect, it } from 'vitest';
import { hideToken, hideTokenIn } from '../../../src/merchant/shop/hideToken.ts';

it.each([
  ['a token of 8 characters, anywhere', { a: ['x abcd1234 y'] }, 'abcd1234', { a: ['x [redacted] y'] }],
  ['one with characters that JSON escapes', { a: 'x ab"cd\\12 y' }, 'ab"cd\\12', { a: 'x [redacted] y' }],
  ['what is shorter is no token', { a: 'x abcd123 y' }, 'abcd123', { a: 'x abcd123 y' }],
  ['a value without it', { a: 'x' }, 'abcd1234', { a: 'x' }],
  ['no token', { a: 'x' }, null, { a: 'x' }],
  ['no token given', { a: 'x' }, undefined, { a: 'x' }],
])('T12 %s', (_, value, token, expected) => {
  expect(hideToken(value, token)).toEqual(expected);
});

it('T12 nothing has no token in it', () => {
  expect(hideTokenIn(undefined, 'abcd1234')).toBeUndefined();
});
