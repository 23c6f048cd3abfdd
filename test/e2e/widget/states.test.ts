import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../../src/view/language/loadTexts.ts';
import { english, fill, type Texts } from '../../../src/view/language/texts.ts';
import { axeOn } from '../../support/axe.ts';
import { launch } from '../../support/engines.ts';
import { USED_PAGE_LIFE_MS } from '../../support/shortLivedPages.ts';
import { size } from '../../support/size.ts';
import { createWidgetHarness, sessionOf, type WidgetHarness } from '../../support/widgetHarness.ts';

/*
 * Every state of the checkout, a row each: what is seen, what is announced, where the focus is, and a way on that works by
 * keyboard. In each of them axe is run in light and dark, and the dialog is measured on a small screen, with text twice as
 * large, in forced colours and for a customer who wants less motion. From left to right and from right to left.
 */

/** As small as a desktop's window gets at 200 % zoom. */
const SCREEN = { width: 640, height: 360 };
/** A desktop of 1280 pixels at 400 % zoom (WCAG 1.4.10), and phones on their side. */
const LOW_SCREENS = [
  { width: 320, height: 200 },
  { width: 320, height: 256 },
  { width: 568, height: 320 },
  SCREEN,
];
const LONG = 60_000;

interface Fixture {
  page: Page;
  harness: WidgetHarness;
  dialog: Locator;
  /** Presses Pay. */
  open(): Promise<void>;
  /** The same, until the hosted page is in use. */
  loaded(): Promise<void>;
  press(name: keyof Texts): Promise<void>;
  pressInPage(id: string): Promise<void>;
  /** The customer goes into the page: one that nobody has used is replaced without a word. */
  usePage(): Promise<void>;
  sees(text: keyof Texts): Promise<unknown>;
}

interface State {
  /** Beside the session. */
  options?: object;
  reach: (fixture: Fixture) => Promise<unknown>;
  /** What stands there; a notice's title, where there is one. */
  shows: keyof Texts | null;
  /** What the live region says; a notice takes the focus and speaks for itself. */
  announces?: keyof Texts;
  /** Where the focus is: on the notice, on the close button, on the Pay button. */
  focus: 'notice' | 'x' | 'pay';
  /** The button or link that leads on, and what shows then: another state's text, the page, or nothing of ours. */
  on: [name: keyof Texts, to: keyof Texts | 'the page' | 'the full page' | 'closed'] | null;
}

const soon = { slow: 150 };
/** A row of the docs' tables of endings and troubles names its state here (`view/endings.test.ts`). */
const STATES: Record<string, State> = {
  idle: { reach: async () => {}, shows: null, focus: 'pay', on: ['pay', 'the page'] },
  warm: {
    options: { warm: 'connect' },
    reach: async ({ page, harness }) => {
      await page.hover('#here button');
      await page.locator(`iframe[src^="${harness.hosted}"]`).waitFor({ state: 'attached' });
    },
    shows: null,
    focus: 'pay',
    on: ['pay', 'the page'],
  },
  creating: {
    reach: async ({ page, open, sees }) => {
      await page.route('**/session', () => {});
      await open();
      await sees('opening');
    },
    shows: 'opening',
    announces: 'opening',
    focus: 'x',
    on: ['close', 'closed'],
  },
  'creating, an earlier payment is looked into': {
    reach: async ({ harness, open }) => {
      harness.settings.refusals = [
        { type: 'about:blank', title: 'Wait', status: 409, code: 'session_in_progress', retryAfterMs: LONG },
      ];
      await open();
    },
    shows: 'earlierPayment',
    announces: 'earlierPayment',
    focus: 'x',
    on: ['close', 'closed'],
  },
  loading: {
    reach: async ({ page, harness, open }) => {
      harness.settings.hosted = 'hang';
      await open();
      await page.locator('iframe[part=frame]').waitFor();
    },
    shows: 'opening',
    announces: 'opening',
    focus: 'x',
    on: ['close', 'closed'],
  },
  slow: {
    options: { timeouts: soon },
    reach: async ({ harness, open }) => {
      harness.settings.hosted = 'hang';
      await open();
    },
    shows: 'slow',
    announces: 'opening',
    focus: 'x',
    on: ['fullPage', 'the full page'],
  },
  paying: {
    reach: ({ loaded }) => loaded(),
    shows: 'fullPage',
    announces: 'ready',
    focus: 'x',
    on: ['fullPage', 'the full page'],
  },
  expiring: {
    reach: async ({ harness, loaded }) => {
      harness.settings.expiresInMs = 29_500;
      await loaded();
    },
    shows: 'timeLeft',
    announces: 'timeLeft',
    focus: 'x',
    on: ['close', 'closed'],
  },
  offline: {
    options: { timeouts: { closeStatus: 100 } },
    reach: async ({ page, loaded }) => {
      await loaded();
      await page.context().setOffline(true);
    },
    shows: 'offline',
    announces: 'offline',
    focus: 'x',
    on: ['close', 'closed'],
  },
  blocked: {
    reach: async ({ page, harness, open }) => {
      harness.settings.headers = { 'content-security-policy': "frame-src 'self'" };
      await page.reload();
      await open();
    },
    shows: 'blocked',
    focus: 'notice',
    on: ['fullPage', 'the full page'],
  },
  'paid in another tab': {
    reach: async ({ page, loaded }) => {
      await loaded();
      const session = sessionOf(1);
      await page.evaluate((id) => new BroadcastChannel('hpp-checkout').postMessage(`here ${id}`), session);
    },
    shows: 'otherTab',
    focus: 'notice',
    on: ['payHere', 'the page'],
  },
  'asked whether they mean to leave': {
    options: { confirmClose: 'always' },
    reach: async ({ loaded, press }) => {
      await loaded();
      await press('close');
    },
    shows: 'confirmClose',
    focus: 'notice',
    on: ['stay', 'the page'],
  },
  leaving: {
    options: { timeouts: { closeStatus: LONG } },
    reach: async ({ page, loaded, press }) => {
      await loaded();
      await page.route('**/session/*', () => {});
      await press('close');
    },
    shows: 'closing',
    focus: 'notice',
    // Three seconds, as it comes.
    on: null,
  },
  expired: {
    options: { timeouts: { renewBefore: 0 } },
    reach: async ({ harness, loaded, usePage, sees }) => {
      harness.settings.expiresInMs = USED_PAGE_LIFE_MS;
      await loaded();
      await usePage();
      await sees('expired');
      harness.settings.expiresInMs = 120_000;
    },
    shows: 'expired',
    focus: 'notice',
    on: ['startAgain', 'the page'],
  },
  'expired, the customer goes on': {
    options: { timeouts: { renewBefore: 0 } },
    reach: (fixture) => STATES.expired?.reach(fixture) as Promise<unknown>,
    shows: 'expired',
    focus: 'notice',
    on: ['stay', 'the page'],
  },
  'expired for certain': {
    reach: async ({ page, harness, loaded, usePage }) => {
      await loaded();
      await usePage();
      harness.settings.status = { status: 'expired' };
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
    },
    shows: 'expired',
    focus: 'notice',
    on: ['startAgain', 'the page'],
  },
  renewing: {
    options: { timeouts: { renewBefore: 0 } },
    reach: async (fixture) => {
      await STATES.expired?.reach(fixture);
      await fixture.page.route('**/session', () => {});
      await fixture.press('startAgain');
    },
    shows: 'renewing',
    focus: 'notice',
    on: ['stay', 'the page'],
  },
  confirming: {
    options: { timeouts: { confirm: LONG } },
    reach: async ({ loaded, pressInPage }) => {
      await loaded();
      await pressInPage('pay');
    },
    shows: 'confirming',
    focus: 'notice',
    on: ['close', 'pending'],
  },
  'still confirming': {
    options: { timeouts: { confirm: LONG, ...soon } },
    reach: async (fixture) => {
      await STATES.confirming?.reach(fixture);
      await fixture.sees('stillConfirming');
    },
    shows: 'confirming',
    focus: 'notice',
    on: ['close', 'pending'],
  },
  completed: {
    options: { timeouts: { successMessage: LONG } },
    reach: async ({ harness, loaded, pressInPage }) => {
      await loaded();
      harness.settings.status = { status: 'completed', orderReference: 'A-1' };
      await pressInPage('pay');
    },
    shows: 'completed',
    focus: 'notice',
    on: ['continue', 'closed'],
  },
  failed: {
    reach: async ({ harness, loaded, pressInPage, sees }) => {
      await loaded();
      harness.settings.status = { status: 'failed' };
      await pressInPage('decline');
      await sees('failed');
      harness.settings.status = { status: 'open' };
    },
    shows: 'failed',
    focus: 'notice',
    on: ['tryAgain', 'the page'],
  },
  declined: {
    reach: async ({ harness, loaded, pressInPage, sees }) => {
      await loaded();
      harness.settings.status = { status: 'failed', reason: 'declined' };
      await pressInPage('decline');
      await sees('declined');
      harness.settings.status = { status: 'open' };
    },
    shows: 'declined',
    focus: 'notice',
    on: ['tryAgain', 'the page'],
  },
  cancelled: {
    reach: async ({ harness, loaded, pressInPage, sees }) => {
      await loaded();
      harness.settings.status = { status: 'failed', reason: 'cancelled' };
      await pressInPage('decline');
      await sees('cancelled');
      harness.settings.status = { status: 'open' };
    },
    shows: 'cancelled',
    focus: 'notice',
    on: ['tryAgain', 'the page'],
  },
  pending: {
    options: { timeouts: { confirm: 100 } },
    reach: async ({ harness, loaded, pressInPage }) => {
      await loaded();
      harness.settings.status = { status: 'pending' };
      await pressInPage('pay');
    },
    shows: 'pending',
    focus: 'notice',
    on: ['close', 'closed'],
  },
  'pending, the money comes later': {
    reach: async ({ harness, loaded, pressInPage }) => {
      await loaded();
      harness.settings.status = { status: 'pending', reason: 'processing' };
      await pressInPage('pay');
    },
    shows: 'processingText',
    focus: 'notice',
    on: ['close', 'closed'],
  },
  'could not be opened': {
    reach: async ({ harness, open }) => {
      harness.settings.refusals = [{ status: 500, body: '' }];
      await open();
    },
    shows: 'error',
    focus: 'notice',
    on: ['tryAgain', 'the page'],
  },
  'could not be opened, offline': {
    options: { warm: 'connect' },
    reach: async ({ page, open }) => {
      // The dialog is here already, as after a look at the button.
      await page.hover('#here button');
      await page.waitForFunction(() => 'HppCheckoutDialog' in window);
      await page.context().setOffline(true);
      await open();
    },
    shows: 'offlineText',
    focus: 'notice',
    on: ['close', 'closed'],
  },
  'configuration error': {
    reach: async ({ harness, open }) => {
      harness.settings.redirectUrl = 'javascript:alert(1)';
      await open();
    },
    shows: 'refusedText',
    focus: 'notice',
    on: ['close', 'closed'],
  },
  closed: {
    reach: async ({ loaded, press, dialog }) => {
      await loaded();
      await press('close');
      await dialog.waitFor({ state: 'detached' });
    },
    shows: null,
    focus: 'pay',
    on: ['pay', 'the page'],
  },
};

const harness = createWidgetHarness();
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [browser] = await Promise.all([launch('chromium'), harness.open()]);
  context = await browser.newContext({ viewport: SCREEN, deviceScaleFactor: 2 });
});
afterAll(async () => {
  await browser?.close();
  await harness.close();
});
// A new page for each state: an old one may still be on its way back in its history when the next state begins.
beforeEach(async () => {
  page = await context.newPage();
});
afterEach(async () => {
  await page.close();
  await context.setOffline(false);
  harness.reset();
});

const PROVES = 'WCAG 1.3.1 1.4.1 1.4.3 1.4.4 2.1.1 2.2.2 2.4.3 2.4.6 2.5.3 2.5.8 3.3.1 3.3.3 4.1.2 4.1.3';

describe.each(['en', 'ar'])(`each state, in %s (${PROVES})`, (lang) => {
  let texts: Texts;
  beforeAll(async () => {
    texts = lang === 'en' ? english : await loadTexts(lang, () => Promise.reject(new Error('bundled')));
  });

  it.each(Object.entries(STATES))('%s', async (_name, state) => {
    const fixture = await arrive(state.options, texts, lang);
    await state.reach(fixture);
    const { dialog } = fixture;
    if (state.shows === null) await expect.poll(() => dialog.count()).toBe(0);
    else await fixture.sees(state.shows);

    await expect.poll(focusAt).toBe(state.focus);
    if (state.focus === 'notice')
      await expect.poll(() => nameOfNotice()).toBe(await dialog.locator('h3').textContent());
    if (state.shows !== null) {
      const spoken = state.announces === undefined ? '' : inWords(texts, state.announces);
      await expect.poll(() => dialog.getByRole('status').textContent()).toMatch(spoken);
    }

    // The same elements and colours in either direction: `npm test` asks axe once.
    for (const colorScheme of lang === 'en' ? (['light', 'dark'] as const) : size([], ['dark'] as const)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const rules = lang === 'en' && colorScheme === 'dark' ? 'colours' : 'wcag22';
      expect(await complaints(state.shows !== null, rules), colorScheme).toEqual([]);
    }
    await expectToFit();
    if (state.focus === 'notice') await expectButtonsInSight();
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'active' });
    expect(await withoutEdge(), 'without an edge in forced colours').toEqual([]);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'none' });

    if (state.on === null) return;
    const [name, to] = state.on;
    harness.settings.hosted = 'pay';
    await takeByKeyboard(texts[name]);
    if (to === 'the full page') await page.waitForURL(`${harness.hosted}/pay?*`);
    else if (to === 'closed') {
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(focusAt).toBe('pay');
    } else if (to === 'the page') {
      await page.frameLocator('iframe[part=frame][title]').locator('#card').waitFor();
      await expect.poll(() => dialog.locator('[part=notice]').count()).toBe(0);
      // The frame came or came back, and the focus has not fallen out of the dialog.
      await expect.poll(focusAt).toBe('x');
    } else await fixture.sees(to as keyof Texts);
  });
});

/** A customer at the shop, with the focus on our button. */
async function arrive(options: object | undefined, texts: Texts, lang: string): Promise<Fixture> {
  const given = {
    session: '/session',
    warm: 'off',
    gatewayOrigins: harness.hosted,
    locale: lang,
    ...options,
  };
  harness.settings.body = `<div id="here"></div><script nonce="n">
    document.documentElement.lang = '${lang}';
    HppCheckout.createCheckout(${JSON.stringify(given)}).mount('#here');
  </script>`;
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'none' });
  await page.goto(harness.shop);
  const pay = page.locator('#here').getByRole('button', { name: texts.pay, exact: true });
  await pay.focus();
  const dialog = page.locator('dialog[open]');
  const fixture: Fixture = {
    page,
    harness,
    dialog,
    async open() {
      await pay.focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor();
    },
    async loaded() {
      await fixture.open();
      await page.frameLocator('iframe[part=frame][title]').locator('#card').waitFor();
      await dialog.locator('main[aria-busy=false]').waitFor();
    },
    press: (name) => dialog.getByRole('button', { name: texts[name], exact: true }).first().click(),
    pressInPage: (id) =>
      page
        .frameLocator('iframe[part=frame][title]')
        .locator(`#${id}`)
        .evaluate((button: HTMLElement) => void setTimeout(() => button.click())),
    usePage: () => page.frameLocator('iframe[part=frame][title]').locator('#card').click(),
    sees: (name) => dialog.getByText(inWords(texts, name)).first().waitFor(),
  };
  return fixture;
}

/** What a customer reads of a text, whatever is filled in. */
function inWords(texts: Texts, name: keyof Texts): RegExp {
  const plain = fill(texts[name], { time: '§' }).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${plain.replace('§', '.*\\d.*')}$`);
}

/** Where the focus is, through every shadow root. */
function focusAt(): Promise<string> {
  return page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    if (at?.getRootNode() === document.querySelector('#here > span')?.shadowRoot) return 'pay';
    if (at?.matches('[part=notice]')) return 'notice';
    return at?.className || at?.id || `${at?.localName}`;
  });
}

function nameOfNotice(): Promise<string | null | undefined> {
  return page.locator('[part=notice]').evaluate((notice) => {
    const id = notice.getAttribute('aria-labelledby') ?? '';
    return (notice.getRootNode() as ShadowRoot).getElementById(id)?.textContent;
  });
}

/** axe's findings, in the dialog or around our button. The hosted page is not ours. */
async function complaints(inDialog: boolean, rules: 'wcag22' | 'colours'): Promise<unknown[]> {
  const axe = axeOn(page, { rules });
  if (inDialog) {
    axe.include({ fromShadowDom: ['hpp-checkout-dialog', 'dialog'] });
    axe.exclude({ fromShadowDom: ['hpp-checkout-dialog', 'iframe'] });
  } else axe.include('#here');
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** All our controls can be seen whole, nothing is cut off at a side, and nothing moves; also with text twice as large. */
async function expectToFit(): Promise<void> {
  for (const textSize of ['100%', '200%']) {
    const found = await page.evaluate(async (fontSize) => {
      document.documentElement.style.fontSize = fontSize;
      const wrong: unknown[] = [];
      const root = [...document.documentElement.children].find(({ shadowRoot }) =>
        shadowRoot?.querySelector('dialog'),
      )?.shadowRoot;
      // The dialog goes by the size that the customer has chosen in the browser, not by the page's.
      const chosen = new CSSStyleSheet();
      chosen.replaceSync(`:host{font-size:${fontSize === '200%' ? 32 : 16}px!important}`);
      if (root) root.adoptedStyleSheets = [...root.adoptedStyleSheets, chosen];
      const own = root ?? document.querySelector('#here > span')?.shadowRoot;
      const controls = [...(own?.querySelectorAll<HTMLElement>('button, a') ?? [])];
      if (controls.length === 0) wrong.push('no control');
      for (const control of [...controls, ...(own?.querySelectorAll<HTMLElement>('h3') ?? [])]) {
        control.scrollIntoView({ block: 'nearest' });
        const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
        const isIn = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        // Seen at its middle: nothing lies over it, and nothing that scrolls has cut it off.
        const seen = own?.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (
          !isIn ||
          width < 24 ||
          height < (control.localName === 'button' ? 24 : 12) ||
          !seen ||
          !control.contains(seen)
        )
          wrong.push([
            control.textContent || control.className,
            { left, right, top, bottom },
            seen?.className,
          ]);
      }
      for (const part of [
        document.documentElement,
        ...(root?.querySelectorAll('dialog, main, .notice, footer, header') ?? []),
      ])
        if (part.scrollWidth > part.clientWidth)
          wrong.push(['scrolls sideways', part.className || part.localName]);
      for (const animation of (own as ShadowRoot).getAnimations()) {
        const { duration } = animation.effect?.getComputedTiming() ?? {};
        const turns = (animation as CSSAnimation).animationName === 'spin';
        if (Number(duration) > (turns ? 3000 : 1) || (turns && Number(duration) < 3000))
          wrong.push(['moves', duration]);
      }
      document.documentElement.style.fontSize = '';
      if (root) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== chosen);
      return wrong;
    }, textSize);
    expect(found, `text at ${textSize}`).toEqual([]);
  }
}

/** A notice shows its buttons without being scrolled, however low the window is. */
async function expectButtonsInSight(): Promise<void> {
  for (const low of LOW_SCREENS) {
    await page.setViewportSize(low);
    const unseen = () =>
      page.locator('[part=notice]').evaluate((notice) => {
        notice.scrollTop = 0;
        const root = notice.getRootNode() as ShadowRoot;
        return [...notice.querySelectorAll('[part=action]')]
          .filter((button) => {
            const { left, top, width, height } = button.getBoundingClientRect();
            return !button.contains(root.elementFromPoint(left + width / 2, top + height / 2));
          })
          .map((button) => button.textContent);
      });
    await expect.poll(unseen, { message: `at ${low.width}x${low.height}` }).toEqual([]);
  }
  await page.setViewportSize(SCREEN);
}

/** Buttons of ours, and the dialog, that have no line around them. */
function withoutEdge(): Promise<string[]> {
  return page.evaluate(() => {
    const roots = [...document.querySelectorAll('hpp-checkout-dialog, #here > span')].map(
      ({ shadowRoot }) => shadowRoot,
    );
    return roots.flatMap((root) =>
      [...(root?.querySelectorAll('dialog, [part=action], [part=button]') ?? [])]
        .filter((element) => {
          const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(element);
          const isDrawn = Number.parseFloat(borderTopWidth) >= 1 && borderTopStyle === 'solid';
          return !isDrawn || /^rgba.*, 0\)$/.test(borderTopColor);
        })
        .map((element) => element.textContent || element.localName),
    );
  });
}

/** Goes by Tab to what has this name, and presses Enter. */
async function takeByKeyboard(name: string): Promise<void> {
  const at = () =>
    page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      const isOurs = element?.matches('button, a');
      return isOurs ? (element?.getAttribute('aria-label') ?? element?.textContent) : element?.localName;
    });
  const been = [await at()];
  while (been.at(-1) !== name) {
    if (been.length === 12) throw new Error(`No way to "${name}" by Tab, but to: ${been.join(', ')}.`);
    await page.keyboard.press('Tab');
    been.push(await at());
  }
  await page.keyboard.press('Enter');
}
