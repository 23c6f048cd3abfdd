import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HostedPayment, OpenResult, PageTheme } from '../../src/sandbox/hostedPage/hostedPageService.ts';
import { LOCALES } from '../../src/sandbox/page/texts/locale.ts';
import { fakeHostedPageService } from '../sandbox/page/fakeHostedPageService.ts';
import { servePage } from '../sandbox/page/servePage.ts';
import { axeOn } from '../support/axe.ts';
import { launch } from '../support/engines.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch('chromium');
});
afterAll(() => browser.close());

const THEMES: readonly PageTheme[] = ['classic', 'paper'];
const ALL = ['card', 'bank', 'wallet', 'voucher'] as const;
const SAVED = {
  id: 's1',
  maskedNumber: '424242******4242',
  brand: 'Visa',
  expiry: '09/2029',
  holderName: 'Ada',
};

interface State {
  over?: Partial<HostedPayment>;
  opened?: OpenResult;
  act?: (page: Page) => Promise<unknown>;
}

async function payWith(page: Page, number: string) {
  await page.fill('#number', number);
  await page.fill('#expiry', '09/30');
  await page.fill('#securityCode', '123');
  await page.click('.pay >> nth=0');
}

const STATES: Readonly<Record<string, State>> = {
  form: { over: { methods: ALL }, act: (page) => page.click('.test-cards > summary') },
  'saved cards': { over: { savedCards: [SAVED] } },
  'fixed holder name': { over: { holderNameEditable: false } },
  'field errors': { act: (page) => payWith(page, '4242') },
  refused: {
    act: async (page) => {
      await payWith(page, '4000000000000002');
      await page.waitForSelector('[role=alert]');
    },
  },
  '3DS': {
    act: async (page) => {
      await payWith(page, '4000000000003220');
      await page.waitForURL('**/approval/**');
    },
  },
  bank: { over: { methods: ALL }, act: (page) => page.click('summary:text-matches("^Bank")') },
  'bank’s page': {
    over: { methods: ['bank'] },
    act: (page) => Promise.all([page.waitForURL('**/approval/**'), page.click('.pay')]),
  },
  'wallet’s page': {
    over: { methods: ['wallet'] },
    act: (page) => Promise.all([page.waitForURL('**/approval/**'), page.click('.pay')]),
  },
  expired: { opened: { kind: 'expired', language: 'en', theme: 'classic', frameAncestors: ['*'] } },
  unknown: { opened: { kind: 'unknown' } },
};

async function inState(
  state: State,
  over: Partial<HostedPayment>,
  options: BrowserContextOptions,
  check: (page: Page) => Promise<void>,
) {
  const hostedPage = fakeHostedPageService({ ...state.over, ...over });
  if (state.opened) hostedPage.set(state.opened);
  const server = await servePage(hostedPage);
  const context = await browser.newContext({
    viewport: { width: 480, height: 640 },
    reducedMotion: 'reduce',
    ...options,
  });
  try {
    const page = await context.newPage();
    await page.goto(`${server.origin}/hpp/tok1`);
    await state.act?.(page);
    await check(page);
  } finally {
    await context.close();
    await server.close();
  }
}

/** What axe finds, as lines that say where. */
async function findings(page: Page, rules: 'all' | 'colours'): Promise<string[]> {
  const { violations } = await axeOn(page, { rules }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** Nothing has to be scrolled sideways, as wide as a page is at 400 % zoom. */
async function expectToFit(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
}

describe('a state of the page', () => {
  it.each(Object.entries(STATES))(
    '%s: axe has no finding in every theme, light and dark, and it fits 320 pixels',
    async (_, state) => {
      await inState(state, {}, {}, async (page) => {
        expect(await findings(page, 'all')).toEqual([]);
        for (const theme of THEMES) {
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            await page.evaluate((name) => {
              document.documentElement.dataset.theme = name;
            }, theme);
            expect(await findings(page, 'colours'), `${theme} ${colorScheme}`).toEqual([]);
          }
        }
        await expectToFit(page);
      });
    },
  );
});

describe('room', () => {
  it.each(Object.keys(LOCALES))(
    'the form fits 320 pixels in %s, with long names and sums',
    async (language) => {
      const merchantName = 'Donaudampfschifffahrtsgesellschaftskapitänsbuchladen';
      const over = {
        language,
        merchantName,
        amount: '123456789.99',
        orderReference: 'X'.repeat(80),
        problem: 'No. '.repeat(30),
      };
      await inState({ over: { methods: ALL } }, over, {}, expectToFit);
    },
  );
});

describe('from right to left', () => {
  it('N5 mirrors the page and leaves the card number as it is on the card', async () => {
    await inState(STATES.form as State, { language: 'ar', methods: ['card'] }, {}, async (page) => {
      const box = async (selector: string) => {
        const found = await page.locator(selector).boundingBox();
        if (found === null) throw new Error(`${selector} is not shown.`);
        return found;
      };
      expect((await box('#securityCode')).x).toBeLessThan((await box('#expiry')).x);
      const amount = await box('.amount bdi');
      expect(amount.x + amount.width).toBeGreaterThan(440);
      await page.locator('#number').pressSequentially('4242424242424242');
      await expect.poll(() => page.inputValue('#number')).toBe('4242 4242 4242 4242');
      expect(await page.locator('#number').evaluate((input) => getComputedStyle(input).direction)).toBe(
        'ltr',
      );
    });
  });

  it('N5 takes Arabic-Indic digits', async () => {
    await inState({}, { language: 'ar' }, {}, async (page) => {
      await page.locator('#number').pressSequentially('٤٢٤٢٤٢');
      await expect.poll(() => page.inputValue('#number')).toBe('4242 42');
    });
  });
});
