import { describe, expect, it } from 'vitest';
import { engines, oneEngine } from '../support/engines.ts';
import { setUpShop } from '../support/setUpShop.ts';
import { sessionOf } from '../support/widgetHarness.ts';
import type { WidgetVisit } from '../support/widgetVisit.ts';

/* What goes wrong between the end of a payment and the widget: the outcome is told all the same, and once. */

const PAID: [string, string][] = [
  ['complete', 'completed'],
  ['close', 'completed'],
];

describe.each(engines)('the way back from the hosted page in %s', (engine) => {
  const { harness, visitShop } = setUpShop(engine);

  /** The customer is at the hosted page, which leads its frame, or a window of its own, to this page of the shop at a click. */
  async function payTo(returnPage: string, how = 'location.href = url'): Promise<WidgetVisit> {
    harness.settings.pages['shop/back'] = `<!doctype html><title>Return</title>${returnPage}`;
    const visit = await visitShop();
    await visit.page.route('**/hangs.js', () => {});
    await visit.loaded();
    const frame = await visit.hostedFrame();
    await frame.evaluate(
      ([url, code]) => {
        const pay = document.querySelector('#pay') as HTMLElement;
        pay.onclick = new Function('url', code).bind(null, url);
      },
      [`${harness.shop}/back`, how] as const,
    );
    harness.settings.status = { status: 'completed' };
    await frame.click('#pay');
    return visit;
  }
  const message = (hint: string) =>
    JSON.stringify({ ns: 'hpp-checkout', v: 1, type: 'returned', session: sessionOf(1), hint });

  oneEngine(engine).each([
    ['is not there', '<script src="/gone.js"></script>'],
    ['is on its way for ever', '<script src="/hangs.js"></script>'],
  ])('F17 the script of the return page %s', async (_what, returnPage) => {
    const visit = await payTo(returnPage);
    await visit.expectOutcomes(...PAID);
  });

  oneEngine(engine)(
    'F18 the message comes a hundred times, and with a "failure" before each "success"',
    async () => {
      const visit = await payTo(`<script>
      for (let at = 0; at < 100; at++)
        for (const message of [${message('failure')}, ${message('success')}]) parent.postMessage(message, '*');
    </script>`);
      await visit.expectOutcomes(...PAID);
      // A question under way when the first came, the one that it led to, and one after it.
      expect(harness.statusCount).toBeLessThanOrEqual(3);
    },
  );

  oneEngine(engine)('F18 the message comes before the hosted page has fired load', async () => {
    harness.settings.pages['hosted/pay'] = `<!doctype html><title>Fast</title>
      <script>location.replace('${harness.shop}/back')</script><img src="/never">`;
    harness.settings.pages['shop/back'] =
      `<!doctype html><title>Return</title><script>parent.postMessage(${message('success')}, '*')</script>`;
    harness.settings.status = { status: 'completed' };
    const visit = await visitShop();
    await visit.open();
    await visit.expectOutcomes(...PAID);
  });

  it('F21 the return page stands in a window of its own, and COOP has cut it off', async () => {
    harness.settings.headers = { 'cross-origin-opener-policy': 'same-origin' };
    const visit = await payTo(
      `<script>document.title = opener === null ? 'cut off' : 'joined'; opener?.parent.postMessage(${message('success')}, '*')</script>`,
      'open(url)',
    );
    await visit.expectOutcomes(...PAID);
    const titles = await Promise.all(
      visit.page
        .context()
        .pages()
        .map((page) => page.title()),
    );
    expect(titles).toContain('cut off');
  });

  it('F22 the customer goes back from the return page to the pages before it: no new attempt, and the server decides', async () => {
    const visit = await visitShop();
    await visit.loaded();
    await visit.hosted().locator('#hop').click();
    await expect.poll(() => harness.hostedCount).toBe(2);
    await visit.hosted().locator('#card').fill('4242');
    harness.settings.status = { status: 'pending' };
    await visit.hosted().locator('#pay').click();
    await visit.dialog().getByText('Confirming your payment').waitFor();
    for (let times = 0; times < 2; times++) await visit.page.evaluate(() => history.back());
    await expect
      .poll(() => visit.page.frames().some((frame) => frame.url().startsWith(`${harness.hosted}/pay`)))
      .toBe(true);
    harness.settings.status = { status: 'completed' };
    await visit.expectOutcomes(...PAID);
    expect(harness.asked).toHaveLength(1);
    expect(visit.page.url()).toBe(`${harness.shop}/`);
    await expect.poll(() => visit.page.locator('iframe').count()).toBe(0);
  });
});
