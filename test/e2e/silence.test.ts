import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bundleEntry } from '../support/bundleEntry.ts';
import { customerByWebDriver } from '../support/customer/byWebDriver.ts';
import { payByCard as payByHand } from '../support/customer/customer.ts';
import { allEngines, type Engine, engines, launch } from '../support/engines.ts';
import { createHarness, type Harness } from '../support/harness.ts';
import { CARDS, hostedFrame, payByCard } from '../support/hostedPage.ts';
import { size } from '../support/size.ts';
import { launchWebKit, type WebKit } from '../support/webkit.ts';

/*
 * An ordinary payment writes nothing: no console line in any frame, from the shop's page to the return page, no request that
 * fails, no violation of a policy, no deprecation. In test mode, where mistakes would be told, on a shop of several origins.
 *
 * `npm test` takes each way in and each presentation once, and the return page in a window of its own in the other engine, which
 * has told most of it; `npm run test:pages` takes all pairs. In WebKitGTK what scripts write on the
 * shop's page is kept.
 */

const PRESENTATIONS = ['modal', 'inline', 'redirect'] as const;
const LOADED = ['script tag', 'npm import', 'React'] as const;
type Loaded = (typeof LOADED)[number];

const root = join(import.meta.dirname, '../..');
const ENTRY = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createCheckout } from '${root}/src/widget/index.ts';
import { CheckoutButton } from '${root}/src/widget/react.ts';
const { react, ...options } = pageOptions;
const place = document.querySelector('#pay');
if (react) createRoot(place).render(createElement(CheckoutButton, options));
else createCheckout(options).mount(place);
`;

const pageOf = (entry: string) => (shop: { merchant: string; order: string; query: URLSearchParams }) => {
  const loaded = shop.query.get('loaded');
  const options = {
    session: `${shop.merchant}/checkout/session`,
    order: shop.order,
    presentation: shop.query.get('presentation'),
    timeouts: { successMessage: 1 },
  };
  const script =
    loaded === 'script tag'
      ? `<script src="/dist/hpp-checkout.js"></script><script>HppCheckout.createCheckout(pageOptions).mount('#pay')</script>`
      : `<script type="module">${entry.replaceAll('</script', '<\\/script')}</script>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>A shop</title><link rel="icon" href="data:,"><main><h1>A shop</h1><div id="pay"></div></main>
    <script>window.told = [];
      for (const type of ['complete', 'error', 'close']) addEventListener('hpp-checkout:' + type, () => told.push(type));
      const pageOptions = ${JSON.stringify({ ...options, ...(loaded === 'React' && { react: true }) })};</script>${script}</html>`;
};

/** Whatever a browser says about the pages of a visit, in any frame. */
async function listen(context: BrowserContext): Promise<string[]> {
  const heard: string[] = [];
  context.on('console', (message) => heard.push(`${message.type()}: ${message.text()}`));
  context.on('weberror', (error) => heard.push(error.error().message));
  context.on('requestfailed', (request) => {
    // The return page is let go when the outcome is known, loaded or not.
    if (request.isNavigationRequest() && request.frame().isDetached()) return;
    heard.push(`${request.failure()?.errorText}: ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) heard.push(`${response.status()}: ${response.url()}`);
  });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error('policy', violatedDirective, blockedURI),
    );
    // Deprecations, interventions, and what a Permissions-Policy refuses. Firefox has none.
    const { ReportingObserver } = window as never as {
      ReportingObserver?: new (...args: unknown[]) => object;
    };
    const observer = ReportingObserver
      ? new ReportingObserver(
          (reports: object[]) => console.error(...reports.map((report) => JSON.stringify(report))),
          { buffered: true },
        )
      : undefined;
    (observer as { observe?(): void } | undefined)?.observe?.();
  });
  return heard;
}

async function pay(page: Page, { shop, gateway }: Harness, presentation: string): Promise<void> {
  await page.getByRole('button', { name: 'Pay' }).click();
  if (presentation === 'redirect') {
    await page.waitForURL(`${gateway}/hpp/**`);
    await payByCard(page, CARDS.challenge);
    await page.getByRole('button', { name: 'Approve' }).click();
    // From the return page back to the shop, by itself.
    await page.waitForURL(`${shop}/`);
    return;
  }
  const frame = await hostedFrame(page, gateway);
  await payByCard(frame, CARDS.challenge);
  await frame.getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => page.evaluate('told.join()')).toBe('complete,close');
}

let bundled: Promise<string> | undefined;

const ALL = LOADED.flatMap((loaded) => PRESENTATIONS.map((presentation) => [loaded, presentation] as const));
const isSample = (loaded: Loaded, presentation: (typeof PRESENTATIONS)[number], engine: Engine) =>
  engine === engines[0]
    ? LOADED.indexOf(loaded) === PRESENTATIONS.indexOf(presentation)
    : loaded === 'script tag' && presentation === 'redirect';

describe.each(engines)('the console of an ordinary payment, in %s', (engine) => {
  let browser: Browser;
  let harness: Harness;
  beforeAll(async () => {
    bundled ??= bundleEntry(root, ENTRY);
    const entry = await bundled;
    browser = await launch(engine);
    harness = await createHarness({
      page: pageOf(entry),
      handler: {
        allowedOrigins: ['https://shop.example', 'https://www.shop.example', 'http://127.0.0.1:9'],
      },
    });
  });
  afterAll(async () => {
    await browser.close();
    await harness.close();
  });

  it.each(ALL.filter((way) => size(isSample(...way, engine), true)))(
    'stays empty: %s, %s',
    async (loaded, presentation) => {
      const context = await browser.newContext();
      onTestFinished(() => context.close());
      const heard = await listen(context);
      // Somebody else's page has led here, as an advertisement does: the shop's own pages have an opener that is not theirs.
      const other = await context.newPage();
      const opened = context.waitForEvent('page');
      await other.evaluate(
        (address) => void open(address),
        `${harness.shop}/?order=${loaded}-${presentation}&loaded=${loaded}&presentation=${presentation}`,
      );
      const page = await opened;
      await pay(page, harness, presentation);
      expect(heard).toEqual([]);
    },
  );
});

/** Keeps what scripts write and what they do not catch. The browser's own lines are told to nobody by WebKit's driver. */
const LISTEN = `<script>window.heard = [];
  for (const name of ['debug', 'log', 'info', 'warn', 'error'])
    console[name] = (...said) => { heard.push(name + ' ' + said.join(' ')); };
  addEventListener('error', ({ message }) => heard.push(message), true);
  addEventListener('unhandledrejection', ({ reason }) => heard.push('rejected ' + reason));
  addEventListener('securitypolicyviolation', ({ violatedDirective }) => heard.push('policy ' + violatedDirective));
</script>`;

/** The driver reaches no button in a shadow tree. */
const PRESS = `(() => {
  const find = (root) => root.querySelector('button') ?? [...root.querySelectorAll('*')].map((one) => one.shadowRoot && find(one.shadowRoot)).find(Boolean);
  const button = find(document.querySelector('#pay'));
  button?.click();
  return !!button;
})()`;

describe.runIf(allEngines.includes('webkit'))('the console of an ordinary payment, in webkit', () => {
  let webkit: WebKit;
  let harness: Harness;
  beforeAll(async () => {
    bundled ??= bundleEntry(root, ENTRY);
    const page = pageOf(await bundled);
    [webkit, harness] = await Promise.all([
      launchWebKit(),
      createHarness({ page: (shop) => page(shop).replace('<script>', () => `${LISTEN}<script>`) }),
    ]);
  });
  afterAll(async () => {
    await webkit.close();
    await harness.close();
  });

  it.each(LOADED.filter((loaded) => size(loaded === 'script tag', true)))(
    'stays empty of what scripts write: %s, modal',
    async (loaded) => {
      const customer = customerByWebDriver(webkit.driver);
      onTestFinished(() => customer.leave());
      await customer.arrive(harness, `order=${loaded}&loaded=${loaded}&presentation=modal`);
      await expect.poll(() => customer.inTab(PRESS)).toBe(true);
      await payByHand(customer, CARDS.challenge);
      await customer.pressInPage('Approve');
      await expect.poll(() => customer.inTab('told.join()')).toBe('complete,close');
      await customer.inTab(`console.log('the end')`);
      expect(await customer.inTab('heard')).toEqual(['log the end']);
    },
  );
});
