import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { framingHeadersOf, framingRefusal } from '../../src/protocol/page/framing.ts';
import { english } from '../../src/view/language/texts.ts';
import { engines, launch } from '../support/engines.ts';
import { serve } from '../support/serve.ts';
import { setUpShop } from '../support/setUpShop.ts';

/* What browsers do with a page that refuses framing, or that loads without a network; and what we do. */

const { harness, visitShop } = setUpShop();

describe.each(engines)('F9 what the server reads of headers is what %s does', (engine) => {
  afterAll(async () => (await launch(engine)).close());

  it('with X-Frame-Options and frame-ancestors, alone and together', async () => {
    const REPORT_ONLY = 'Content-Security-Policy-Report-Only';
    const CSP = 'Content-Security-Policy';
    const XFO = 'X-Frame-Options';
    const cases = (shop: string, self: string): [name: string, value: string | string[]][][] => {
      const ancestors = (sources: string): [string, string] => [CSP, `frame-ancestors ${sources}`];
      return [
        [],
        [[XFO, 'DENY']],
        [[XFO, 'SAMEORIGIN']],
        [[XFO, 'ALLOWALL']],
        [[XFO, 'ALLOW-FROM https://other.example']],
        [[XFO, ['SAMEORIGIN', 'DENY']]],
        [ancestors("'none'")],
        [ancestors("'self'")],
        [ancestors('https://other.example')],
        [ancestors(`https://other.example ${shop}`)],
        [ancestors(shop.replace(/:\d+$/, ':*'))],
        [ancestors(self)],
        [ancestors('*')],
        [ancestors('https:')],
        [ancestors('http:')],
        [[CSP, [`frame-ancestors ${shop}`, "frame-ancestors 'none'"]]],
        [[XFO, 'DENY'], ancestors(shop)],
        [
          [XFO, 'DENY'],
          [REPORT_ONLY, `frame-ancestors ${shop}`],
        ],
        [[REPORT_ONLY, "frame-ancestors 'none'"]],
      ];
    };
    const gateway = await serve((request, response) => {
      const at = Number(request.url?.slice(1));
      for (const [name, value] of cases(shopOrigin, self)[at] ?? []) response.setHeader(name, value);
      response.setHeader('content-type', 'text/html');
      response.end(`<script>parent.postMessage(${at}, '*')</script>`);
    });
    const shop = await serve((_request, response) => {
      const frames = cases(shopOrigin, self).map(
        (_, at) => `<iframe src="${self}/${at}" onload="loaded++"></iframe>`,
      );
      response.setHeader('content-type', 'text/html');
      response.end(
        `<script>var seen = [], loaded = 0; onmessage = ({ data }) => seen.push(data)</script>${frames.join('')}`,
      );
    });
    const self = `http://127.0.0.1:${gateway.port}`;
    const shopOrigin = `http://localhost:${shop.port}`;
    const page = await (await launch(engine)).newPage();
    onTestFinished(async () => {
      await page.close();
      await Promise.all([gateway.close(), shop.close()]);
    });

    const all = cases(shopOrigin, self);
    const expected = all.flatMap((lines, at) => {
      const headers = new Headers();
      for (const [name, value] of lines) for (const one of [value].flat()) headers.append(name, one);
      return framingRefusal(framingHeadersOf(headers), shopOrigin, self) === null ? [at] : [];
    });
    await page.goto(shopOrigin);
    const seen = () =>
      page.evaluate(() => {
        const { loaded, seen } = window as never as { loaded: number; seen: number[] };
        return { loaded, seen: seen.sort((a, b) => a - b) };
      });
    // A refused frame fires `load` as well.
    await expect.poll(seen).toEqual({ loaded: all.length, seen: expected });
  });
});

it('F9 a page that the server knows to refuse framing is the full page at once, with no frame', async () => {
  harness.settings.session = { framing: 'refused' };
  harness.settings.hosted = 'deny';
  const { page, arrive } = await visitShop();
  const frames: string[] = [];
  page.on('frameattached', (frame) => frames.push(frame.url()));
  await arrive();
  await page.click('#pay');
  await page.waitForURL(`${harness.hosted}/pay?s=*`);
  expect([frames, harness.hostedCount]).toEqual([[], 1]);
});

it('F9 until it knows, a page without a sign of life gets a button; and pays there', async () => {
  harness.settings.hosted = 'deny';
  const refused = await visitShop();
  await refused.open();
  const button = refused.dialog().locator('button.way');
  await button.waitFor();
  expect(await refused.dialog().innerText()).toContain(english.blockedText);
  await button.click();
  await refused.page.waitForURL(`${harness.hosted}/pay?s=*`);
});

it('F10 the focus in a page whose picture never comes is the end of the spinner', async () => {
  harness.settings.pages['hosted/pay'] =
    `<!doctype html><title>Pay</title><input id="card"><img src="/nest">`;
  harness.settings.hosted = 'hang';
  const visit = await visitShop();
  await visit.open();
  await visit.hosted().locator('#card').waitFor();
  await visit.hosted().locator('#card').click();
  await expect.poll(() => visit.dialog().locator('main').getAttribute('aria-busy')).toBe('false');
  await visit.dialog().locator('.load').waitFor({ state: 'hidden' });
});

it('F12 a page that loads while offline is covered; when the network is back there is a fresh one in the same dialog', async () => {
  const visit = await visitShop();
  await visit.loaded();
  const context = visit.page.context();
  await context.setOffline(true);
  await (await visit.hostedFrame()).evaluate(() => {
    setTimeout(() => location.assign('/pay?s=other'));
  });
  await visit.notice().getByText(english.offline).waitFor();
  await context.setOffline(false);
  await expect.poll(() => harness.asked.map(({ reason }) => reason)).toEqual(['open', 'renew']);
  await visit.hosted().locator('#card').waitFor();
  await visit.notice().waitFor({ state: 'detached' });
  expect(await visit.outcomes()).toEqual([]);
});
