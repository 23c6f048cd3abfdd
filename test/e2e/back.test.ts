import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { goInHistory } from '../support/goInHistory.ts';
import { setUpShop } from '../support/setUpShop.ts';

/** The shop has a router that hears every `popstate`, as single-page shops have. */
const SHOP = `<a id="pay" href="/plain" data-hpp-checkout data-session="/session" data-order="A-1">Pay</a>
<script>
  window.routed = [];
  if (history.state === null) history.replaceState({ route: 'cart' }, '');
  addEventListener('popstate', (event) => routed.push(event.state));
</script>`;

describe.each(engines)('the Back button in %s', (engine) => {
  const { harness, visitShop } = setUpShop(engine);
  let page: Page;
  beforeEach(async () => {
    ({ page } = await visitShop());
    harness.settings.body = SHOP;
    // What the customer saw before the shop: another site.
    await page.goto(`${harness.hosted}/pay?s=before`);
    await page.goto(harness.shop);
  });

  type Shop = { routed: unknown[]; seen: [string, string | null][] };
  const outcomes = () =>
    page.evaluate(() =>
      (window as never as Shop).seen.filter(([type]) => !['ready', 'open', 'load'].includes(type)),
    );
  const routed = () => page.evaluate(() => (window as never as Shop).routed);
  const dialog = () => page.locator('dialog[open]');
  const hosted = () => page.frameLocator('iframe[part=frame][title]');
  // Not `page.url()`: it does not follow Firefox to a page that comes back from its memory.
  const address = () => page.evaluate(() => location.href).catch(() => '');
  const go = (steps: number) => goInHistory(page, steps);

  async function open(): Promise<void> {
    await page.click('#pay');
    await hosted().locator('#card').waitFor();
    await expect
      .poll(() => page.evaluate(() => (window as never as Shop).seen.some(([type]) => type === 'load')))
      .toBe(true);
  }
  const close = () => dialog().getByRole('button', { name: 'Close' }).first().click();

  /** The customer's next Back leads where it led before the checkout. */
  async function expectBackLeadsOut(): Promise<void> {
    await expect.poll(() => page.url()).toBe(`${harness.shop}/`);
    await expect.poll(() => page.evaluate(() => history.state)).toEqual({ route: 'cart' });
    expect(await page.evaluate(() => history.scrollRestoration)).toBe('auto');
    for (const state of await routed())
      expect(state, 'the router was sent elsewhere').toEqual({ route: 'cart' });
    await go(-1);
    await expect.poll(address).toBe(`${harness.hosted}/pay?s=before`);
  }

  it('closes the dialog, sends the router nowhere, and the next Back leaves', async () => {
    await open();
    await go(-1);
    await expect.poll(outcomes).toEqual([['close', 'closed']]);
    await expect.poll(() => dialog().count()).toBe(0);
    await expectBackLeadsOut();
  });

  it('closes a dialog whose page never came', async () => {
    harness.settings.hosted = 'hang';
    await page.click('#pay');
    // Drawn by the checkout, which has an entry in the history from then on.
    await dialog().getByRole('heading').waitFor();
    await go(-1);
    await expect.poll(outcomes).toEqual([['close', 'closed']]);
    await expectBackLeadsOut();
  });

  it('opens anew while the step back behind an error is still under way, and stays open', async () => {
    // A phone that is busy takes its time for a step.
    await page.evaluate(() => {
      for (const [owner, name] of [
        [History.prototype, 'back'],
        [(window as never as { Navigation?: typeof Navigation }).Navigation?.prototype, 'traverseTo'],
      ] as const) {
        const take = (owner as unknown as Record<string, (...args: unknown[]) => unknown>)?.[name];
        if (take === undefined) continue;
        Object.assign(owner as object, {
          [name](...args: unknown[]) {
            setTimeout(() => take.apply(this, args), 300);
            return {};
          },
        });
      }
    });
    harness.settings.refusals = [{ status: 500, body: '' }];
    await page.click('#pay');
    await dialog().getByText('could not be opened').waitFor();
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await hosted().locator('#card').waitFor();
    await go(-1);
    await expect.poll(outcomes).toEqual([
      ['error', 'session_create_failed'],
      ['close', 'closed'],
      ['close', 'closed'],
    ]);
    await expectBackLeadsOut();
  });

  it('leaves the scrolling of the shop as it is where a page may add no entries', async () => {
    await page.evaluate(() => {
      History.prototype.pushState = () => {
        throw new DOMException('', 'SecurityError');
      };
    });
    await open();
    expect(await page.evaluate(() => history.scrollRestoration)).toBe('auto');
    await close();
    await expect.poll(outcomes).toEqual([['close', 'closed']]);
    await expectBackLeadsOut();
  });

  it('asks back where a close does, as often as it is pressed', async () => {
    await open();
    await hosted().locator('#card').fill('4111');
    for (let press = 0; press < 2; press++) {
      await go(-1);
      await dialog().getByText('Leave without paying?').waitFor();
      await dialog().getByRole('button', { name: 'Keep paying' }).click();
      await expect.poll(() => dialog().locator('[part=notice]').count()).toBe(0);
    }
    expect(await hosted().locator('#card').inputValue()).toBe('4111');
    await go(-1);
    await dialog().getByRole('button', { name: 'Leave' }).click();
    await expect.poll(outcomes).toEqual([['close', 'closed']]);
    await expectBackLeadsOut();
  });

  it('L15 leaves no entry behind after a close, however far the customer went inside the frame', async () => {
    await open();
    for (const hops of [1, 2]) {
      await hosted().locator('#hop').click();
      await expect.poll(async () => harness.hostedCount).toBe(2 + hops);
      await hosted().locator('#card').waitFor();
    }
    // Back moves the frame first, and that is no close.
    await go(-1);
    await expect.poll(async () => harness.hostedCount).toBeGreaterThanOrEqual(4);
    expect(await outcomes()).toEqual([]);
    await close();
    await expect.poll(() => dialog().locator('[part=notice]').count()).toBe(1);
    await dialog().getByRole('button', { name: 'Leave' }).click();
    await expect.poll(outcomes).toEqual([['close', 'closed']]);
    await expectBackLeadsOut();
  });

  it('Forward after a close brings nothing, and another open works from there', async () => {
    await open();
    await close();
    await expect.poll(outcomes).toEqual([['close', 'closed']]);
    await go(1);
    await expect.poll(() => page.evaluate(() => history.state['hpp-checkout'])).toBe(true);
    expect(await dialog().count()).toBe(0);
    await open();
    await go(-1);
    await expect.poll(outcomes).toHaveLength(2);
    await expect.poll(() => page.evaluate(() => history.state)).toEqual({ route: 'cart' });
  });

  it('does not undo where the shop goes at `complete`', async () => {
    await page.evaluate(() =>
      document.addEventListener('hpp-checkout:complete', () =>
        history.pushState({ route: 'thanks' }, '', '/thanks'),
      ),
    );
    await open();
    harness.settings.status = { status: 'completed' };
    await hosted().locator('#pay').click();
    await expect.poll(outcomes).toEqual([
      ['complete', 'completed'],
      ['close', 'completed'],
    ]);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/thanks');
    await go(-1);
    await expect.poll(() => page.evaluate(() => history.state)).toEqual({ route: 'cart' });
    await go(-1);
    await expect.poll(address).toBe(`${harness.hosted}/pay?s=before`);
  });

  it('does not stop the shop from leaving the page at `fail`, and Back from there leads to the shop', async () => {
    await page.evaluate(() =>
      document.addEventListener('hpp-checkout:fail', () => {
        location.assign('/done');
        // The customer dismisses the dialog while the next page is on its way.
        const host = [...document.querySelectorAll('hpp-checkout-dialog')].at(-1);
        host?.shadowRoot?.querySelector<HTMLElement>('[part=close]')?.click();
      }),
    );
    await open();
    harness.settings.status = { status: 'failed' };
    await hosted().locator('#decline').click();
    await page.waitForURL('**/done');
  });

  it('dismisses a told outcome', async () => {
    await open();
    harness.settings.status = { status: 'failed' };
    await hosted().locator('#decline').click();
    await dialog().getByText('Payment not completed').waitFor();
    await expect.poll(outcomes).toEqual([['fail', 'failed']]);
    await go(-1);
    await expect.poll(outcomes).toEqual([
      ['fail', 'failed'],
      ['close', 'failed'],
    ]);
    await expectBackLeadsOut();
  });

  it('leads from the full page straight to the shop', async () => {
    await open();
    await dialog().getByRole('button', { name: 'Open in full page' }).first().click();
    await page.waitForURL(`${harness.hosted}/pay?s=s1*`);
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(engine === 'firefox' ? 4 : 5);
    await page.goBack();
    await expect.poll(address).toBe(`${harness.shop}/`);
  });

  it('takes its entry over after a reload, and gives it back when the checkout is resumed', async () => {
    await open();
    await page.reload();
    await open();
    await go(-1);
    await expect.poll(outcomes).toEqual([['close', 'closed']]);
    await open();
    await page.reload();
    harness.settings.status = { status: 'completed' };
    const result = await page.evaluate(() =>
      (window as never as { HppCheckout: Api }).HppCheckout.createCheckout({ session: '/session' }).resume(),
    );
    expect(result).toMatchObject({ outcome: 'completed' });
    await expectBackLeadsOut();
  });
});

interface Api {
  createCheckout(options: object): { resume(): Promise<unknown> };
}
