import { describe, expect } from 'vitest';
import type { Problem } from '../../src/protocol/page/problem.ts';
import { axeOn } from '../support/axe.ts';
import { engines, oneEngine } from '../support/engines.ts';
import { setUpShop } from '../support/setUpShop.ts';

/* What the widget says to whoever builds the shop, in a real browser: the console, and "Why?" in the dialog. */

const refusal = (test?: boolean): Problem => ({
  type: 'urn:hpp-checkout:problem:order_not_found',
  title: 'There is no such order to pay.',
  status: 404,
  code: 'order_not_found',
  ...(test !== undefined && { test }),
});

describe.each(engines)('for the developer, in %s', (engine) => {
  const { harness, visitShop } = setUpShop(engine);
  const test = oneEngine(engine);

  /** A visit whose console is kept: what we said, and nothing of the browser's own. */
  async function visit() {
    const visited = await visitShop();
    const said: string[] = [];
    visited.page.on('console', (message) => {
      if (message.text().includes('[hpp-checkout]')) said.push(message.text());
    });
    return { ...visited, said };
  }

  test('a refused session is one line in the console, and the same text behind "Why?", by keyboard', async () => {
    harness.settings.refusals = [refusal(true), refusal(true)];
    const { page, said, open, notice, crashes } = await visit();
    await open();
    await notice().waitFor();
    const why = page.getByRole('button', { name: 'Why?' });
    await why.waitFor();
    await expect.poll(() => said).toHaveLength(1);
    const asked = `POST ${harness.shop}/session from a page of ${harness.shop} was answered 404 order_not_found.`;
    expect(said[0]).toContain(`[hpp-checkout] session_create_failed: ${asked}`);
    expect(said[0]).toContain('resolveOrder of createCheckoutHandler returned null for the order "A-1".');
    expect(said[0]).toMatch(/troubleshooting#problem-order_not_found/);

    const text = page.getByText(asked);
    expect([await why.getAttribute('aria-expanded'), await text.isVisible()]).toEqual(['false', false]);
    await page.keyboard.press('Tab');
    await expect
      .poll(async () => {
        const isThere = await why.evaluate((button) => button.matches(':focus'));
        if (!isThere) await page.keyboard.press('Tab');
        return isThere;
      })
      .toBe(true);
    await page.keyboard.press('Enter');
    await text.waitFor();
    expect(await why.getAttribute('aria-expanded')).toBe('true');
    const { violations } = await axeOn(page).include('hpp-checkout-dialog').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);

    // A second refusal is the same mistake: the dialog has it again, the console does not.
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => harness.asked.length).toBe(2);
    await why.waitFor();
    expect(said).toHaveLength(1);
    expect(crashes).toEqual([]);
  });

  test('mistakes in the markup are said once, when the page of a test has loaded', async () => {
    harness.settings.body = `<a id="pay" data-hpp-checkout data-session="/session" data-order="A-1" data-succes-url="/done">Pay</a>`;
    const { page, said, loaded, dialog, hosted } = await visit();
    await loaded();
    const line =
      '[hpp-checkout] unknown_option: Unknown attribute "data-succes-url". Did you mean "data-success-url"?';
    await expect.poll(() => said.join('\n')).toContain(line);
    await dialog().getByRole('button', { name: 'Close' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.click('#pay');
    await hosted().locator('#card').waitFor();
    expect(said).toHaveLength(1);
  });

  test('a live shop says nothing: no line, no button, no file, paid or refused', async () => {
    harness.settings.test = false;
    harness.settings.body = `<a id="pay" data-hpp-checkout data-session="/session" data-order="A-1" data-succes-url="/done">Pay</a>`;
    harness.settings.refusals = [refusal(false)];
    const { page, said, open, notice, hosted, expectOutcomes } = await visit();
    const files: string[] = [];
    page.on('request', (request) => files.push(request.url()));
    await open();
    await notice().waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await hosted().locator('#card').fill('4242');
    harness.settings.status = { status: 'completed' };
    await hosted().locator('#pay').click();
    await expectOutcomes(
      ['error', 'session_create_failed'],
      ['close', 'closed'],
      ['complete', 'completed'],
      ['close', 'completed'],
    );
    expect(said).toEqual([]);
    expect(files.filter((url) => /diagnose|extras/.test(url))).toEqual([]);
    expect(await page.getByRole('button', { name: 'Why?' }).count()).toBe(0);
  });

  test('what is not the handler answers: a page in its place, and nothing at all', async () => {
    harness.settings.body = `<a id="pay" data-hpp-checkout data-session="/nowhere" data-order="A-1">Pay</a>`;
    const { page, said, open } = await visit();
    await open();
    await page.getByRole('button', { name: 'Why?' }).waitFor();
    expect(said.join('\n')).toContain('was answered 404, not by our handler.');
    await page.route('**/nowhere', (route) => route.abort());
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => said.join('\n')).toContain('Nothing answers at');
  });
});
