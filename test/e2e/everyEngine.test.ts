import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { customerByPlaywright } from '../support/customer/byPlaywright.ts';
import { customerByWebDriver } from '../support/customer/byWebDriver.ts';
import { type Customer, payByCard } from '../support/customer/customer.ts';
import { allEngines, type Engine, launch, oneEngine } from '../support/engines.ts';
import { createHarness, type Harness, type HarnessOptions } from '../support/harness.ts';
import { CARDS } from '../support/hostedPage.ts';
import { shortLivedPages, USED_PAGE_LIFE_MS } from '../support/shortLivedPages.ts';
import { launchWebKit } from '../support/webkit.ts';

/**
 * The journeys that matter most, each written once. What stands in all three engines has frames, focus, the keyboard, history
 * or another page in it; what the hosted page and our own machine decide stands in the first, and in all with `HPP_WHOLE=1`.
 */
describe.each(allEngines)('journeys of every engine, in %s', (engine) => {
  let open: () => Promise<Customer>;
  let close: () => Promise<void>;
  let customer: Customer;
  let harness: Harness;
  const decidedByUs = oneEngine(engine);

  beforeAll(async () => {
    if (engine === 'webkit') {
      const webkit = await launchWebKit();
      open = async () => customerByWebDriver(webkit.driver);
      close = webkit.close;
    } else {
      const browser = await launch(engine as Engine);
      open = () => customerByPlaywright(browser);
      close = () => browser.close();
    }
  });
  afterAll(() => close?.());
  beforeEach(async () => {
    customer = await open();
  });
  afterEach(() => customer.leave());

  async function arrive(options: HarnessOptions = {}, query?: string): Promise<void> {
    harness = await createHarness(options);
    onTestFinished(() => harness.close());
    await customer.arrive(harness, query);
  }
  const told = () => customer.inTab<string[]>('told.map(([type]) => type)');
  const expectTold = (...types: string[]) => expect.poll(told, { interval: 100 }).toEqual(types);
  const focusInTab = () => customer.inTab<string>('document.activeElement.id');

  it('S143 pays with a card: modal, page, return, notification, completed once', async () => {
    await arrive();
    await customer.pressPay();
    await payByCard(customer, CARDS.paid);
    await expectTold('complete', 'close');
    await expect.poll(() => harness.payments).toHaveLength(1);
    expect(harness.payments[0]).toMatchObject({ orderReference: 'A-1', amount: '49.90', currency: 'EUR' });
    await expect.poll(() => customer.inTab('document.querySelectorAll("iframe").length')).toBe(0);
    await expect.poll(() => focusInTab()).toBe('pay');
  });

  decidedByUs('a declined card, then another one: completed', async () => {
    await arrive();
    await customer.pressPay();
    await payByCard(customer, CARDS.declined);
    await customer.seeInPage('The payment did not go through');
    await payByCard(customer, CARDS.paid);
    await expectTold('complete', 'close');
    await expect.poll(() => harness.payments).toHaveLength(1);
  });

  decidedByUs('S16 3-D Secure passed: completed', async () => {
    await arrive();
    await customer.pressPay();
    await payByCard(customer, CARDS.challenge);
    await customer.pressInPage('Approve');
    await expectTold('complete', 'close');
  });

  it('closed after something was typed: asked back, the server is asked, then closed', async () => {
    await arrive({}, 'order=A-1&confirm-close=always');
    await customer.pressPay();
    await customer.typeInPage('Card number', '4242');
    await customer.pressInDialog('Close');
    await customer.seeInDialog('Leave without paying?');
    await customer.pressInDialog('Leave');
    await expectTold('close');
    expect(harness.payments).toEqual([]);
  });

  decidedByUs('F7 the address dies under the open page: asked, offered anew, then paid', async () => {
    const { profile, spare } = shortLivedPages(USED_PAGE_LIFE_MS);
    await arrive({ profile });
    await customer.pressPay();
    await customer.typeInPage('Card number', '4242');
    await customer.seeInDialog('This payment page has timed out');
    expect(await told()).toEqual([]);
    // The dead page goes on by itself to one that says so, and cannot be asked meanwhile.
    const address = () => customer.inPage<string>('location.href').catch(() => '');
    await expect.poll(address).not.toBe('');
    const dead = await address();
    spare();
    await customer.pressInDialog('Start again');
    await expect.poll(async () => ['', dead].includes(await address())).toBe(false);
    await payByCard(customer, CARDS.paid);
    await expectTold('complete', 'close');
    await expect.poll(() => harness.payments).toHaveLength(1);
  });

  it('WCAG 2.1.1 pays by keyboard alone, from the link through the dialog, the page and the bank and back to the link', async () => {
    await arrive();
    for (let tabs = 0; (await focusInTab()) !== 'pay' && tabs < 5; tabs++) await customer.press('Tab');
    await customer.press('Enter');
    await customer.seeInPage('Card number');
    const label = () =>
      customer.inPage<string>(
        `document.hasFocus() ? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent : ''`,
      );
    const tabTo = async (name: string) => {
      for (let tabs = 0; !(await label()).trim().startsWith(name); tabs++) {
        if (tabs === 20) throw new Error(`No way to "${name}" by Tab; at "${await label()}".`);
        await customer.press('Tab');
      }
    };
    const fields = [
      ['Card number', CARDS.challenge],
      ['Expiry date', '1234'],
      ['Security code', '123'],
      ['Name on card', 'Ada Lovelace'],
    ] as const;
    for (const [name, text] of fields) {
      await tabTo(name);
      await customer.press({ text });
    }
    await tabTo('Pay');
    await customer.press('Enter');
    await customer.seeInPage('Approve');
    await tabTo('Approve');
    await customer.press('Enter');
    await expectTold('complete', 'close');
    await expect.poll(() => focusInTab()).toBe('pay');
  });

  it('leaves for the full page, pays there, and is told on coming back', async () => {
    await arrive({}, 'order=A-1&presentation=redirect');
    await customer.pressPay();
    await payByCard(customer, CARDS.paid);
    await expect.poll(() => harness.payments).toHaveLength(1);
    await expect.poll(() => customer.inTab<string>('location.origin')).toBe(harness.shop);
    await expect.poll(() => customer.inTab('typeof HppCheckout')).toBe('object');
    const result = await customer.inTab(`HppCheckout.createCheckout({ session: '/session' }).resume()`);
    expect(result).toMatchObject({ outcome: 'completed' });
  });

  it('T7 T18 T19 T23 forged messages during 3-D Secure change nothing, and the payment completes', async () => {
    await arrive();
    await customer.pressPay();
    await payByCard(customer, CARDS.challenge);
    await customer.seeInPage('Approve');
    const [session] = await harness.store.findSessions({ orderReference: 'A-1', test: true });
    const forge = (target: string) => `(() => {
      for (const type of ['returned', 'completed', 'paid', 'failed', 'close', 'ack']) {
        for (const hint of ['success', 'failure']) {
          ${target}.postMessage({ ns: 'hpp-checkout', v: 1, type, session: '${session?.value.id}', hint, status: 'completed', outcome: 'completed' }, '*');
        }
      }
    })()`;
    await customer.inTab(forge('window'));
    await customer.inPage(forge('window.top'));
    // From a frame with the shop's own origin, which is gone before its message arrives.
    await customer.inTab(`(() => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      frame.contentWindow.Function('message', 'top.postMessage(message, "*"); frameElement.remove()')(
        { ns: 'hpp-checkout', v: 1, type: 'returned', session: '${session?.value.id}', hint: 'success' });
      return new Promise((resolve) => setTimeout(resolve, 1200));
    })()`);
    expect(await told()).toEqual([]);
    expect(harness.payments).toEqual([]);
    await customer.pressInPage('Approve');
    await expectTold('complete', 'close');
    await expect.poll(() => harness.payments).toHaveLength(1);
  });
});
