import type { Browser, Frame } from 'playwright-core';
import { error, type WebDriver, type WebElement } from 'selenium-webdriver';
import { webDriverValue } from '../../support/webDriverValue.ts';
import type { WidgetHarness } from '../../support/widgetHarness.ts';

/** Somebody at a shop's page, in any engine. */
export interface Visitor {
  goTo(path: string): Promise<void>;
  /** Scrolls to an element as far as a press of the driver does, which in Firefox takes it to the middle. */
  reach(selector: string): Promise<void>;
  /** Presses an element, also one that stands in an open shadow root of the page. */
  press(selector: string): Promise<void>;
  /** What an expression is worth in the tab's own page; a promise is awaited. */
  inTab<T>(expression: string): Promise<T>;
  /** The same in the hosted page, which is waited for: in the dialog's frame or in the tab. */
  inHosted<T>(expression: string): Promise<T>;
  /** Presses the hosted page's own button. */
  pay(): Promise<void>;
  /** Console messages and uncaught errors of the page so far. WebDriver tells of none. */
  messages: string[];
  leave(): Promise<void>;
}

const WITHIN_MS = 20_000;

/** Playwright has no bound for a page that is asked and never answers. */
async function answered<T>(value: Promise<T>, expression: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer from the page to ${expression}`)), WITHIN_MS);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}

export async function visitByPlaywright(browser: Browser, harness: WidgetHarness): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
  const page = await context.newPage();
  page.setDefaultTimeout(WITHIN_MS);
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  page.on('pageerror', ({ message }) => messages.push(message));
  const find = () => page.frames().find((frame) => frame.url().startsWith(`${harness.hosted}/pay`));
  async function hosted(): Promise<Frame> {
    const deadline = performance.now() + WITHIN_MS;
    for (;;) {
      if (performance.now() > deadline) {
        const frames = page.frames().map((frame) => frame.url());
        throw new Error(`No hosted page in the frames ${frames.join(' ')}`);
      }
      const frame = find();
      // One that is taken away meanwhile is looked for again.
      const isThere = await frame
        ?.locator('#pay')
        .waitFor()
        .then(
          () => true,
          () => (frame.isDetached() ? false : Promise.reject(new Error('The hosted page has no button.'))),
        );
      if (frame && isThere) return frame;
      await page.waitForTimeout(25);
    }
  }
  return {
    messages,
    goTo: async (path) => {
      await page.goto(harness.shop + path);
    },
    reach: (selector) => page.locator(selector).first().scrollIntoViewIfNeeded(),
    press: (selector) => page.locator(selector).first().click(),
    inTab: (expression) => answered(page.evaluate(expression), expression),
    inHosted: async (expression) => answered((await hosted()).evaluate(expression), expression),
    pay: async () => (await hosted()).locator('#pay').click(),
    leave: () => context.close(),
  };
}

/** An expression that finds an element, also one that stands in an open shadow root. */
export const IN_PAGE = (selector: string) => `(() => {
  // A form of the page may have their names.
  const find = (root) => {
    const own = root === document ? Document.prototype : ShadowRoot.prototype;
    return own.querySelector.call(root, ${JSON.stringify(selector)})
      ?? [...own.querySelectorAll.call(root, '*')].map(({ shadowRoot }) => shadowRoot && find(shadowRoot)).find(Boolean);
  };
  return find(document);
})()`;

const IS_ZOOMED = `[document.documentElement, document.body].some((element) => getComputedStyle(element).zoom !== '1')`;

export function visitByWebDriver(driver: WebDriver, harness: WidgetHarness): Visitor {
  const value = <T>(expression: string) => webDriverValue<T>(driver, expression);
  const found = (expression: string) =>
    driver.wait(
      async () => (await driver.executeScript<WebElement | null>(`return ${expression} ?? null`)) ?? false,
      WITHIN_MS,
      expression,
    ) as Promise<WebElement>;
  async function toHosted(): Promise<void> {
    await driver.wait(
      async () => {
        await driver.switchTo().defaultContent();
        if ((await driver.getCurrentUrl()).startsWith(harness.hosted)) return true;
        const frame = await driver.executeScript<WebElement | null>(
          `return ${IN_PAGE('iframe[part=frame]')} ?? null`,
        );
        if (frame === null) return false;
        try {
          await driver.switchTo().frame(frame);
          return (await value<string>(`document.querySelector('#pay') ? location.href : ''`)).startsWith(
            harness.hosted,
          );
        } catch (reason) {
          if (reason instanceof error.WebDriverError) return false;
          throw reason;
        }
      },
      WITHIN_MS,
      'the hosted page',
    );
  }
  return {
    messages: [],
    goTo: async (path) => {
      await driver.switchTo().defaultContent();
      await driver.get(harness.shop + path);
    },
    // WebKit's driver does not scroll to what is in sight.
    async reach() {},
    async press(selector) {
      await driver.switchTo().defaultContent();
      const element = await found(IN_PAGE(selector));
      // WebKit's driver looks for it where it would be without the zoom of the page.
      if (await value<boolean>(IS_ZOOMED)) await driver.executeScript('arguments[0].click()', element);
      else await element.click();
    },
    async inTab(expression) {
      await driver.switchTo().defaultContent();
      return value(expression);
    },
    async inHosted(expression) {
      await toHosted();
      return value(expression);
    },
    async pay() {
      await toHosted();
      await value(`setTimeout(() => document.querySelector('#pay').click())`);
    },
    async leave() {
      await driver.switchTo().defaultContent();
      await driver.get('about:blank');
    },
  };
}
