import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { setUpShop } from '../support/setUpShop.ts';

/** What a merchant's server that somebody else writes to might hand out as the hosted page's address. */
const HOSTILE: readonly string[] = [
  'javascript:window.__xss=1',
  'JavaScript:window.__xss=1',
  ' javascript:window.__xss=1',
  'java\nscript:window.__xss=1',
  '\u0001javascript:window.__xss=1',
  'javascript://hosted.example/%0Awindow.__xss=1',
  'data:text/html,<script>parent.__xss=1</script>',
  'data:text/html;base64,PHNjcmlwdD5wYXJlbnQuX194c3M9MTwvc2NyaXB0Pg==',
  'blob:https://hosted.example/0a6d4f5e-0000-4000-8000-000000000000',
  'about:blank',
  'about:srcdoc',
  'file:///etc/passwd',
  'filesystem:https://hosted.example/temporary/x',
  'view-source:https://hosted.example/',
  'ftp://hosted.example/',
  'ws://hosted.example/',
  'vbscript:msgbox(1)',
  'chrome://settings',
  'http://hosted.example/pay',
  'http://10.0.0.1/pay',
  'http://localhost.evil.example/pay',
  'http://127.0.0.1.evil.example/pay',
  'https://user:secret@hosted.example/pay',
  'https://hosted.example@evil.example/pay',
  'https://user@hosted.example/pay',
  '//evil.example/pay',
  '/\\evil.example/pay',
  '\\\\evil.example\\pay',
  '/pay',
  'pay',
  '',
  ' ',
  'https://',
  'https://[hosted.example]/',
  'https://hosted.example:99999/',
  'https://[::1',
  'http:///pay',
  'null',
  '[object Object]',
  'https://%00/',
];

describe.each(engines)('addresses of the hosted page, in %s', (engine) => {
  const { harness, visitShop } = setUpShop(engine);

  it.each(['modal', 'redirect'])(
    'T14 none of forty hostile addresses is shown, nor gone to (%s)',
    async (presentation) => {
      harness.settings.body = '<div id="here"></div>';
      const visit = await visitShop();
      await visit.arrive();
      const found = await visit.page.evaluate(
        async ([urls, how]) => {
          const { HppCheckout } = window as never as {
            HppCheckout: {
              createCheckout(options: object): { open(): Promise<unknown>; destroy(): void };
            };
          };
          const results: [string, string | undefined, number][] = [];
          for (const redirectUrl of urls) {
            const checkout = HppCheckout.createCheckout({
              presentation: how,
              session: async () => ({
                sessionId: 's',
                redirectUrl,
                expiresInMs: 120_000,
                statusUrl: '/session/s',
              }),
            });
            const code = await checkout.open().then(
              () => 'opened',
              (error: { code?: string }) => error.code,
            );
            results.push([redirectUrl, code, document.querySelectorAll('iframe').length]);
            checkout.destroy();
          }
          return { results, xss: (window as { __xss?: number }).__xss, href: location.href };
        },
        [HOSTILE, presentation] as const,
      );
      // An address that is no text at all is refused as an answer that cannot be read.
      for (const [url, code, frames] of found.results) {
        expect([url, code, frames]).toEqual([
          url,
          expect.stringMatching(/^invalid_redirect_url$|^session_create_failed$/),
          0,
        ]);
      }
      expect(found.xss).toBeUndefined();
      expect(found.href).toBe(`${harness.shop}/`);
      expect(visit.crashes).toEqual([]);
    },
  );

  it('T14 an address outside gatewayOrigins is refused by name', async () => {
    harness.settings.body = `<a id="pay" href="/plain" data-hpp-checkout data-session="/session" data-gateway-origins="https://gateway.example">Pay</a>`;
    const visit = await visitShop();
    await visit.open();
    await visit.expectOutcomes(['error', 'origin_not_allowed']);
    expect(harness.hostedCount).toBe(0);
  });
});
