import { error, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import type { Harness } from '../harness.ts';
import { webDriverValue } from '../webDriverValue.ts';
import type { Customer } from './customer.ts';

const WITHIN_MS = 60_000;

/** Elements of the dialog stand in a shadow root, which no selector of WebDriver reaches into. */
const SHELL = `[...document.querySelectorAll('hpp-checkout-dialog')].map((host) => host.shadowRoot?.querySelector('.shell')).find(Boolean)`;
const SHOWN_BUTTONS = `[...document.querySelectorAll('button')].filter((one) => one.checkVisibility())`;
const isBank = (url: string) => /^https?:\/\/[^/]+\/bank\//.test(url);
const named = (all: string, name: string) =>
  `[...${all}].find((one) => (one.getAttribute('aria-label') ?? one.textContent).trim().startsWith(${JSON.stringify(name)}))`;

/** A customer in WebKitGTK. One driver has one profile: a fresh harness's origins are what makes this customer new. */
export function customerByWebDriver(driver: WebDriver): Customer {
  let harness: Harness;

  const wait = <T>(look: () => Promise<T | null | undefined | false>, what: string) =>
    driver.wait(
      () =>
        look().catch((reason: unknown) => {
          // A page that is being replaced, an element that has no box yet: looked for again.
          if (reason instanceof error.WebDriverError && !(reason instanceof error.JavascriptError))
            return false;
          throw reason;
        }),
      WITHIN_MS,
      what,
    ) as Promise<T>;

  const value = <T>(expression: string) => webDriverValue<T>(driver, expression);
  const element = (expression: string) =>
    driver.executeScript<WebElement | null>(`return ${expression} ?? null`);

  let tab: string | undefined;
  async function toTab(): Promise<void> {
    tab ??= await driver.getWindowHandle();
    await driver.switchTo().window(tab);
  }
  /** Into the hosted page, wherever it stands. */
  async function toPage(): Promise<true> {
    await toTab();
    if (!(await driver.getCurrentUrl()).startsWith(harness.gateway)) {
      const frame = await element(`${SHELL}?.querySelector('iframe')`);
      if (frame === null) throw new error.NoSuchFrameError('no frame yet');
      await driver.switchTo().frame(frame);
    }
    // A frame starts as an empty page of the shop's own.
    if (!(await value<string>('location.href')).startsWith(harness.gateway))
      throw new error.NoSuchFrameError('no page in the frame yet');
    return true;
  }
  /** Into the bank's page: first where it has opened a window, that is what the customer looks at. Handles come in no order. */
  async function toBank(): Promise<true> {
    await toTab();
    const opened = (await driver.getAllWindowHandles()).filter((handle) => handle !== tab);
    for (const handle of [...opened, tab as string]) {
      await driver.switchTo().window(handle);
      if (isBank(await driver.getCurrentUrl())) return true;
    }
    await toTab();
    const frame = await element(`${SHELL}?.querySelector('iframe')`);
    if (frame === null) throw new error.NoSuchFrameError('no frame');
    await driver.switchTo().frame(frame);
    if (!isBank(await value<string>('location.href')))
      throw new error.NoSuchFrameError('no bank in the frame');
    return true;
  }
  const act = (
    to: () => Promise<unknown>,
    expression: string,
    what: string,
    run: (found: WebElement) => Promise<void>,
  ) =>
    wait(async () => {
      await to();
      const found = await element(expression);
      if (found === null) return false;
      await run(found);
      return true;
    }, what);
  const see = (to: () => Promise<unknown>, root: string, text: string) =>
    wait(async () => {
      await to();
      return value<boolean>(`${root}?.textContent.includes(${JSON.stringify(text)})`);
    }, `"${text}" to be seen`);

  return {
    async arrive(at, query = 'order=A-1') {
      harness = at;
      await toTab();
      await driver.get(`${harness.shop}/?${query}`);
    },
    async pressPay() {
      await act(toTab, `document.querySelector('#pay')`, 'Pay to be pressed', (link) => link.click());
    },
    async pressInDialog(name) {
      const buttons = `(${SHELL}?.querySelectorAll('button,a') ?? [])`;
      await act(toTab, named(buttons, name), `"${name}" to be pressed`, async (button) => {
        // The driver reaches no link of a shadow root that lies below the window.
        const isLink = (await button.getTagName()).toLowerCase() === 'a';
        if (isLink) await driver.executeScript('setTimeout((link) => link.click(), 0, arguments[0])', button);
        else await button.click();
      });
    },
    async seeInDialog(text) {
      await see(toTab, SHELL, text);
    },
    async typeInPage(label, text) {
      const input = `[...document.querySelectorAll('input')].find((one) => [...(one.labels ?? [])].some((label) => label.textContent.includes(${JSON.stringify(label)})))`;
      await act(toPage, input, `"${label}" to be filled in`, async (field) => {
        await field.clear();
        // `sendKeys` finds no field of a foreign frame focusable; a click does focus it.
        await field.click();
        await driver
          .actions()
          .sendKeys(...text)
          .perform();
      });
    },
    async pressInPage(name) {
      await act(toPage, named(SHOWN_BUTTONS, name), `"${name}" to be pressed`, (button) => button.click());
    },
    async seeInPage(text) {
      await see(toPage, 'document.body', text);
    },
    async pressAtBank(name) {
      await act(toBank, named(SHOWN_BUTTONS, name), `"${name}" to be pressed at the bank`, (button) =>
        button.click(),
      );
    },
    async isAtBank(name) {
      await wait(toBank, 'the bank');
      return (await element(named(SHOWN_BUTTONS, name))) !== null;
    },
    async seeAtBank(text) {
      await see(toBank, 'document.body', text);
    },
    async goTo(url) {
      await toTab();
      await driver.get(url);
    },
    async press(key) {
      const keys = { Tab: Key.TAB, Enter: Key.ENTER, Escape: Key.ESCAPE };
      await driver
        .actions()
        .sendKeys(...(typeof key === 'string' ? [keys[key]] : [...key.text]))
        .perform();
    },
    async inTab(expression) {
      await toTab();
      return value(expression);
    },
    async inPage(expression) {
      await wait(toPage, 'the hosted page');
      return value(expression);
    },
    async leave() {
      await toTab();
      for (const handle of await driver.getAllWindowHandles()) {
        if (handle === tab) continue;
        await driver.switchTo().window(handle);
        await driver.close();
      }
      await toTab();
      await driver.get('about:blank');
    },
  };
}
