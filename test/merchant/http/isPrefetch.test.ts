import { expect, it } from 'vitest';
import { isPrefetch } from '../../../src/merchant/http/isPrefetch.ts';

const asked = (headers: Record<string, string>) =>
  isPrefetch(new Request('https://shop.example/', { headers }));

it.each(['sec-purpose', 'purpose', 'x-purpose', 'x-moz'])('%s says whether somebody has clicked', (name) => {
  for (const value of ['prefetch', 'prefetch;prerender', 'prerender', 'Preview']) {
    expect(asked({ [name]: value }), value).toBe(true);
  }
  for (const value of ['navigate', '']) expect(asked({ [name]: value }), value).toBe(false);
});

it('no other header does, and without one somebody has', () => {
  expect(asked({})).toBe(false);
  expect(asked({ 'x-other': 'prefetch', referer: 'https://shop.example/preview' })).toBe(false);
});
