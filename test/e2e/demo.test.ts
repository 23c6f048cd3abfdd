import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch } from '../support/engines.ts';
import { CARDS, inDialog, payByCard } from '../support/payer.ts';
import { demoThatEnds, type RunningDemo, startDemo } from '../support/startDemo.ts';

/*
 * The README's first command: a person opens the shop and pays.
 */
let folder: string;
let demo: RunningDemo;
let browser: Browser;
let page: Page;
/** Opened before all tests, which take the time that it lives. */
let expiring: Page;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'demo-'));
  [demo, browser] = await Promise.all([startDemo(folder), launch('chromium')]);
  expiring = await browser.newPage();
  await expiring.goto(`${demo.shop}/shop?scenario=expires`);
  await pay(expiring);
  await inDialog(expiring).getByLabel('Card number').click();
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  page = await browser.newPage();
  await page.goto(demo.shop);
});
afterEach(() => page.context().close());

const pay = (at = page) => at.getByRole('link', { name: /^Pay/ }).click();
const result = () => page.locator('.result');
const outcome = async (name: string, timeout = 15_000) =>
  await page.locator(`.result[data-outcome="${name}"]`).waitFor({ timeout });

/** Loads the page again as one that keeps the basket and does not know how its checkout ended. */
async function reloadWithoutOutcome(): Promise<void> {
  await page.evaluate(() => {
    const saved = JSON.parse(sessionStorage.getItem('morrow-shop') ?? '{}');
    sessionStorage.setItem('morrow-shop', JSON.stringify({ ...saved, outcome: null }));
  });
  await page.reload();
}

describe('what is printed', () => {
  it('names the shop and the test cards', () => {
    expect(demo.printed()).toContain(demo.shop);
    for (const number of Object.values(CARDS)) expect(demo.printed()).toContain(number);
  });

  it('says which port is taken and what to do', async () => {
    const { port } = new URL(demo.gateway);
    const [first, second] = [port, String(Number(port) - 2)];
    for (const DEMO_PORT of [first, second]) {
      const { code, printed } = await demoThatEnds({ DEMO_PORT, DEMO_DATA: join(folder, 'other') });
      expect(code).toBe(1);
      expect(printed).toMatch(new RegExp(`Port ${port}, .*DEMO_PORT=`, 's'));
    }
  });

  it('refuses a port that is none', async () => {
    const { code, printed } = await demoThatEnds({ DEMO_PORT: 'ninety', DEMO_DATA: folder });
    expect(code).toBe(1);
    expect(printed).toContain('DEMO_PORT is "ninety"');
  });
});

describe('paying in the shop', () => {
  it('is completed with a test card, and shipped once', async () => {
    await pay();
    await payByCard(inDialog(page), CARDS.paid);
    await outcome('completed');
    const reference = /paid {5}(MORROW-\S+)/g;
    await expect.poll(() => [...demo.printed().matchAll(reference)].length).toBe(1);
  });

  it('tells of a decline and takes another card', async () => {
    await pay();
    await payByCard(inDialog(page), CARDS.declined);
    await inDialog(page)
      .getByText(/declined/i)
      .first()
      .waitFor();
    await payByCard(inDialog(page), CARDS.paid);
    await outcome('completed');
  });

  it('passes a 3DS challenge', async () => {
    await pay();
    await payByCard(inDialog(page), CARDS.challenge);
    await inDialog(page).getByRole('button', { name: 'Approve' }).click();
    await outcome('completed');
  });

  it('says "closed" when the dialog is closed half-way, and opens again', async () => {
    await pay();
    await inDialog(page).getByLabel('Card number').fill('4242');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await outcome('closed');
    await pay();
    await inDialog(page).getByLabel('Card number').waitFor();
  });

  it('lets the two minutes run out, here thirty seconds, and starts again', async () => {
    await expiring.getByRole('button', { name: 'Start again' }).click({ timeout: 45_000 });
    await inDialog(expiring).getByLabel('Card number').waitFor();
  });

  it('keeps what was paid over a reload: the order cannot be paid twice', async () => {
    await pay();
    await payByCard(inDialog(page), CARDS.paid);
    await outcome('completed');
    await page.reload();
    await outcome('completed');
    await expect.poll(() => result().textContent()).toContain('It is paid');
    await expect.poll(() => page.locator('#pay').isVisible()).toBe(false);
    await reloadWithoutOutcome();
    await pay();
    await outcome('completed');
  });

  it('brings the thanks into sight, with the focus, after a bank’s page on a phone; the basket is empty, after a reload too', async () => {
    const phone = await browser.newContext({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    const shop = await phone.newPage();
    await shop.goto(`${demo.shop}/shop?scenario=bank`);
    await pay(shop);
    await inDialog(shop).getByText(/^Bank/).first().click();
    await inDialog(shop).getByRole('button', { name: 'Continue to your bank' }).click();
    // The bank takes the whole window, and gives it back.
    await shop.getByRole('button', { name: 'Approve' }).click();
    const thanks = shop.locator('.thanks');
    await thanks.waitFor();
    await expect.poll(() => thanks.evaluate((element) => document.activeElement === element)).toBe(true);
    await expect
      .poll(() => thanks.evaluate((element) => element.getBoundingClientRect().top))
      .toBeLessThan(400);
    expect(await thanks.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(-1);
    for (const isReloaded of [false, true]) {
      if (isReloaded) await shop.reload();
      await thanks.getByText(/MORROW-/).waitFor();
      await shop.locator('.basket .empty').waitFor();
      expect(await shop.getByRole('link', { name: /^Pay/ }).count()).toBe(0);
    }
    await phone.close();
  });
});

describe('the basket', () => {
  const payText = () => page.locator('#pay').textContent();
  const add = (product: string) => page.getByRole('button', { name: `Add: ${product}` });

  it('is priced by the server at each change, fast clicks included, and keeps its price over a reload', async () => {
    await expect.poll(payText).toBe('Pay €119.30');
    let asked = 0;
    await page.route('**/quote?**', async (route) => {
      asked++;
      // The first answer comes after the second question.
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await add('Hand grinder').click();
    await add('Hand grinder').click();
    await expect.poll(payText).toBe('Pay €288.30');
    expect(asked).toBe(2);
    await expect.poll(() => page.getByLabel('Quantity: Hand grinder').textContent()).toBe('2');
    await page.getByRole('button', { name: 'One less: Hand grinder' }).click();
    await expect.poll(payText).toBe('Pay €203.80');
    await page.reload();
    await expect.poll(payText).toBe('Pay €203.80');
  });

  it('stays as it was, and says so, when the server gives no price', async () => {
    await page.route('**/quote?**', (route) => route.abort());
    await add('Hand grinder').click();
    await page.getByRole('alert').getByText('could not be loaded').waitFor();
    await expect.poll(payText).toBe('Pay €119.30');
    await page.unroute('**/quote?**');
    await add('Hand grinder').click();
    await expect.poll(payText).toBe('Pay €203.80');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });
});

it('lets no browser keep the answer that a file is missing', async () => {
  const reply = await fetch(`${demo.shop}/assets/not-built-yet.js`);
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([404, 'no-store']);
});

it('takes a payment without JavaScript: the link leads to the pay page, the hosted page and back to the shop', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  for (const presentation of ['inline', 'modal']) {
    await plain.goto(`${demo.shop}/?presentation=${presentation}`);
    await plain.getByRole('link', { name: /^Pay/ }).click();
    await plain.getByRole('button', { name: /^Pay/ }).waitFor();
  }
  await plain.getByRole('button', { name: /^Pay/ }).click();
  await payByCard(plain, CARDS.paid);
  await plain.waitForURL(`${demo.merchant}/**`);
  await plain
    .getByText(/complete/i)
    .first()
    .waitFor();
  await plain.getByRole('link').click();
  await plain.waitForURL(`${demo.shop}/**`);
  await context.close();
});

describe('stopping', () => {
  it('ends cleanly on Ctrl-C, and a restart knows what was paid', async () => {
    await pay();
    await payByCard(inDialog(page), CARDS.paid);
    await outcome('completed');
    const port = Number(new URL(demo.shop).port);
    expect(await demo.stop()).toBe(0);
    demo = await startDemo(folder, port);
    await reloadWithoutOutcome();
    await pay();
    await outcome('completed');
    expect(demo.printed()).not.toContain('ship it');
  });
});
