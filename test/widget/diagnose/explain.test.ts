import { afterEach, describe, expect, it, vi } from 'vitest';
import { CheckoutError } from '../../../src/checkout/checkoutError.ts';
import { explain } from '../../../src/widget/diagnose/explain.ts';
import type { CheckoutOptions } from '../../../src/widget/options.ts';

const OTHER = 'https://api.shop.example/checkout/session';

afterEach(() => vi.unstubAllGlobals());

/** The explanation of a session endpoint that answered like this. */
async function ofAnswer(
  status: number,
  { problem = null as object | null, type = 'application/json', message = '', order = 'A-1' as unknown } = {},
) {
  const headers = new Headers({ 'content-type': type, 'x-correlation-id': 'c0ffee' });
  const error = new CheckoutError('session_create_failed', message, { status, headers, problem });
  return explain(error, { session: OTHER, order });
}

/** The explanation of a request that failed. */
async function ofSilence(
  options: Partial<CheckoutOptions> & { mode?: RequestMode },
  fetches: (input: string, init: RequestInit) => Promise<unknown>,
) {
  vi.stubGlobal('fetch', (input: URL | string, init: RequestInit) => fetches(`${input}`, init));
  // happy-dom has none.
  vi.stubGlobal('origin', location.origin);
  const error = new CheckoutError('session_create_failed', 'no', new TypeError('Failed to fetch'));
  return explain(error, { session: OTHER, ...options });
}

describe('a refused session is explained', () => {
  it('by the problem document: address, page, status, code, detail, and what to do', async () => {
    const explanation = await ofAnswer(403, {
      problem: { code: 'origin_not_allowed', detail: 'The page is unknown.' },
    });
    expect(explanation).toEqual({
      sentence: `POST ${OTHER} from a page of ${location.origin} was answered 403 origin_not_allowed: The page is unknown.`,
      advice: `Add '${location.origin}' to allowedOrigins of createCheckoutHandler.`,
      docs: 'troubleshooting#problem-origin_not_allowed',
    });
  });

  it('names the order that nobody knows, and the request in the log of a server that failed', async () => {
    const unknown = await ofAnswer(404, { problem: { code: 'order_not_found' }, order: { id: 1 } });
    expect(unknown.advice).toContain('returned null for the order {"id":1}.');
    const broken = await ofAnswer(500, { problem: { code: 'internal_error' } });
    expect(broken.sentence).toContain('Its name in the log: c0ffee.');
    expect(broken.advice).toContain('body parser');
  });

  it('has an advice for every code that the session endpoint answers', async () => {
    const codes =
      'invalid_request not_authorized origin_not_allowed not_found order_not_found method_not_allowed body_too_large unsupported_media_type rate_limited internal_error gateway_refused gateway_unavailable store_unavailable';
    for (const code of codes.split(' '))
      expect((await ofAnswer(500, { problem: { code } })).advice).toMatch(/\.$/);
  });

  it.each([
    [404, 'text/html', 'wrong_path'],
    [405, 'text/plain', 'wrong_path'],
    [200, 'text/html; charset=utf-8', 'html'],
    [200, 'application/json', 'wrong_shape'],
    [403, 'text/html', 'no_problem'],
    [502, 'text/plain', 'no_problem'],
  ])('%i of %s: %s', async (status, type, code) => {
    const message = "the session endpoint's answer cannot be read: redirectUrl: expected a string";
    const { sentence, advice, docs } = await ofAnswer(status, { type, message });
    expect(docs).toBe(`troubleshooting#refused-${code}`);
    expect(sentence).toContain(`answered ${status}`);
    expect([sentence, advice].every((text) => text.endsWith('.'))).toBe(true);
    expect(sentence.includes('redirectUrl: expected a string')).toBe(code === 'wrong_shape');
  });

  it('by what can be seen of a server that was silent', async () => {
    const failed = () => Promise.reject(new TypeError('Failed to fetch'));
    const page = (csp = '') => Promise.resolve({ headers: new Headers({ 'content-security-policy': csp }) });
    const isPage = (input: string) => input === location.href;
    const unreachable = await ofSilence({}, (input) => (isPage(input) ? page() : failed()));
    expect(unreachable.docs).toBe('troubleshooting#refused-unreachable');
    expect(unreachable.sentence).toContain('got no answer (Failed to fetch)');
    const cors = await ofSilence({}, (input, { mode }) =>
      isPage(input) ? page() : mode === 'no-cors' ? Promise.resolve({}) : failed(),
    );
    expect(cors.docs).toBe('troubleshooting#refused-cors');
    expect(cors.advice).toContain(`'${location.origin}' to allowedOrigins`);
    const csp = await ofSilence({}, (input) => (isPage(input) ? page("connect-src 'self'") : failed()));
    expect(csp.docs).toBe('troubleshooting#refused-csp');
    expect(csp.advice).toContain('add https://api.shop.example to connect-src');
    const markup = await ofSilence({ mode: 'same-origin' }, failed);
    expect(markup.docs).toBe('troubleshooting#refused-other_origin');
    expect(markup.advice).toContain(`data-session="${OTHER}" on the script tag`);
    const own = { session: new URL('/out', location.href).href };
    const leadsOn = await ofSilence(own, (input, { redirect }) =>
      isPage(input)
        ? page()
        : redirect === 'manual'
          ? Promise.resolve({ type: 'opaqueredirect' })
          : Promise.reject(new Error('follows')),
    );
    expect(leadsOn.docs).toBe('troubleshooting#refused-other_origin');
    expect(leadsOn.advice).toContain('redirects to another address');
  });

  it('by what the merchant’s own function threw', async () => {
    const error = new CheckoutError('session_create_failed', 'no', new RangeError('no basket'));
    const { sentence, docs } = await explain(error, { session: async () => ({}) as never });
    expect(sentence).toContain('RangeError: no basket');
    expect(docs).toBe('troubleshooting#refused-own_function');
  });

  it("by this page's own header, where the payment page never loads in its frame", async () => {
    const policy = { 'cross-origin-embedder-policy': 'require-corp' };
    vi.stubGlobal('fetch', async () => new Response(null, { headers: policy }));
    const error = new CheckoutError('frame_load_timeout', 'no');
    const { advice, docs } = await explain(error, { session: OTHER });
    expect(advice).toBe('Take Cross-Origin-Embedder-Policy off this page.');
    expect(docs).toBe('troubleshooting#diagnose-page_isolated');
    vi.stubGlobal('fetch', async () => new Response());
    expect((await explain(error, { session: OTHER })).docs).toBe('troubleshooting#frame_load_timeout');
  });

  it('with both origins for every other code', async () => {
    for (const code of [
      'session_create_timeout',
      'invalid_redirect_url',
      'origin_not_allowed',
      'offline',
    ] as const) {
      const { sentence, advice, docs } = await explain(new CheckoutError(code, 'x'), { session: OTHER });
      expect(sentence).toContain('https://api.shop.example');
      expect(sentence).toContain(location.origin);
      expect(advice).toMatch(/\.$/);
      expect(docs).toBe(`troubleshooting#${code}`);
    }
  });
});

describe('a dialog that cannot be shown is explained', () => {
  const advice = async (message: string) =>
    (await explain(new CheckoutError('frame_blocked', message), { session: OTHER })).advice;

  it('by the directive of the policy, where a policy has blocked it', async () => {
    const needs = "this page's Content-Security-Policy needs: frame-src https://gateway.example";
    expect(await advice(needs)).toContain('frame-src');
  });

  it('by no policy, where the page hides or removes it', async () => {
    const told = await advice('this page hides or removes the dialog: paid on the full page');
    expect(told).not.toContain('frame-src');
    expect(told).toContain('hpp-checkout-dialog');
  });
});
