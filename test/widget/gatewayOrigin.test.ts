import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectTo } from '../../src/widget/connectTo.ts';
import { gatewayOf, rememberGateway } from '../../src/widget/gatewayOrigin.ts';
import type { CheckoutOptions } from '../../src/widget/options.ts';

const recallGateway = (session: unknown) => gatewayOf({ session } as never);

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('remembers for each session address where its hosted page lies', () => {
  rememberGateway('/session', 'https://pay.example:8443/hpp?token=secret');
  expect(recallGateway('/session')).toBe('https://pay.example:8443');
  expect(recallGateway('/other')).toBeUndefined();
  expect(JSON.stringify({ ...localStorage })).not.toContain('secret');
});

it('remembers for a function, and nothing of http', () => {
  rememberGateway(async () => {}, 'https://pay.example/1');
  rememberGateway('/session', 'http://localhost:4010/hpp');
  expect([recallGateway(() => {}), recallGateway('/session')]).toEqual(['https://pay.example', undefined]);
});

it.each([
  'javascript:alert(1)',
  'evil.example',
  '//evil.example',
  'a b',
  '"><script>',
  'data:text/html,x',
  '',
])('T14 knows nothing of %o', (stored) => {
  localStorage.setItem('hpp-checkout /session', stored);
  expect(recallGateway('/session')).toBeUndefined();
});

it('T14 reads an origin and nothing behind it', () => {
  localStorage.setItem('hpp-checkout /session', 'https://evil.example/x?y');
  expect(recallGateway('/session')).toBe('https://evil.example');
});

it('goes on where storage is refused, or not there', () => {
  for (const storage of [
    undefined,
    {
      getItem() {
        throw new Error('refused');
      },
      setItem() {
        throw new Error('full');
      },
    },
  ]) {
    vi.stubGlobal('localStorage', storage);
    rememberGateway('/session', 'https://pay.example/1');
    expect(recallGateway('/session')).toBeUndefined();
  }
});

it.each([
  ['connects where the merchant named no origin', {}, 'https://pay.example/robots.txt'],
  [
    'leaves the merchant’s own origins alone',
    { gatewayOrigins: ['https://a.example', 'https://b.example'] },
    'https://a.example/robots.txt',
  ],
  ['T14 connects to no other scheme', { gatewayOrigins: ['javascript:alert(1)'] }, undefined],
  ['loads files and nothing else where that is all that is allowed', { warm: 'files' }, undefined],
])('from the second visit on: %s', (_, options, expected) => {
  rememberGateway('/session', 'https://pay.example/1');
  const disconnect = connectTo({ session: '/session', ...options } as CheckoutOptions, document.body);
  expect(document.querySelector('iframe')?.src).toBe(expected);
  disconnect();
  expect(document.querySelector('iframe')).toBeNull();
});
