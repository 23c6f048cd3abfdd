import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SCENARIO_IDS, type ScenarioId } from '../../demo/settings/scenarioIds.ts';
import { JOURNEYS, pressPay, shopIn, untilOutcome, untilTimeline } from '../support/demoPlayground.ts';
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
  await inDialog(shopIn(expiring)).getByLabel('Card number').click();
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

/** Tries to drive a page that was opened for a customer, as the film drives its own. */
async function typeFromHere(): Promise<string> {
  const shop = document.querySelector('iframe')?.contentDocument ?? null;
  const found = [...(shop?.querySelectorAll('*') ?? [])].flatMap((element) => {
    const frame = element.shadowRoot?.querySelector('iframe');
    return frame?.contentWindow ? [frame.contentWindow] : [];
  });
  if (found.length === 0) return 'no page';
  const answered = new Promise<string>((resolve) => {
    window.addEventListener('message', ({ data }) => data?.ns === 'hpp-sandbox' && resolve(data.type));
  });
  for (const frame of found)
    frame.postMessage({ ns: 'hpp-sandbox', type: 'find', id: 1, place: 'number' }, '*');
  const silence = new Promise<string>((resolve) => setTimeout(resolve, 300, 'no answer'));
  return await Promise.race([answered, silence]);
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

/*
 * The control room kills the process of the shop's server, with SIGKILL, when the bank has taken the money and before anybody has told the shop.
 */
it('F41 ships once what was paid while the shop’s server was killed, and tells so on the scoreboard', async () => {
  const NAMES = ['paid', 'shipped', 'lost', 'doubled'];
  const counts = async () => {
    const texts = NAMES.map((name) => page.locator(`.score [data-count="${name}"] dd`).textContent());
    return (await Promise.all(texts)).map(Number);
  };
  await page.goto(`${demo.shop}/?scenario=paid`);
  await expect.poll(counts).not.toContain(Number.NaN);
  const [paid = 0, shipped = 0, lost = 0, doubled = 0] = await counts();
  await page.getByRole('button', { name: 'Pull the plug' }).click();
  await page.getByText('Now pay.').waitFor();
  await pressPay(page);
  await payByCard(inDialog(shopIn(page)), CARDS.paid);
  for (const type of ['killed', 'restarted', 'fulfilled']) await untilTimeline(page, type);
  await untilOutcome(page, 'completed');
  await page.getByText('shipped once').waitFor();
  const [killed, back] = await page
    .locator('.timeline :is([data-type="killed"], [data-type="restarted"]) .text')
    .evaluateAll((texts) => texts.map(({ textContent }) => /process (\d+)/.exec(textContent ?? '')?.[1]));
  expect(killed).toMatch(/^\d+$/);
  expect(back).toMatch(/^\d+$/);
  expect(back).not.toBe(killed);
  expect(() => process.kill(Number(killed), 0)).toThrow('ESRCH');
  await expect.poll(counts).toEqual([paid + 1, shipped + 1, lost, doubled]);
  const order = await shopIn(page).locator('.order-reference').textContent();
  const reference = /MORROW-\S+/.exec(order ?? '')?.[0] ?? 'none';
  expect(demo.printed().split(`paid     ${reference} `)).toHaveLength(2);
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

  it('make it somebody’s own shop: name, logo and colour on shop, dialog, payment page and in a link', async () => {
    await page.goto(`${demo.shop}/?room`);
    await page.getByRole('tab', { name: 'Your shop' }).click();
    await page.getByLabel('Name', { exact: true }).pressSequentially('Nordlicht & Co');
    await page.getByLabel('Colour', { exact: true }).fill('gold');
    await page.getByLabel('Colour', { exact: true }).press('Enter');
    const shop = page.frameLocator('iframe[title="Nordlicht & Co, the shop"]');
    const logo = page.getByLabel('Logo', { exact: true });
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>parent.hacked=1</script></svg>';
    await logo.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
    await expect
      .poll(() => shop.locator('.logo-file').evaluate((image) => (image as HTMLImageElement).complete))
      .toBe(true);
    // Larger than the dialog takes: it is drawn anew.
    const large = await page.screenshot();
    expect(large.length).toBeGreaterThan(65_536);
    const { src } = await shop
      .locator('.logo-file')
      .evaluate((image) => ({ src: image.getAttribute('src') }));
    await logo.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: large });
    await expect.poll(() => shop.locator('.logo-file').getAttribute('src')).not.toBe(src);
    await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<html>') });
    await page.getByText('That is no PNG, JPEG, WebP or SVG.').waitFor();
    const look = (link: Element) => {
      const { backgroundColor, color } = getComputedStyle(link);
      return `${color} on ${backgroundColor}`;
    };
    const gold = 'rgb(17, 17, 17) on rgb(255, 215, 0)';
    await expect.poll(() => shop.locator('#pay').evaluate(look)).toBe(gold);
    await shop.locator('#pay').click();
    await shop.getByRole('dialog').getByText('Nordlicht & Co').first().waitFor();
    await shop.locator('.mark img').waitFor();
    const hosted = inDialog(shop);
    await hosted.getByText('Nordlicht & Co').first().waitFor({ state: 'attached' });
    expect(await hosted.locator('.card-form .pay').evaluate(look)).toBe(gold);

    const other = await openPage();
    await other.goto(page.url());
    const shared = other.frameLocator('iframe[title="Nordlicht & Co, the shop"]');
    await shared.locator('.logo-file').waitFor();
    await expect.poll(() => shared.locator('#pay').evaluate(look)).toBe(gold);
    await other.getByRole('tab', { name: 'Your shop' }).click();
    await other.getByRole('button', { name: 'Back to Morrow' }).click();
    await shopIn(other).getByText('tools for a slow coffee').waitFor();
    expect(other.url()).not.toMatch(/name=|logo=|accent=/);
    await other.context().close();
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
      const link = page.locator('a[data-hpp-checkout]');
      if (presentation === 'modal') {
        const address = await link.evaluate((element) => (element as HTMLAnchorElement).href);
        expect((await fetch(address)).status).toBe(200);
      }
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
    await page.getByRole('button', { name: 'Phone', exact: true }).click();
    await expect
      .poll(() =>
        shopIn(page)
          .locator('html')
          .evaluate(() => innerWidth),
      )
      .toBe(390);
  });

  it('play the tour as a film: it pays three times by itself, one press a step', async () => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    page = await context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    // The checkout's script comes later than the shop: until then the Pay link leads away, and the film waits.
    await page.route('**/hpp-checkout.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await page.goto(`${demo.shop}/?room&theme=light`);
    await page.getByRole('button', { name: 'Tour' }).click();
    const tour = page.getByLabel('Guided tour');
    const caption = (text: string) => tour.getByRole('heading', { name: text }).waitFor();
    const next = () => tour.getByRole('button', { name: 'Next' }).click();
    // A visitor who wants no motion says when it goes on.
    await caption('This is a shop like yours');
    await tour.getByRole('button', { name: 'Play' }).waitFor();
    await next();
    await caption('Pay opens the provider’s page');
    expect(await tour.textContent()).not.toContain('POST');
    await tour.getByLabel('Show the wire').check();
    await tour.getByText('POST /session').waitFor();
    await next();
    await caption('The card is typed');
    await next();
    await caption('Paid.');
    expect(await inDialog(shopIn(page)).getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
    await next();
    await caption('Your server knows it');
    await untilOutcome(page, 'completed');
    await next();
    await caption('Now the worst moment');
    await next();
    await caption('It comes back');
    await next();
    await caption('When the bank asks');
    await next();
    await caption('Your name and your colour');
    await next();
    await caption('It speaks your customers’ languages');
    const branded = page.frameLocator('iframe[title="Nordlicht, the shop"]');
    await branded.locator('html[lang="ar"]').waitFor();
    await next();
    await caption('this is all the code');
    await page.locator('.code pre').waitFor();
    await tour.getByRole('button', { name: 'Back' }).click();
    await caption('Your name and your colour');
    await page.keyboard.press('Escape');
    await tour.waitFor({ state: 'detached' });
    // What was chosen before is there again.
    await expect.poll(() => Object.fromEntries(settings())).toEqual({ room: '', theme: 'light' });
    await context.close();
  });

  it('show the payment page in the language that the film has just chosen', async () => {
    await page.goto(`${demo.shop}/?room`);
    await page.getByRole('button', { name: 'Tour' }).click();
    const tour = page.getByLabel('Guided tour');
    for (let step = 1; step < 10; step++) {
      await tour.getByText(`${step} of 11`).waitFor();
      await tour.getByRole('button', { name: 'Next' }).click();
    }
    await tour.getByRole('heading', { name: 'It speaks your customers’ languages' }).waitFor();
    const branded = page.frameLocator('iframe[title="Nordlicht, the shop"]');
    await inDialog(branded).locator('html[lang="ar"]').waitFor();
    await tour.getByRole('button', { name: 'End the tour' }).click();
  });

  it('stop the film by key and by hand, in the shop and on the payment page, and take no steps from anybody else', async () => {
    await page.goto(`${demo.shop}/?scenario=paid`);
    await page.getByRole('button', { name: 'Tour' }).click();
    const tour = page.getByLabel('Guided tour');
    const playing = tour.getByRole('button', { name: 'Pause' });
    const paused = tour.getByRole('button', { name: 'Play' });
    await playing.waitFor();
    await page.locator('.tour h2').click();
    await page.keyboard.press('Space');
    await paused.waitFor();
    await page.keyboard.press('Space');
    await playing.waitFor();
    await shopIn(page).getByRole('heading', { name: 'Your basket' }).click();
    await paused.waitFor();
    await tour.getByRole('button', { name: 'Next' }).click();
    await tour.getByText('2 of 11').waitFor();
    await page.keyboard.press('ArrowRight');
    const number = inDialog(shopIn(page)).getByLabel('Card number');
    await number.waitFor();
    await tour.getByText('3 of 11').waitFor();
    await paused.click();
    await playing.waitFor();
    await number.click();
    await paused.waitFor();
    await page.keyboard.press('Escape');
    await tour.waitFor({ state: 'detached' });
    await page.reload();
    await pressPay(page);
    await number.waitFor();
    expect(await page.evaluate(typeFromHere)).toBe('no answer');
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
