import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { engines, launch } from '../support/engines.ts';
import { type Served, serve } from '../support/serve.ts';
import { size } from '../support/size.ts';
import { until } from '../support/until.ts';
import { createWidgetHarness } from '../support/widgetHarness.ts';
import { type WidgetVisit, watchShop } from '../support/widgetVisit.ts';

/*
 * Banks' pages that do to their frame or window what nobody has asked for. Each payment ends in its true outcome, or goes on in full
 * page after one click. The bank's own script decides nothing: what the shop's server says is what is told.
 *
 * `npm test` takes every fourth one in the first engine, `npm run test:banks` all of them in both that Playwright drives.
 */

interface OddBank {
  /** The page's script. `approve()` tells the gateway that the customer agrees, and resolves when it knows. */
  script: string;
  /** Where "Approve" goes to; else the script deals with the click. */
  href?: string;
  /** What the customer does in the dialog; by default presses "Approve". */
  act?: (visit: WidgetVisit) => Promise<void>;
  /** The payment does not end in the frame. */
  isUnusable?: true;
  /** It has a process of its own, as on a customer's computer: Chromium alone can be started so here. */
  ownProcess?: true;
}

const onApprove = (then: string) => `
  document.querySelector('#approve').onclick = (event) => { event.preventDefault(); ${then} };`;
const press = (visit: WidgetVisit) => visit.hosted().locator('#approve').click();

const BANKS: Record<string, OddBank> = {
  'closes its window when it is done': { script: onApprove(`approve().then(() => window.close())`) },
  'goes back one page when it is done': { script: onApprove(`approve().then(() => history.back())`) },
  'writes its page anew': {
    script: `addEventListener('load', () => setTimeout(() => {
      document.open(); document.write('<a id="approve" href="/done">Approve</a>'); document.close(); }))`,
  },
  'leaves an empty page behind': {
    script: onApprove(`approve().then(() => location.replace('about:blank'))`),
  },
  'leaves a page of its own making behind': {
    script: onApprove(`approve().then(() => location.replace('data:text/html,<h1>Done</h1>'))`),
  },
  'asks by the browser’s own questions': {
    script: `alert('One moment'); confirm('Is it you?'); prompt('Code');`,
    href: '/done',
  },
  'wants the whole screen': {
    script: onApprove(
      `Promise.resolve(document.documentElement.requestFullscreen?.()).catch(() => {}).then(() => location.assign('/done'))`,
    ),
  },
  'sends its form to a new window': {
    script: `document.querySelector('#approve').target = '_blank'`,
    href: '/done',
  },
  'answers nothing (204)': { script: '', href: '/nothing' },
  'sends a file to keep': { script: '', href: '/file' },
  'takes the customer through five hosts': { script: '', href: '/hop/5' },
  'loads itself again and again': {
    script: `const at = Number(sessionStorage.at ?? 0); sessionStorage.at = at + 1; if (at < 3) location.reload()`,
    href: '/done',
  },
  'pulls the focus back without end': {
    script: `setInterval(() => document.querySelector('#approve').focus(), 20)`,
    href: '/done',
  },
  'goes back farther than its own pages': {
    // Once: where this page is still there when the customer stays, a second time would leave the shop.
    script: `if (!sessionStorage.went) { sessionStorage.went = 1; ${onApprove('event.currentTarget.onclick = null; history.go(-2)')} }`,
    href: '/done',
    async act(visit) {
      await press(visit);
      await visit.notice().getByRole('button', { name: 'Keep paying' }).click();
      // The page before comes, or does not, and takes its time: the customer presses what there is until it is paid.
      await until(async () => {
        for (const button of ['#go', '#approve'])
          await visit
            .hosted()
            .locator(button)
            .click({ timeout: 1_000 })
            .catch(() => {});
        return (await visit.outcomes()).length > 0;
      });
    },
  },
  'never comes to the end of its script': {
    script: onApprove('for (;;);'),
    isUnusable: true,
    ownProcess: true,
    async act(visit) {
      // The driver waits for an answer.
      void press(visit).catch(() => {});
    },
  },
  'dies with its process': {
    script: '',
    isUnusable: true,
    ownProcess: true,
    async act({ page }) {
      const bank = page.frames().find((frame) => frame.url().includes('/bank'));
      const cdp = await page.context().newCDPSession(bank ?? page);
      void cdp.send('Page.crash').catch(() => {});
    },
  },
  'asks whether to leave, and the customer stays at first': {
    script: `addEventListener('beforeunload', (event) => event.preventDefault())`,
    isUnusable: true,
    async act(visit) {
      const { page } = visit;
      await visit.hosted().locator('h1').click();
      const asked = page.waitForEvent('dialog');
      await toFullPage(visit);
      await (await asked).dismiss();
      page.once('dialog', (dialog) => dialog.accept());
    },
  },
};

/** Without waiting for the page: the browser may have a question first. */
const toFullPage = (visit: WidgetVisit) =>
  visit.dialog().getByRole('button', { name: 'Open in full page' }).first().click({ noWaitAfter: true });

const taken = engines.filter((engine) => size(engine === engines[0], true));

describe.each(taken)('F57 a bank’s page, in %s', (engine) => {
  const harness = createWidgetHarness();
  let browser: Browser;
  let bank: Served;
  let script = '';
  let href = '#';
  const bankAt = (host = '127.0.0.1') => `http://${host}:${bank.port}`;
  const sessionId = 's'.padEnd(32, '0');

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    const hop = /^\/hop\/(\d)/.exec(path)?.[1];
    const html = (body: string) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><title>Bank</title>${body}`);
    const goTo = (location: string) => response.writeHead(303, { location }).end();
    const paid = ['/approve', '/nothing', '/file', '/done'].includes(path);
    if (paid) harness.settings.status = { status: 'completed' };
    if (path === '/pay') html(`<h1>Card</h1><a id="go" href="/bank">Pay</a>`);
    else if (path === '/bank')
      html(`<h1>Is it you?</h1><a id="approve" href="${href}">Approve</a>
        <script>const approve = () => fetch('/approve', { method: 'POST' });${script}</script>`);
    else if (path === '/done') goTo(`${harness.shop}/return?s=${sessionId}&h=success`);
    else if (path === '/file')
      response.writeHead(200, { 'content-disposition': 'attachment; filename="receipt.txt"' }).end('Paid.');
    else if (hop)
      goTo(
        `${bankAt(Number(hop) % 2 ? 'localhost' : '127.0.0.1')}${Number(hop) ? `/hop/${Number(hop) - 1}` : '/done'}`,
      );
    else response.writeHead(204).end();
  }

  beforeAll(async () => {
    [browser, bank] = await Promise.all([launch(engine), serve(answer), harness.open()]);
  });
  afterAll(async () => {
    await browser?.close();
    await bank?.close();
    await harness.close();
  });
  beforeEach(() => harness.reset());

  async function visit({ ownProcess }: OddBank): Promise<WidgetVisit> {
    const at = ownProcess ? await launchChromium(['--site-per-process']) : browser;
    const context = await at.newContext();
    onTestFinished(() => (ownProcess ? at : context).close());
    return watchShop(await context.newPage(), harness);
  }

  const here = Object.entries(BANKS).filter(
    ([, { ownProcess }], index) => size(index % 4 === 1, true) && (!ownProcess || engine === 'chromium'),
  );
  it.for(here)('that %s', async ([, odd]) => {
    ({ script, href = '#' } = odd);
    harness.settings.session = {
      sessionId,
      redirectUrl: `${bankAt()}/pay`,
      statusUrl: `/session/${sessionId}`,
    };
    const customer = await visit(odd);
    await customer.open();
    // A link that is followed before its page has loaded takes that page's place in the history: "back" would leave the shop.
    await customer.page.locator('main[aria-busy=false]').waitFor();
    await customer.hosted().locator('#go').click();
    await customer.hosted().locator('#approve').waitFor();
    await (odd.act ?? press)(customer);
    if (odd.isUnusable) {
      await toFullPage(customer);
      await customer.page.waitForURL(`${bankAt()}/pay`);
    } else await expect.poll(async () => (await customer.outcomes())[0]).toEqual(['complete', 'completed']);
  });
});
