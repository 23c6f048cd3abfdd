import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { setUpShop } from '../support/setUpShop.ts';
import { watchShop } from '../support/widgetVisit.ts';

const { integrity } = JSON.parse(
  readFileSync(new URL('../../dist/integrity.json', import.meta.url), 'utf8'),
) as { integrity: Record<string, string> };

/** A shop under the strictest policies that its script and its frame can live with. */
describe.each(engines)('strict pages, in %s', (engine) => {
  const { harness, visitShop } = setUpShop(engine);

  it('T40 pays under a nonce with strict-dynamic, Trusted Types and style-src self, with not one complaint', async () => {
    const policy = [
      "default-src 'none'",
      "script-src 'nonce-n' 'strict-dynamic'",
      "style-src 'self'",
      "connect-src 'self'",
      // Firefox asks for the shop's icon by itself.
      "img-src 'self'",
      `frame-src ${harness.hosted} ${harness.shop}`,
      "require-trusted-types-for 'script'",
      'trusted-types hpp-checkout',
      "base-uri 'none'",
    ].join('; ');
    harness.settings.headers = { 'content-security-policy': policy };
    harness.settings.pages['shop/seen.js'] = `window.seen = []; window.violations = [];
      for (const type of ['ready', 'open', 'load', 'complete', 'close', 'error'])
        document.addEventListener('hpp-checkout:' + type, (event) => seen.push([type, event.detail.outcome ?? event.detail.code ?? null]));
      document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample));`;
    // The harness's own page has a style element, which this policy refuses.
    harness.settings.pages['shop/strict'] = `<!doctype html><html lang="en"><title>Strict</title>
      <script nonce="n" src="/seen.js"></script>
      <script nonce="n" src="/hpp-checkout.js" integrity="${integrity['hpp-checkout.js']}" crossorigin></script>
      <div id="pay" data-hpp-checkout data-session="/session"></div>`;
    const visit = await visitShop();
    await visit.page.goto(`${harness.shop}/strict`);
    await visit.page.locator('#pay button').click();
    await visit.hosted().locator('#card').waitFor();
    harness.settings.status = { status: 'completed' };
    await visit.payByScript();
    await visit.expectOutcomes(['complete', 'completed'], ['close', 'completed']);
    expect(await visit.page.evaluate(() => (window as never as { violations: string[] }).violations)).toEqual(
      [],
    );
    // Drawn as designed, though no style element and no style attribute may be applied.
    const { background, padding } = await visit.page.locator('#pay button').evaluate((button) => {
      const style = getComputedStyle(button);
      return { background: style.backgroundColor, padding: style.paddingLeft };
    });
    expect([background, padding]).toEqual(['rgb(11, 92, 213)', '24px']);
  });

  it('T40 gives the second script the nonce of cspNonce, where the first was let in by its address', async () => {
    harness.settings.headers = {
      'content-security-policy': `script-src ${harness.shop}/hpp-checkout.js 'nonce-n'`,
    };
    harness.settings.pages['shop/nonce'] = `<!doctype html><html lang="en"><title>Nonce</title>
      <script src="/hpp-checkout.js"></script>
      <div id="pay" data-hpp-checkout data-session="/session" data-csp-nonce="n"></div>`;
    const visit = await visitShop();
    await visit.page.goto(`${harness.shop}/nonce`);
    await visit.page.locator('#pay button').click();
    await visit.hosted().locator('#card').waitFor();
  });

  it('T40 pays on a page with COOP same-origin-allow-popups', async () => {
    harness.settings.headers = { 'cross-origin-opener-policy': 'same-origin-allow-popups' };
    const visit = await visitShop();
    await visit.loaded();
    harness.settings.status = { status: 'completed' };
    await visit.hosted().locator('#pay').click();
    await visit.expectOutcomes(['complete', 'completed'], ['close', 'completed']);
  });

  it.each(['frame-src', 'child-src', 'default-src'])(
    "F13 L4 the shop's own %s that keeps the frame out is recognised at once, and named with what it needs",
    async (directive) => {
      harness.settings.headers = {
        'content-security-policy': `${directive} 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; connect-src 'self'`,
      };
      harness.settings.body = `<div id="here"></div>`;
      const visit = await visitShop();
      await visit.arrive();
      const message = await visit.page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            const { HppCheckout } = window as never as {
              HppCheckout: { createCheckout(options: object): { open(): Promise<unknown> } };
            };
            const checkout = HppCheckout.createCheckout({
              session: '/session',
              onError: (error: { code: string; message: string }) =>
                resolve(`${error.code}: ${error.message}`),
            });
            void checkout.open();
          }),
      );
      expect(message).toMatch(/^frame_blocked/);
      // Engines name the directive that was written, or the one that was meant.
      expect(message).toMatch(new RegExp(`(${directive}|frame-src) ${harness.hosted}`));
      await visit.notice().waitFor();
      const link = visit.notice().getByRole('button').first();
      await link.click();
      await visit.page.waitForURL(`${harness.hosted}/pay?s=*`);
    },
  );

  it('the further files carry the hashes that are published for them', async () => {
    const visit = await visitShop();
    await visit.loaded();
    const inPage = await visit.page.evaluate(() =>
      [...document.querySelectorAll<HTMLScriptElement>('script[integrity]')].map((script) => [
        new URL(script.src).pathname.slice(1),
        script.integrity,
      ]),
    );
    const files = Object.entries(integrity);
    for (const [at, part] of ['.frame.', '.dialog.'].entries())
      expect(inPage[at]).toEqual(files.find(([file]) => file.includes(part)));
    // And those that a page in test mode loads after it.
    for (const file of inPage) expect(files).toContainEqual(file);
  });

  it.each(['dialog', 'button'])(
    "hostile styles of the shop's page do not reach our %s, nor ours its",
    async (part) => {
      const reset = await visitShop();
      const look = async (css: string) => {
        harness.settings.body = `<div id="pay" data-hpp-checkout data-session="/session"></div><p id="theirs">Theirs</p><dialog id="own"></dialog><style nonce="n">${css}</style>`;
        await reset.page.goto('about:blank');
        const visit = watchShop(reset.page, harness);
        await visit.arrive();
        const theirs = () =>
          visit.page.evaluate(() => {
            const { color, fontSize, margin } = getComputedStyle(
              document.querySelector('#theirs') as Element,
            );
            return [
              color,
              fontSize,
              margin,
              getComputedStyle(document.querySelector('#own') as Element).display,
            ];
          });
        const before = await theirs();
        const button = visit.page.locator('#pay button');
        const drawn = await styleOf(button);
        if (part === 'button') return { drawn, theirs: before };
        await button.click();
        await visit.hosted().locator('#card').waitFor();
        expect(await theirs()).toEqual(before);
        return { drawn: await styleOf(visit.dialog()), theirs: before };
      };
      const hostile = `body *{all:unset!important;display:none!important;color:red!important;font:40px serif!important;letter-spacing:1em!important;visibility:hidden!important;transform:rotate(9deg)!important}
      div,span{display:block!important;visibility:visible!important;transform:none!important}
      dialog,button,iframe,header,footer{display:none!important;width:1px!important;height:1px!important}`;
      const clean = await look('');
      const messy = await look(hostile);
      expect(messy.drawn).toEqual(clean.drawn);
    },
  );
});

const styleOf = (element: import('playwright-core').Locator) =>
  element.evaluate((node) => {
    const style = getComputedStyle(node);
    const names = [
      'display',
      'color',
      'backgroundColor',
      'fontSize',
      'fontFamily',
      'letterSpacing',
      'visibility',
      'borderRadius',
      'width',
      'height',
      'transform',
    ];
    return Object.fromEntries(names.map((name) => [name, style[name as never]]));
  });
