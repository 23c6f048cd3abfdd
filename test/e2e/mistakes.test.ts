import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, launch } from '../support/engines.ts';
import { size } from '../support/size.ts';
import { until } from '../support/until.ts';
import { createWidgetHarness, type WidgetHarness } from '../support/widgetHarness.ts';

/*
 * Whoever builds a shop makes these mistakes, and finds each of them named in one line of the console, in test mode. The table is
 * that of the docs (`demo/docs/troubleshooting.md`): a row without a case here is red, and so is a case without a row.
 *
 * `npm test` takes Chromium, `npm run test:pages` each engine.
 */

const root = join(import.meta.dirname, '../..');
const [, table = ''] = readFileSync(join(root, 'demo/docs/troubleshooting.md'), 'utf8').split(
  '<!-- mistakes -->\n\n',
);
const rows = table
  .slice(0, table.indexOf('\n\n'))
  .split('\n')
  .slice(2)
  .map((row) =>
    row
      .replaceAll('\\|', '¦')
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', '')),
  )
  .map(([, mistake = '', line = '']) => ({ mistake, line }));

interface Mistake {
  /** The page's body; a script tag and a link, if nothing else is said. */
  body?: string;
  head?: string;
  headers?: Record<string, string>;
  /** What answers in the harness's place, by the end of a path. */
  answers?: Record<string, Parameters<Route['fulfill']>[0] | 'abort'>;
  /** In place of `#pay`. */
  press?: string;
  /** The page as it loads says all there is to say. */
  isSaidAtOnce?: boolean;
  /** The hosted page is paid. */
  isPaid?: boolean;
  /** The page says by its title when its script is there. */
  isLateLoaded?: boolean;
  /** Any page may read the script's files, as a CDN's. */
  hasPublicFiles?: boolean;
  /** The page stands in a frame of another one, with this `sandbox`. */
  sandbox?: string;
  /** Firefox does not know of it. */
  isChromium?: boolean;
}

const TAG = '<script src="/hpp-checkout.js"></script>';
const LINK = '<a id="pay" href="/plain" data-hpp-checkout data-session="/session" data-order="A-1">Pay</a>';
const SCRIPT = readFileSync(join(root, 'dist/hpp-checkout.js'), 'utf8');
const HASH = `sha256-${createHash('sha256').update(SCRIPT).digest('base64')}`;
const OTHER = '<button type="button" id="pay">Pay</button>';
const mounting = (how: string) => `${TAG}${OTHER}<script>${how}</script>`;
const HTML = { status: 200, contentType: 'text/html', body: '<h1>My app</h1>' };
const policy = (value: string) => ({ headers: { 'content-security-policy': value } });
const meta = (value: string) => ({ head: `<meta http-equiv="Content-Security-Policy" content="${value}">` });

const MISTAKES = (harness: WidgetHarness): Record<string, Mistake> => ({
  'the handler is not mounted': {
    answers: { '/session': { status: 404, contentType: 'text/html', body: '<h1>Not found</h1>' } },
  },
  "a page answers in the handler's place": { answers: { '/session': HTML } },
  "a service worker answers in the handler's place": { answers: { '/session': { ...HTML, status: 201 } } },
  "a service worker keeps the handler's answers in a cache, and answers from it first": {
    body: mounting(`HppCheckout.createCheckout({ session: '/session', order: 'A-1' }).mount('#pay');
      addEventListener('hpp-checkout:load', async ({ detail }) => (await caches.open('shop')).add('/session/' + detail.sessionId))`),
    isPaid: true,
  },
  "the server does not know the page's origin": {
    body: mounting(
      `HppCheckout.createCheckout({ session: '${harness.hosted}/cors', order: 'A-1' }).mount('#pay')`,
    ),
  },
  'publicUrl or session names an address where nothing is': { answers: { '/session': 'abort' } },
  'frame-src lacks the gateway, in a header': policy("frame-src 'self'"),
  'frame-src lacks the gateway, in a <meta>': meta("frame-src 'self'"),
  'connect-src lacks your server, in a header': policy("connect-src 'none'"),
  'connect-src lacks your server, in a <meta>': meta("connect-src 'none'"),
  "Permissions-Policy takes from the frame what a bank's page needs": {
    headers: { 'permissions-policy': 'payment=(), gyroscope=()' },
    isChromium: true,
  },
  'the return page has X-Frame-Options': {
    answers: {
      '/return': { contentType: 'text/html', headers: { 'x-frame-options': 'DENY' }, body: 'Thank you' },
      '/unknown': {
        contentType: 'text/html',
        headers: { 'x-frame-options': 'DENY' },
        body: '<html data-hpp-checkout-return="0.1.0"><script></script>',
      },
    },
    isPaid: true,
  },
  'data-session is missing': {
    body: `${TAG}<a id="pay" href="/plain" data-hpp-checkout data-order="A-1">Pay</a>`,
    isSaidAtOnce: true,
  },
  'the order is none that resolveOrder knows': {
    answers: {
      '/session': {
        status: 404,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'urn:x',
          title: 'No order',
          status: 404,
          code: 'order_not_found',
          test: true,
        }),
      },
    },
  },
  "an option's name is misspelled": {
    body: mounting(`HppCheckout.createCheckout({ session: '/session', ordre: 'A-1' }).mount('#pay')`),
  },
  'there is no such element to mount on': {
    body: mounting(`HppCheckout.createCheckout({ session: '/session' }).mount('#buy')`),
    isSaidAtOnce: true,
  },
  'Cross-Origin-Embedder-Policy keeps the page out of its frame': {
    headers: { 'cross-origin-embedder-policy': 'require-corp' },
    body: mounting(
      `HppCheckout.createCheckout({ session: '/session', order: 'A-1', timeouts: { untouched: 1 } }).mount('#pay')`,
    ),
  },
  'the policy of the page has a sandbox without allow-same-origin': {
    ...policy('sandbox allow-scripts allow-forms'),
    hasPublicFiles: true,
  },
  'the page stands in an <iframe> whose sandbox lacks allow-same-origin': {
    sandbox: 'allow-scripts allow-forms allow-popups',
    hasPublicFiles: true,
  },
  'the script is loaded with type=module': {
    body: `<script type="module" src="/hpp-checkout.js"></script>${LINK}`,
  },
  'the script is inlined': { body: `<script>${SCRIPT}</script>${LINK}` },
  'the script is renamed, without its other files': {
    answers: { '/assets/pay.js': { contentType: 'text/javascript', body: SCRIPT } },
    body: `<script src="/assets/pay.js"></script>${LINK}`,
  },
  'the script is taken from a blob': {
    body: `${LINK}<script>fetch('/hpp-checkout.js').then((reply) => reply.blob()).then((blob) => {
      const script = document.createElement('script');
      script.src = URL.createObjectURL(blob);
      script.onload = () => { document.title = 'loaded'; };
      document.head.append(script);
    })</script>`,
    isLateLoaded: true,
  },
  "script-src has the first file's hash alone": {
    ...policy(`script-src '${HASH}'`),
    body: `<script src="/hpp-checkout.js" integrity="${HASH}" crossorigin></script>${LINK}`,
  },
  'trusted-types does not name hpp-checkout': {
    ...policy("require-trusted-types-for 'script'; trusted-types shop"),
    isChromium: true,
  },
  'two checkouts are mounted on one element': {
    body: `${TAG}<div id="pay"></div><script>
      for (const order of ['A-1', 'A-2']) HppCheckout.createCheckout({ session: '/session', order }).mount('#pay')
    </script>`,
    press: '#pay button >> nth=0',
  },
  'two versions of the script': { body: `${LINK}${TAG}<script src="/hpp-checkout.js?v=2"></script>` },
  'a script calls HppCheckout before it is loaded': {
    body: `<script defer src="/hpp-checkout.js"></script>${OTHER}<script>HppCheckout.createCheckout({ session: '/session' })</script>`,
    isSaidAtOnce: true,
  },
});

it('the table of the docs has a row for each case, and a case for each row', () => {
  const cases = Object.keys(MISTAKES(createWidgetHarness()));
  expect(rows.map(({ mistake }) => mistake).sort()).toEqual(cases.sort());
});

describe.each(size(engines.slice(0, 1), engines))('a mistake is one line, in %s', (engine) => {
  const harness = createWidgetHarness();
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    [browser] = await Promise.all([launch(engine), harness.open()]);
    harness.settings.completesOnReturn = true;
    context = await browser.newContext();
  });
  afterAll(async () => {
    await browser.close();
    await harness.close();
  });

  async function arrive(
    page: Page,
    at: number,
    { body = TAG + LINK, head = '', headers = {}, answers = {}, hasPublicFiles, sandbox }: Mistake,
  ): Promise<Pick<Page, 'locator'>> {
    const path = `/mistake-${at}`;
    harness.settings.pages[`shop${path}`] =
      `<!doctype html><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">${head}${body}`;
    harness.settings.pageHeaders[`shop${path}`] = headers;
    for (const [end, answer] of Object.entries(answers)) {
      await page.route(
        ({ pathname }) => pathname.endsWith(end),
        (route) => (answer === 'abort' ? route.abort() : route.fulfill(answer)),
      );
    }
    if (hasPublicFiles) {
      await page.route(/\.js$/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          headers: { ...response.headers(), 'access-control-allow-origin': '*' },
        });
      });
    }
    if (sandbox === undefined) {
      await page.goto(harness.shop + path);
      return page;
    }
    harness.settings.pages[`shop${path}-around`] =
      `<!doctype html><title>Around</title><link rel="icon" href="data:,"><iframe sandbox="${sandbox}" src="${path}" width="900" height="600"></iframe>`;
    await page.goto(`${harness.shop}${path}-around`);
    return page.frameLocator('iframe');
  }

  it.concurrent.each(rows.map((row, at) => ({ ...row, at })))('$mistake', async ({ mistake, line, at }) => {
    const found = MISTAKES(harness)[mistake] as Mistake;
    if (found.isChromium && engine !== 'chromium') return;
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => {
      // Of an error that was written Firefox's driver tells no more than that it is one.
      const text = message.text().replace(/^Error$/, 'chunk_load_failed');
      if (/\[hpp-checkout\]|chunk_load_failed/.test(text)) said.push(text);
    });
    page.on('pageerror', ({ message }) => {
      // Not what Firefox itself says of policies and of what they block.
      if (/HppCheckout|config_invalid/.test(message)) said.push(message);
    });
    const shop = await arrive(page, at, found);
    if (found.isLateLoaded) await page.waitForFunction(() => document.title === 'loaded');
    if (!found.isSaidAtOnce) await shop.locator(found.press ?? '#pay').click();
    if (found.isPaid) {
      await page.frameLocator('iframe[part=frame][title]').locator('#pay').click();
      await page.route(/\/session\/s/, (route) => route.fulfill({ json: { status: 'completed' } }));
    }
    await until(() => said.length > 0);
    expect(said).toEqual([expect.stringContaining(line)]);
  });
});
