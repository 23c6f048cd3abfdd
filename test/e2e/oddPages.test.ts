import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines, launch } from '../support/engines.ts';
import { type Served, serve } from '../support/serve.ts';
import { size } from '../support/size.ts';
import { createWidgetHarness } from '../support/widgetHarness.ts';
import { visitShop, type WidgetVisit } from '../support/widgetVisit.ts';

/*
 * Hosted pages that come in a way that nobody has thought of: late, piece by piece, by detours, or not at all. One that can be used
 * is shown, with no spinner over it; for any other the full page is offered. The outcome is the shop's server's, told once.
 *
 * `npm test` takes every seventh one in the first engine, `npm run test:banks` all of them in both that Playwright drives.
 */

interface OddPage {
  /** What the gateway answers for the session's address. */
  answer: (response: ServerResponse, request: IncomingMessage) => void;
  /** What the customer does on it; by default presses "Approve". */
  act?: (visit: WidgetVisit) => Promise<unknown>;
  /** It cannot be paid in the frame. Where the button leads, then. */
  offered?: string;
}

const html = (response: ServerResponse, body: string, headers: Record<string, string> = {}) =>
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers })
    .end(`<!doctype html><title>Pay</title>${body}`);
const FORM = '<h1>Card</h1><a id="approve" href="/done">Pay</a>';
const APPROVE = `<script>const approve = () => fetch('/approve', { method: 'POST' });</script>`;
const goTo = (response: ServerResponse, location: string) => response.writeHead(302, { location }).end();
const press = (visit: WidgetVisit) => visit.hosted().locator('#approve').click();

const PAGES: Record<string, OddPage> = {
  'has a picture that never comes': { answer: (response) => html(response, `${FORM}<img src="/hang">`) },
  'comes byte by byte': {
    answer(response) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.write(`<!doctype html><title>Pay</title>${FORM}<p>`);
      const timer = setInterval(() => response.write('. '), 100);
      response.on('close', () => clearInterval(timer));
    },
  },
  'has a style sheet that takes three seconds': {
    answer: (response) => html(response, `<link rel="stylesheet" href="/late/3000">${FORM}`),
  },
  'gives its first byte after ten seconds': {
    answer: (response) => void setTimeout(() => html(response, FORM), 10_000),
  },
  'answers nothing (204)': { answer: (response) => response.writeHead(204).end(), offered: 'shop' },
  'is a file to keep': {
    answer: (response) =>
      response.writeHead(200, { 'content-disposition': 'attachment; filename="pay.txt"' }).end('Pay.'),
    offered: 'shop',
  },
  'is a document of another kind': {
    answer: (response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4'),
    offered: 'anywhere',
  },
  'is broken, and says so (500)': {
    answer: (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>'),
    offered: 'page',
  },
  'is empty': { answer: (response) => html(response, ''), offered: 'page' },
  'goes on by itself, without a script': {
    answer: (response) => html(response, '<meta http-equiv="refresh" content="1;url=/form">'),
  },
  'goes on by thirty redirects': { answer: (response) => goTo(response, '/hop/30'), offered: 'anywhere' },
  'goes on by ten redirects': { answer: (response) => goTo(response, '/hop/10') },
  'goes on to a host that refuses frames': {
    answer: (response) => goTo(response, '/other/deny'),
    offered: 'page',
  },
  'goes on to a host that refuses frames by a list of its own': {
    answer: (response) => goTo(response, '/other/csp'),
    offered: 'page',
  },
  'wants to be the whole window, and hides itself until then': {
    answer: (response) =>
      html(
        response,
        `<style>body { display: none }</style>${FORM}<script>
        if (self === top) document.body.style.display = 'block'; else try { top.location = self.location } catch {}</script>`,
      ),
    offered: 'page',
  },
  'has a service worker': {
    answer: (response) =>
      html(
        response,
        `${FORM}<script>navigator.serviceWorker?.register('/worker.js').catch(() => {})</script>`,
      ),
  },
  'clears itself when it is used': {
    answer: (response) =>
      html(
        response,
        `${FORM}<script>
      document.querySelector('#approve').onclick = (event) => { event.preventDefault(); document.documentElement.remove(); };</script>`,
      ),
    async act(visit) {
      await press(visit);
      await visit.dialog().getByRole('button', { name: 'Open in full page' }).first().click();
      await visit.page.waitForURL('**/pay');
    },
    offered: 'left',
  },
  'wants storage of its own': {
    answer: (response) =>
      html(
        response,
        `${APPROVE}<button id="approve">Pay</button><script>
      // Firefox asks the customer, who here says nothing.
      document.querySelector('#approve').onclick = () => Promise.race([
        document.requestStorageAccess?.(), new Promise((resolve) => setTimeout(resolve, 1000))
      ]).catch(() => {}).then(() => location.assign('/done'))</script>`,
      ),
  },
  'is three frames deep': {
    answer: (response) => html(response, '<iframe src="/deep/3" width="100%" height="400"></iframe>'),
    act: (visit) =>
      visit
        .hosted()
        .frameLocator('iframe')
        .frameLocator('iframe')
        .frameLocator('iframe')
        .locator('#approve')
        .click(),
  },
  'posts to frames that it has named': {
    answer: (response) =>
      html(
        response,
        `<iframe name="method" hidden></iframe><form method="post" action="/method" target="method"></form>
        <iframe name="challenge" width="100%" height="400"></iframe>
        <form method="post" action="/form" target="challenge"></form>
        <script>document.forms[0].submit(); document.forms[1].submit(); document.forms[1].submit();</script>`,
      ),
    act: (visit) => visit.hosted().frameLocator('iframe[name=challenge]').locator('#approve').click(),
  },
  'is paid in a window that knows nothing of it': {
    answer: (response) =>
      html(
        response,
        `<button id="approve" onclick="window.open('/form', '_blank', 'noopener')">Pay</button>`,
      ),
    async act(visit) {
      const opened = visit.page.context().waitForEvent('page');
      await press(visit);
      await (await opened).locator('#approve').click();
    },
  },
  'is paid in a window that tells it': {
    answer: (response) =>
      html(
        response,
        `<button id="approve" onclick="window.open('/popup')">Pay</button>
        <script>onmessage = ({ data }) => data === 'paid' && location.assign('/done')</script>`,
      ),
    async act(visit) {
      const opened = visit.page.context().waitForEvent('page');
      await press(visit);
      await (await opened).locator('#approve').click();
    },
  },
  'is very high': {
    answer: (response) =>
      html(
        response,
        `<div style="height:90000px"></div>${FORM}<script>
        parent.postMessage({ ns: 'hpp-checkout', v: 1, type: 'size', height: 9e9 }, '*')</script>`,
      ),
  },
  'is very small': {
    answer: (response) =>
      html(
        response,
        `${FORM}<script>
        parent.postMessage({ ns: 'hpp-checkout', v: 1, type: 'size', height: 1 }, '*')</script>`,
      ),
  },
  'talks without end': {
    answer: (response) =>
      html(
        response,
        `${FORM}<script>setInterval(() => { for (let i = 0; i < 50; i++)
      parent.postMessage({ ns: 'hpp-checkout', v: 1, type: 'returned', session: 'x', hint: 'success' }, '*') }, 10)</script>`,
      ),
  },
  'says more than it knows': {
    answer: (response) =>
      html(
        response,
        `${FORM}<script>
      for (const type of ['completed', 'paid', 'close', 'size', 'returned'])
        for (const height of [NaN, -1, null, '9', {}])
          parent.postMessage({ ns: 'hpp-checkout', v: 1, type, height, status: 'completed' }, '*')</script>`,
      ),
  },
  'knocks at the window above': {
    answer: (response) =>
      html(
        response,
        `${FORM}<script>
      for (const act of [() => parent.close(), () => parent.focus(), () => parent.blur(), () => parent.history.back(),
        () => (parent.location.hash = 'x'), () => parent.location.replace('#x'), () => (top.name = 'x'),
        () => open('', '_parent'), () => open('about:blank', '_top')]) try { act() } catch {}</script>`,
      ),
  },
};

const taken = engines.filter((engine) => size(engine === engines[0], true));

describe.each(taken)('F57 a hosted page, in %s', (engine) => {
  const harness = createWidgetHarness();
  let browser: Browser;
  let gateway: Served;
  let page: OddPage;
  const at = (host = '127.0.0.1') => `http://${host}:${gateway.port}`;
  const sessionId = 's'.padEnd(32, '0');

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    const [, kind = '', rest = ''] = path.split('/');
    const number = Number(rest);
    if (path === '/approve' || path === '/done') harness.settings.status = { status: 'completed' };
    if (kind === 'pay') page.answer(response, request);
    else if (kind === 'form') html(response, FORM);
    else if (kind === 'deep')
      html(response, number > 1 ? `<iframe src="/deep/${number - 1}"></iframe>` : FORM);
    else if (kind === 'popup')
      html(
        response,
        `${APPROVE}<button id="approve">Pay</button><script>document.querySelector('#approve').onclick = () =>
        approve().then(() => { opener.postMessage('paid', '*'); opener = null; close(); })</script>`,
      );
    else if (kind === 'hop') goTo(response, number > 0 ? `/hop/${number - 1}` : '/form');
    else if (kind === 'late')
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/css' }).end(''), number);
    else if (kind === 'other') goTo(response, `${at('localhost')}/${rest}`);
    else if (kind === 'deny') html(response, FORM, { 'x-frame-options': 'SAMEORIGIN' });
    else if (kind === 'csp')
      html(response, FORM, { 'content-security-policy': `frame-ancestors 'self' https://*.gateway.example` });
    else if (path === '/worker.js')
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(`onfetch = () => {}`);
    else if (path === '/done') goTo(response, `${harness.shop}/return?s=${sessionId}&h=success`);
    else if (path !== '/hang') response.writeHead(204).end();
  }

  beforeAll(async () => {
    [browser, gateway] = await Promise.all([launch(engine), serve(answer), harness.open()]);
  });
  afterAll(async () => {
    await browser?.close();
    await gateway?.close();
    await harness.close();
  });
  beforeEach(() => harness.reset());

  const here = Object.entries(PAGES).filter((_, index) => size(index % 7 === 0, true));
  it.for(here)('that %s', async ([, odd]) => {
    page = odd;
    harness.settings.session = {
      sessionId,
      redirectUrl: `${at()}/pay`,
      statusUrl: `/session/${sessionId}`,
    };
    const visit = await visitShop(browser, harness);
    await visit.open();
    await visit.page.locator('main[aria-busy=false]').waitFor();
    if (odd.act) await odd.act(visit);
    if (odd.offered === 'left') return;
    if (odd.offered === undefined) {
      if (!odd.act) await press(visit);
      await expect.poll(visit.outcomes).toContainEqual(['complete', 'completed']);
      await visit.dialog().waitFor({ state: 'detached' });
      expect(await visit.outcomes()).toEqual([
        ['complete', 'completed'],
        ['close', 'completed'],
      ]);
      return;
    }
    await visit.dialog().locator('button.way').waitFor();
    await pressWay(visit);
    if (odd.offered === 'page') await visit.page.waitForURL((url) => url.href !== `${harness.shop}/`);
    if (odd.offered === 'shop') await expectWayOn(visit);
  });

  /** By a script: the driver waits for a page that does not come. */
  const inShell = (visit: WidgetVisit, selector: string) =>
    visit.page.evaluate((one) => {
      const shell = document.querySelector('hpp-checkout-dialog')?.shadowRoot;
      setTimeout(() => shell?.querySelector<HTMLElement>(one)?.click());
    }, selector);
  const pressWay = (visit: WidgetVisit) => inShell(visit, 'button.way');
  const shownWay = (visit: WidgetVisit) =>
    visit.page.evaluate(
      () =>
        document.querySelector('hpp-checkout-dialog')?.shadowRoot?.querySelector('button.way')?.textContent,
    );

  /** The window has stayed where it is. */
  async function expectWayOn(visit: WidgetVisit): Promise<void> {
    await expect.poll(() => shownWay(visit), { timeout: 15_000 }).toBe('Open in full page');
    await pressWay(visit);
    await expect.poll(() => shownWay(visit), { timeout: 15_000 }).toBe('Open in full page');
    await inShell(visit, 'button.x');
    await expect.poll(visit.outcomes).toEqual([['close', 'closed']]);
    await visit.page.evaluate(() => setTimeout(() => document.querySelector<HTMLElement>('#pay')?.click()));
    await expect
      .poll(() => visit.page.evaluate(() => document.querySelector('hpp-checkout-dialog') !== null))
      .toBe(true);
  }

  it.each(['answers nothing (204)', 'is a file to keep'])(
    'that %s, and is known to refuse frames',
    async (name) => {
      page = PAGES[name] as OddPage;
      harness.settings.session = {
        sessionId,
        redirectUrl: `${at()}/pay`,
        statusUrl: `/session/${sessionId}`,
        framing: 'refused',
      };
      const visit = await visitShop(browser, harness);
      await visit.open();
      await expectWayOn(visit);
    },
  );
});
