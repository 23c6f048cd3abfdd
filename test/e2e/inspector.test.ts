import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { axeOn } from '../support/axe.ts';
import { launch } from '../support/engines.ts';

let browser: Browser;
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  browser = await launch('chromium');
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => browser.close());

const CALLBACK = 'http://127.0.0.1:9/callback';

async function open(options: SandboxOptions = {}, hash = '') {
  const sandbox = createSandbox({
    seed: 1,
    clock: new Date('2030-01-15T12:00:00Z'),
    deliver: async () => ({ status: 200, text: async () => 'OK' }),
    ...options,
  });
  const { url } = await sandbox.listen();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  closers.push(sandbox.close, () => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`${url}/_sandbox${hash}`);
  return { page, sandbox, complaints };
}

const live = (page: Page) => expect.poll(() => page.textContent('[role=status]')).toBe('Live');
const rows = (page: Page) => page.locator('main tbody');
const view = (page: Page, name: string) => page.click(`nav button:has-text("${name}")`);
const pay = (sandbox: Sandbox, orderReference: string) =>
  sandbox.trigger({ event: 'processed', orderReference, callBackUrl: CALLBACK });

describe('the inspector in a browser', () => {
  it('shows a transaction while it happens, its notification, and resends it', async () => {
    const { page, sandbox, complaints } = await open();
    await live(page);
    pay(sandbox, 'Order-Live');
    await expect.poll(() => rows(page).first().innerText()).toContain('Order-Live');
    await expect.poll(() => rows(page).first().innerText()).toContain('processed');
    await sandbox.settle();
    await view(page, 'Notifications');
    await expect.poll(() => rows(page).first().innerText()).toContain('acknowledged');
    await page.click('main tbody button:has-text("Resend")');
    await expect.poll(() => sandbox.notifications.list()[0]?.attempts.length).toBe(2);
    await page.click('.opener');
    await expect.poll(() => page.locator('.detail tbody tr').count()).toBe(2);
    expect(complaints).toEqual([]);
  });

  it('moves, freezes and sets the clock', async () => {
    const { page, sandbox } = await open();
    await live(page);
    const start = sandbox.clock.now();
    await page.click('[aria-label="Advance by 2 minutes"]');
    await expect.poll(() => sandbox.clock.now() - start).toBe(120_000);
    await expect.poll(() => page.textContent('time')).toBe('2030-01-15 12:02:00 UTC');
    await page.fill('[aria-label="Advance by"]', '1h30m');
    await page.click('text=Advance >> nth=-1');
    await expect.poll(() => sandbox.clock.now() - start).toBe(5_520_000);
    await page.fill('input[name=time]', '2031-02-03T04:05:06');
    await page.click('button:text-is("Set")');
    await expect.poll(() => sandbox.clock.now()).toBe(Date.parse('2031-02-03T04:05:06Z'));
    await page.fill('[aria-label="Advance by"]', 'soon');
    await page.click('text=Advance >> nth=-1');
    await expect.poll(() => page.textContent('.problem')).toContain('"soon" is not a duration');
  });

  it('adds a fault, sees it strike, and removes it', async () => {
    const { page, sandbox } = await open();
    await live(page);
    await view(page, 'Faults');
    await page.selectOption('select[name=operation]', 'retrieve');
    await page.click('text=Add the fault');
    await expect
      .poll(() => sandbox.faults.list())
      .toMatchObject([{ do: 'status', status: 503, match: { operation: 'retrieve' }, hits: 0 }]);
    expect((await sandbox.fetch(`${sandbox.url}/api/transactions/retrieve?PspId=1`)).status).toBe(503);
    await expect.poll(() => rows(page).first().innerText()).toMatch(/503|1\s/);
    await page.click('button:has-text("Remove")');
    await expect.poll(() => sandbox.faults.list()).toEqual([]);
    await view(page, 'Requests');
    await expect.poll(() => rows(page).first().innerText()).toContain('503');
  });

  it('ends a transaction by a trigger, and resets after asking once more', async () => {
    const { page, sandbox } = await open();
    await live(page);
    const { pspId } = sandbox.trigger({
      event: 'processed',
      orderReference: 'Order-T',
      callBackUrl: CALLBACK,
    });
    await page.click('.opener');
    await page.click('.detail button:text-is("declined")');
    await expect.poll(() => page.textContent('.problem')).not.toBeNull();
    expect(sandbox.transactions.list()).toMatchObject([{ pspId, state: 'processed' }]);
    await page.click('button:text-is("Reset")');
    await page.click('button:text-is("Keep")');
    expect(sandbox.transactions.list()).toHaveLength(1);
    await page.click('button:text-is("Reset")');
    await page.click('button:text-is("Reset now")');
    await expect.poll(() => sandbox.transactions.list()).toEqual([]);
    await expect.poll(() => page.textContent('.empty')).toContain('No transaction yet');
  });

  it('T35 asks for the control token, takes it from the address too, and leaves it nowhere', async () => {
    const { page, sandbox } = await open({ control: { token: 'let-me-in' } });
    await expect.poll(() => page.textContent('[role=status]')).toBe('Locked');
    await page.fill('input[name=token]', 'let-me-in');
    await page.click('text=Unlock');
    await live(page);
    const other = await page.context().newPage();
    await other.goto(`${sandbox.url}/_sandbox#token=let-me-in`);
    await live(other);
    await expect.poll(() => other.url()).toBe(`${sandbox.url}/_sandbox`);
    expect(
      await other.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      ),
    ).toBe('[{},{},""]');
  });

  it.each([
    '<script>window.hit=1</script>',
    '<img src=x onerror=window.hit=1>',
    '"><svg/onload=window.hit=1>',
    "';window.hit=1//",
    '</pre></td></script><script>window.hit=1</script>',
    'javascript:window.hit=1',
  ])('T53 shows %s as text wherever a merchant or customer can put it', async (payload) => {
    const { page, sandbox, complaints } = await open({
      deliver: async () => ({ status: 500, text: async () => payload }),
      merchantName: payload,
    });
    await live(page);
    const orderReference = payload;
    sandbox.trigger({
      event: 'processed',
      orderReference,
      uniqueReference: `u ${payload}`,
      callBackUrl: CALLBACK,
    });
    sandbox.trigger({
      event: 'declined',
      orderReference: `no ${payload}`,
      callBackUrl: CALLBACK,
      errorMessage: payload,
    });
    sandbox.faults.add({ do: 'status', status: 500, body: payload, match: { orderReference: payload } });
    await sandbox.fetch(`${sandbox.url}/api/transactions/retrieve?PspId=${encodeURIComponent(payload)}`);
    await sandbox.settle();
    for (const name of [
      'Transactions',
      'Requests',
      'Notifications',
      'Card tokens',
      'Faults',
      'Events',
      'Profile',
    ]) {
      await view(page, name);
      for (const opener of await page.locator('.opener').all()) await opener.click();
      if (name === 'Transactions' || name === 'Events') {
        await expect.poll(() => page.innerText('main')).toContain(payload);
      }
      expect(
        await page.locator('main script, main img, main svg, main [onload], main [onerror]').count(),
      ).toBe(0);
    }
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);
    expect(complaints).toEqual([]);
  });

  it('has no finding of axe, light and dark', async () => {
    const { page, sandbox } = await open();
    await live(page);
    pay(sandbox, 'Order-A');
    await sandbox.settle();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const name of ['Transactions', 'Notifications', 'Faults', 'Profile']) {
        await view(page, name);
        const opener = page.locator('.opener[aria-expanded=false]').first();
        if ((await opener.count()) > 0) await opener.click();
        const rules = colorScheme === 'light' ? 'all' : 'colours';
        const { violations } = await axeOn(page, { rules }).analyze();
        const lines = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
        expect(lines, `${name}, ${colorScheme}`).toEqual([]);
      }
    }
  });
});
