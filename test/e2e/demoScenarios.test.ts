import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SCENARIO_IDS, type ScenarioId } from '../../demo/settings/scenarioIds.ts';
import { JOURNEYS, pressPay, shopIn, untilTimeline } from '../support/demoPlayground.ts';
import { launch } from '../support/engines.ts';
import { CARDS, inDialog, payByCard } from '../support/payer.ts';
import { type RunningDemo, startDemo } from '../support/startDemo.ts';

/*
 * The control room: every scenario by its deep link, driven as a sales person would.
 */
let folder: string;
let demo: RunningDemo;
let browser: Browser;
let page: Page;
let errors: string[] = [];
/** Opened before all tests, which take the time that its payment page lives. */
let expiring: Page;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'demo-'));
  [demo, browser] = await Promise.all([startDemo(folder), launch('chromium')]);
  expiring = await openPage();
  await openScenario(expiring, 'expires');
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  page = await openPage();
  errors = [];
});
afterEach(async () => {
  await page.context().close();
  expect(errors).toEqual([]);
});

async function openPage(): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const opened = await context.newPage();
  opened.on('pageerror', (error) => errors.push(error.message));
  return opened;
}

async function openScenario(at: Page, scenario: ScenarioId): Promise<void> {
  await at.goto(`${demo.shop}/?scenario=${scenario}`);
  await pressPay(at);
}

/** Types of the timeline that the scenario must have brought, beside those of every payment. */
const TOLD: Partial<Record<ScenarioId, readonly string[]>> = {
  paid: [
    'click',
    'session_created',
    'notification.acknowledged',
    'completed',
    'fulfilled',
    'complete',
    'close',
  ],
  declined: ['failed'],
  late: ['completed', 'notification_received'],
  doubled: ['notification.acknowledged', 'fulfilled'],
  lost: ['notification.dropped', 'completed', 'fulfilled'],
  down: ['fault.applied', 'session_not_opened', 'fulfilled'],
  bank: ['fulfilled'],
};

describe('each scenario by its deep link', () => {
  it.each(SCENARIO_IDS.filter((id) => id !== 'expires'))('%s', async (scenario) => {
    await openScenario(page, scenario);
    await JOURNEYS[scenario](page, inDialog(shopIn(page)));
    for (const type of TOLD[scenario] ?? []) await untilTimeline(page, type);
  });

  it('expires', () => JOURNEYS.expires(expiring, inDialog(shopIn(expiring))));

  it('delivers a doubled notification twice and ships once', async () => {
    await openScenario(page, 'doubled');
    await JOURNEYS.doubled(page, inDialog(shopIn(page)));
    await expect.poll(() => page.locator('[data-type="notification.acknowledged"]').count()).toBe(2);
    expect(await page.locator('[data-type="fulfilled"]').count()).toBe(1);
  });
});

describe('the controls', () => {
  const settings = () => new URL(page.url()).searchParams;

  it('follow a deep link with language and theme', async () => {
    await page.goto(`${demo.shop}/?scenario=3ds&lang=ar&theme=dark`);
    const root = shopIn(page).locator('html');
    await expect.poll(() => root.getAttribute('dir')).toBe('rtl');
    await expect.poll(() => root.getAttribute('data-theme')).toBe('dark');
    await page.getByRole('button', { name: '3-D Secure', pressed: true }).waitFor();
    await pressPay(page);
    await inDialog(shopIn(page)).locator('html[lang="ar"]').waitFor();
  });

  it('change language, colour, corners and presentation live, and put them into the address', async () => {
    await page.goto(`${demo.shop}/?room`);
    await page.getByRole('tab', { name: 'Look' }).click();
    await page.getByLabel('Language').selectOption('de');
    await shopIn(page).getByRole('heading', { name: 'Ihr Warenkorb' }).waitFor();
    await page.getByRole('button', { name: 'Violet' }).click();
    await page.getByLabel('Corners').fill('4');
    const pay = shopIn(page).locator('#pay');
    await expect
      .poll(() => pay.evaluate((link) => getComputedStyle(link).backgroundColor))
      .toBe('rgb(109, 63, 209)');
    await expect.poll(() => pay.evaluate((link) => getComputedStyle(link).borderRadius)).toBe('4px');
    await page.getByRole('button', { name: 'Inline' }).click();
    await expect
      .poll(() => Object.fromEntries(settings()))
      .toMatchObject({
        lang: 'de',
        accent: '#6d3fd1',
        radius: '4',
        presentation: 'inline',
      });
  });

  it('show the page inline in the shop', async () => {
    await page.goto(`${demo.shop}/?scenario=paid&presentation=inline`);
    await shopIn(page).getByRole('button', { name: /^Pay/ }).click();
    // The link for visitors without scripts has made way.
    expect(await shopIn(page).getByRole('link', { name: /^Pay/ }).count()).toBe(0);
    await shopIn(page)
      .locator('#pay iframe[title="Payment page"]')
      .contentFrame()
      .getByLabel('Card number')
      .waitFor();
  });

  it('send the customer to the full page and bring the shop back', async () => {
    await page.goto(`${demo.shop}/?scenario=paid&presentation=redirect`);
    await pressPay(page);
    await JOURNEYS.paid(page, shopIn(page));
  });

  it('offer a saved card once one was used', async () => {
    await page.goto(`${demo.shop}/?scenario=paid&cards=on`);
    await pressPay(page);
    await JOURNEYS.paid(page, inDialog(shopIn(page)));
    await shopIn(page).getByRole('button', { name: 'Fill a new basket' }).click();
    await pressPay(page);
    await inDialog(shopIn(page)).getByText(/4242/).first().waitFor();
  });

  it('show the code for what is on screen, and copy it', async () => {
    await page.goto(`${demo.shop}/?scenario=paid&theme=dark`);
    await page.getByRole('tab', { name: 'Code' }).click();
    for (const [tab, text] of [
      ['Script tag', 'data-theme="dark"'],
      ['npm', "theme: 'dark'"],
      ['React', 'theme="dark"'],
      ['Vue', 'theme="dark"'],
      ['Node', 'createCheckoutHandler'],
    ] as const) {
      await page.getByRole('button', { name: tab, exact: true }).click();
      await expect.poll(() => page.locator('.code pre').textContent()).toContain(text);
    }
    await page.getByRole('button', { name: 'Script tag' }).click();
    await page.locator('.code').getByRole('button', { name: 'Copy' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await page.locator('.code pre').textContent());
  });

  it.each(['modal', 'inline'])(
    'show a script tag that works as it is, pasted into a page (%s)',
    async (presentation) => {
      await page.goto(`${demo.shop}/?scenario=paid&accent=%236d3fd1&presentation=${presentation}`);
      await page.getByRole('tab', { name: 'Code' }).click();
      const code = await page.locator('.code pre').textContent();
      // A page of the shop's origin with nothing on it, and no policy of its own.
      await page.goto(`${demo.shop}/nothing-here`);
      await page.setContent(`<!doctype html><html lang="en"><body>${code}`);
      await page.waitForFunction(
        () => 'createCheckout' in ((globalThis as { HppCheckout?: object }).HppCheckout ?? {}),
      );
      await page.getByText('Pay €119.30').click();
      const frame =
        presentation === 'modal'
          ? inDialog(page)
          : page.frameLocator('[data-hpp-checkout] iframe[title="Payment page"]');
      await payByCard(frame, CARDS.paid);
      await page.getByText('Payment complete').first().waitFor();
    },
  );

  it('put the shop on a phone', async () => {
    await page.goto(`${demo.shop}/?room`);
    await page.getByRole('button', { name: 'Phone' }).click();
    await expect
      .poll(() =>
        shopIn(page)
          .locator('html')
          .evaluate(() => innerWidth),
      )
      .toBe(390);
  });

  it('lead through the tour, step by step', async () => {
    await page.goto(`${demo.shop}/?room`);
    await page.getByRole('button', { name: 'Tour' }).click();
    const tour = page.getByLabel('Guided tour');
    await tour.getByText('A shop like yours').waitFor();
    await tour.getByRole('button', { name: 'Next' }).click();
    await pressPay(page);
    await tour.getByText('Pay with a test card').waitFor();
    await JOURNEYS.paid(page, inDialog(shopIn(page)));
    await tour.getByText('What really happened').waitFor();
  });

  it('wait for the customer in the tour, though an earlier payment stands in the timeline', async () => {
    await page.goto(`${demo.shop}/?scenario=paid`);
    await pressPay(page);
    await JOURNEYS.paid(page, inDialog(shopIn(page)));
    await untilTimeline(page, 'complete');
    await page.getByRole('button', { name: 'Tour' }).click();
    const tour = page.getByLabel('Guided tour');
    await tour.getByRole('button', { name: 'Next' }).click();
    await tour.getByText('2 of 10').waitFor();
    await tour.getByRole('button', { name: 'Next' }).click();
    await tour.getByText('3 of 10').waitFor();
    await tour.getByRole('button', { name: 'Back' }).click();
    await tour.getByText('2 of 10').waitFor();
  });

  it('go on when the browser lets the address change no more', async () => {
    await page.addInitScript(() => {
      history.replaceState = () => {
        throw new DOMException('More than 100 times per 30 seconds', 'SecurityError');
      };
    });
    await page.goto(`${demo.shop}/?room`);
    await page.getByRole('tab', { name: 'Look' }).click();
    await page.getByRole('button', { name: 'Violet' }).click();
    await expect
      .poll(() =>
        shopIn(page)
          .locator('#pay')
          .evaluate((link) => getComputedStyle(link).backgroundColor),
      )
      .toBe('rgb(109, 63, 209)');
  });

  it('reset themselves once nobody is there', async () => {
    await page.clock.install();
    await page.goto(`${demo.shop}/?scenario=paid&lang=de`);
    await pressPay(page);
    await inDialog(shopIn(page)).getByLabel('Kartennummer').waitFor();
    await shopIn(page)
      .getByRole('button', { name: /Schließen|Close/ })
      .first()
      .click();
    await untilTimeline(page, 'close');
    await page.clock.fastForward(200_000);
    await shopIn(page).getByRole('heading', { name: 'Your basket' }).waitFor();
    await expect.poll(() => page.locator('.timeline li').count()).toBe(0);
  });

  it('fold away, and close for the shop alone', async () => {
    await page.goto(`${demo.shop}/?room`);
    await page.getByRole('button', { name: 'Fold the control room' }).click();
    await page.getByRole('button', { name: 'Control room' }).first().click();
    await page.getByRole('link', { name: 'Close: only the shop' }).click();
    await page.waitForURL(`${demo.shop}/shop?`);
    await page.goto(demo.shop);
    await page.locator('#pay').waitFor();
    expect(page.url()).toBe(`${demo.shop}/`);
    await page.getByRole('link', { name: 'Control room' }).click();
    await shopIn(page).locator('#pay').waitFor();
  });
});

it('is not open to another site: neither events nor actions', async () => {
  for (const [path, init] of [
    ['/demo/events', {}],
    ['/demo/action', { method: 'POST', body: '{}' }],
  ] as const) {
    const reply = await fetch(`${demo.merchant}${path}`, {
      ...init,
      headers: { origin: 'https://elsewhere.example' },
    });
    expect(reply.status).toBe(403);
    await reply.body?.cancel();
  }
});
