import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { setUpShop } from '../support/setUpShop.ts';

const { harness, visitShop } = setUpShop();
let page: Page;
/** Those of the script tag that the page has asked for. A test session loads what tells developers of their mistakes, too. */
let files: string[];
beforeEach(() => arrive('en-GB'));

/** A customer whose browser speaks a language. */
async function arrive(locale: string): Promise<void> {
  ({ page } = await visitShop({ locale }));
  files = [];
  page.on('request', (request) => {
    const name = /hpp-checkout\.([\w-]+)\.\w+\.js$/.exec(request.url())?.[1];
    if (name !== undefined) files.push(name);
  });
}

const speaking = (lang: string) =>
  `<script nonce="n">document.documentElement.lang = ${JSON.stringify(lang)}</script>`;
const dialog = () => page.locator('dialog[open]');

async function open(lang: string): Promise<void> {
  harness.settings.body = speaking(lang) + harness.settings.body;
  await page.goto(harness.shop);
  await page.click('#pay');
  await dialog().waitFor();
}

it('asks for no language in English', async () => {
  harness.settings.test = false;
  await open('en-US');
  await dialog().getByText('Secure payment').waitFor();
  await page.frameLocator('iframe[part=frame][title]').locator('#card').waitFor();
  expect(files).toEqual(['frame', 'dialog']);
});

it('asks for exactly one other language, once for many opens, and no English is ever seen', async () => {
  harness.settings.test = false;
  harness.settings.sessionDelayMs = 400;
  harness.settings.body += `<script nonce="n">
    window.heard = new Set();
    (function look() {
      const shell = [...document.documentElement.children].map((host) => host.shadowRoot?.querySelector('dialog')).find(Boolean);
      const title = shell?.querySelector('h2')?.textContent;
      if (title) heard.add(title);
      requestAnimationFrame(look);
    })();
  </script>`;
  await open('de-AT');
  await dialog().getByText('Sichere Zahlung').waitFor();
  await page.frameLocator('iframe[part=frame][title]').locator('#card').waitFor();
  await dialog().getByRole('button', { name: 'Schließen' }).click();
  await expect.poll(() => dialog().count()).toBe(0);
  await page.click('#pay');
  await dialog().getByText('Sichere Zahlung').waitFor();
  expect(files).toEqual(['frame', 'dialog', 'extras', 'de']);
  expect(await page.evaluate(() => [...(window as never as { heard: Set<string> }).heard])).toEqual([
    'Sichere Zahlung',
  ]);
});

it('is asked for on intent, before the click', async () => {
  harness.settings.body = speaking('fi') + harness.settings.body;
  await page.goto(harness.shop);
  await page.hover('#pay');
  await expect.poll(() => files).toEqual(['frame', 'dialog', 'extras', 'fi']);
});

it('opens in English, at once, when the language cannot be loaded', async () => {
  await page.route(/hpp-checkout\.pl\./, (route) => route.abort());
  await open('pl');
  await dialog().getByText('Secure payment').waitFor();
  await dialog().getByRole('button', { name: 'Close' }).waitFor();
});

it('T39 a language file that is not the one that was built is not run', async () => {
  await page.route(/hpp-checkout\.pl\./, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'window.stolen = true; HppCheckoutDialog = { texts: {} }',
    }),
  );
  await open('pl');
  await dialog().getByText('Secure payment').waitFor();
  expect(await page.evaluate(() => (window as never as { stolen?: boolean }).stolen)).toBeUndefined();
});

it('goes by the browser where the page does not say', async () => {
  await arrive('sv-SE');
  await open('');
  await dialog().getByText('Säker betalning').waitFor();
});

it.each([
  ['ja', '安全なお支払い'],
  ['en', 'Opening the payment page…'],
])(
  'comes under nonce and strict-dynamic, with Trusted Types, on a page of another encoding: %s',
  async (lang, text) => {
    harness.settings.hosted = 'hang';
    harness.settings.headers = {
      'content-type': 'text/html; charset=windows-1252',
      'content-security-policy': `script-src 'nonce-n' 'strict-dynamic'; require-trusted-types-for 'script'; trusted-types hpp-checkout; frame-src ${harness.hosted}; style-src 'nonce-n'`,
    };
    await open(lang);
    await dialog().getByText(text).first().waitFor();
  },
);

it('is laid out from right to left in Arabic and Hebrew', async () => {
  for (const [lang, close] of [
    ['ar', 'إغلاق'],
    ['he', 'סגירה'],
  ] as const) {
    harness.reset();
    await open(lang);
    const button = dialog().getByRole('button', { name: close });
    await button.waitFor();
    const [shell, x] = await Promise.all([dialog().boundingBox(), button.boundingBox()]);
    expect((x?.x ?? 999) - (shell?.x ?? 0)).toBeLessThan(60);
    await expect.poll(() => dialog().evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    await page.frameLocator('iframe[part=frame][title]').locator('#card').waitFor();
  }
});

it('lets the merchant replace one text, and leaves the others', async () => {
  harness.settings.body = `${speaking('fr')}<script nonce="n">
    (window.HppCheckout ||= []).push((api) => {
      window.checkout = api.createCheckout({ session: '/session', order: 'A-1', messages: { title: 'Caisse' } });
    });
  </script>`;
  await page.goto(harness.shop);
  await page.evaluate(() => void (window as never as { checkout: { open(): void } }).checkout.open());
  await dialog().getByText('Caisse').waitFor();
  await dialog().getByRole('button', { name: 'Fermer' }).waitFor();
});

it('names the button that we draw, with the amount, in the customer’s language', async () => {
  harness.settings.body = `${speaking('de')}
    <div id="a" data-hpp-checkout data-session="/session"></div>
    <div id="b" data-hpp-checkout data-session="/session" data-amount="49.90" data-currency="EUR"></div>
    <div id="c" data-hpp-checkout data-session="/session" data-label="Kaufen"></div>`;
  await page.goto(harness.shop);
  await page.locator('#a').getByRole('button', { name: 'Bezahlen', exact: true }).waitFor();
  await page
    .locator('#b')
    .getByRole('button', { name: /^49,90\s€ bezahlen$/ })
    .waitFor();
  await page.locator('#c').getByRole('button', { name: 'Kaufen' }).waitFor();
  // Every view of such a page pays for this: the dialog's code is none of it.
  expect(files).toEqual(['frame', 'extras', 'de']);
});
