import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { setUpShop } from '../../support/setUpShop.ts';

const { harness, visitShop } = setUpShop();
const GATEWAY = 'https://pay.example';
let page: Page;
/** Paths that the gateway was asked for. */
let asked: string[];

interface Api {
  createCheckout(options: object): {
    mount(at: string): void;
    open(): Promise<unknown>;
    warm(): Promise<void>;
  };
}

beforeEach(async () => {
  ({ page } = await visitShop());
  asked = [];
  harness.settings.body = '<div id="here"></div>';
  await page.route(`${GATEWAY}/**`, (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return route.fulfill({ contentType: 'text/html', body: '<title>Card</title>' });
  });
  await page.route('**/pay-session', (route) =>
    route.fulfill({
      status: 201,
      json: { sessionId: 'a'.repeat(32), redirectUrl: `${GATEWAY}/hpp`, statusUrl: '/pay-status' },
    }),
  );
  await page.route('**/pay-status', (route) => route.fulfill({ json: { status: 'open' } }));
});

/** Mounts a checkout, which nothing is said to about the gateway unless there are options. */
async function arrive(options = {}): Promise<void> {
  await page.goto(harness.shop);
  await page.evaluate((more) => {
    const shop = window as never as { HppCheckout: Api; checkout: ReturnType<Api['createCheckout']> };
    shop.checkout = shop.HppCheckout.createCheckout({ session: '/pay-session', ...more });
    shop.checkout.mount('#here');
  }, options);
}
const hover = () => page.locator('#here button').hover();
const dialogIsHere = () => expect.poll(() => page.locator('script[src*=".dialog."]').count()).toBe(1);

it('connects to the gateway on intent from the second visit on, though nobody has named it', async () => {
  await arrive();
  await hover();
  await dialogIsHere();
  await page.click('#here button');
  await expect.poll(() => asked).toEqual(['/hpp']);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('hpp-checkout /pay-session')))
    .toBe(GATEWAY);

  asked = [];
  await arrive();
  await hover();
  await expect.poll(() => asked).toEqual(['/robots.txt']);
});

it('connects on intent at the first visit to a gateway that is named; where storage is refused, too, and the page is paid on', async () => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  });
  await arrive({ gatewayOrigins: [GATEWAY] });
  await hover();
  await expect.poll(() => asked).toEqual(['/robots.txt']);
  await page.click('#here button');
  await expect.poll(() => asked).toEqual(['/robots.txt', '/hpp']);

  asked = [];
  await arrive();
  await hover();
  await dialogIsHere();
  await page.click('#here button');
  // Nobody has named it, and nothing could be remembered.
  await expect.poll(() => asked).toEqual(['/hpp']);
});

it('T14 is led nowhere by what else may stand in the storage', async () => {
  await arrive();
  for (const stored of ['javascript:document.title=1', 'me@pay.example', 'pay.example/x?', '//pay.example']) {
    await page.evaluate((value) => localStorage.setItem('hpp-checkout /pay-session', value), stored);
    await arrive();
    await page.evaluate(() =>
      (window as never as { checkout: ReturnType<Api['createCheckout']> }).checkout.warm(),
    );
    await dialogIsHere();
    // It was recalled, if at all, in the turn in which the dialog's code came.
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    expect([stored, asked, await page.locator('iframe').count()]).toEqual([stored, [], 0]);
  }
});

it('connects for a link in the markup at the first visit by what the script tag says, and not without', async () => {
  harness.settings.body = `<a id="link" href="/plain" data-hpp-checkout data-session="/pay-session">Pay</a>`;
  const hoverLink = async (script: string) => {
    harness.settings.script = script;
    asked = [];
    await page.goto(harness.shop);
    await page.locator('#link').hover();
    await dialogIsHere();
  };
  await hoverLink(`data-gateway-origins="${GATEWAY}"`);
  // It would be asked for in the turn in which the dialog's code is.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  expect(await page.locator('iframe').count()).toBe(0);
  await hoverLink(`data-gateway-origins="${GATEWAY}" data-warm="connect"`);
  await expect.poll(() => asked).toEqual(['/robots.txt']);
});
