import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recallGateway, rememberGateway } from '../../src/widget/gatewayOrigin.ts';
import { warmDialog } from '../../src/widget/warmDialog.ts';

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
  'https://evil.example',
  '//evil.example',
  'evil.example/x',
  'me@evil.example',
  'evil.example?',
  'a b',
  '"><script>',
  'pay.example:port',
  '',
])('T14 knows nothing of %o', (stored) => {
  localStorage.setItem('hpp-checkout /session', stored);
  expect(recallGateway('/session')).toBeUndefined();
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
  ['connects where the merchant named no origin', {}, ['https://pay.example/robots.txt']],
  ['leaves the merchant’s own origins alone', { gatewayOrigins: ['https://other.example'] }, []],
  ['loads files and nothing else where that is all that is allowed', { warm: 'files' }, []],
])('from the second visit on: %s', (_, options, expected) => {
  rememberGateway('/session', 'https://pay.example/1');
  const mounted = new AbortController();
  const context = { options: { session: '/session', locale: 'en', ...options }, loadFile: vi.fn() };
  warmDialog(context as never, mounted.signal);
  expect([...document.querySelectorAll('iframe')].map(({ src }) => src)).toEqual(expected);
  mounted.abort();
  expect(document.querySelector('iframe')).toBeNull();
});
