import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { HostedPayment, PageStep } from '../../src/sandbox/hostedPage/hostedPageService.ts';
import { type FakeHostedPageService, fakeHostedPageService } from '../sandbox/page/fakeHostedPageService.ts';
import { servePage } from '../sandbox/page/servePage.ts';
import { launch } from '../support/engines.ts';

let browser: Browser;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  browser = await launch('chromium');
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => browser.close());

/** The hosted page of one payment in a window of its own; the shop is answered by the test. */
async function open(
  over: Partial<HostedPayment> = {},
  options: BrowserContextOptions = {},
  hostedPage = fakeHostedPageService(over),
) {
  const server = await servePage(hostedPage);
  const context = await browser.newContext({ viewport: { width: 480, height: 640 }, ...options });
  closers.push(server.close, () => context.close());
  await context.route('http://shop.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Shop</title>' }),
  );
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('the server responded'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${server.origin}/hpp/tok1`);
  return { page, hostedPage, server, complaints };
}

async function typeCard(page: Page, number = '4242424242424242') {
  await page.locator('#number').pressSequentially(number);
  await page.locator('#expiry').pressSequentially('0930');
  await page.locator('#securityCode').pressSequentially('123');
}

const atShop = (page: Page, path: string) => page.waitForURL(`http://shop.example/return/${path}`);

const SAVED_CARD = {
  id: 's1',
  maskedNumber: '424242******4242',
  brand: 'Visa',
  expiry: '09/2029',
  holderName: 'Ada',
};

describe('the hosted page in a browser', () => {
  it('S15 S137 is paid by keyboard alone', async () => {
    const { page, hostedPage, complaints } = await open();
    const { keyboard } = page;
    const focused = () => page.evaluate(() => document.activeElement?.id);
    for (const [field, text] of [
      ['number', '4242424242424242'],
      ['expiry', '0930'],
      ['securityCode', '123'],
    ] as const) {
      await keyboard.press('Tab');
      await expect.poll(() => focused()).toBe(field);
      await keyboard.type(text);
    }
    await keyboard.press('Tab');
    await expect.poll(() => focused()).toBe('holderName');
    await keyboard.press('Tab');
    await Promise.all([atShop(page, 'success'), keyboard.press('Enter')]);
    expect(hostedPage.choices).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it('is paid without JavaScript, also after a wrong form', async () => {
    const { page, hostedPage } = await open({ methods: ['card', 'voucher'] }, { javaScriptEnabled: false });
    await page.fill('#number', '4242');
    await page.fill('#expiry', '09/30');
    await page.fill('#securityCode', '123');
    await page.click('.pay >> nth=0');
    await expect
      .poll(() => page.locator('#problem-list').innerText())
      .toContain('This card number is not right');
    expect(await page.inputValue('#expiry')).toBe('09/30');
    await page.fill('#number', '4242 4242 4242 4242');
    await page.fill('#securityCode', '123');
    await Promise.all([atShop(page, 'success'), page.click('.pay >> nth=0')]);
    expect(hostedPage.choices).toHaveLength(2);
  });

  it('opens another method without JavaScript', async () => {
    const { page } = await open({ methods: ['card', 'voucher'] }, { javaScriptEnabled: false });
    await page.click('summary:has-text("Voucher")');
    await expect.poll(() => page.locator('#number').isVisible()).toBe(false);
    await Promise.all([atShop(page, 'pending'), page.click('text=Get a voucher')]);
  });

  it('S16 asks for 3DS inside the page', async () => {
    const { page, complaints } = await open();
    await typeCard(page, '4000000000003220');
    await page.click('.pay');
    await page.waitForURL('**/hpp/approval/app1?page=tok1');
    await expect.poll(() => page.textContent('h1')).toBe('Confirm your payment');
    await Promise.all([atShop(page, 'success'), page.click('text=Approve')]);
    expect(complaints).toEqual([]);
  });

  it('S190 lets the customer try another card after 3DS was declined', async () => {
    const { page } = await open();
    await typeCard(page, '4000000000003220');
    await page.click('.pay');
    await page.click('text=Decline');
    await page.waitForURL('**/hpp/tok1');
    await expect.poll(() => page.textContent('[role=alert]')).toContain('Not confirmed.');
    await typeCard(page);
    await Promise.all([atShop(page, 'success'), page.click('.pay')]);
  });

  it('S190 shows a refusal above the form and takes another card', async () => {
    const { page } = await open();
    await typeCard(page, '4000000000000002');
    await page.click('.pay');
    await page.waitForSelector('[role=alert]');
    await expect.poll(() => page.textContent('[role=alert]')).toContain('The issuer declined the payment.');
    await expect.poll(() => page.inputValue('#number')).toBe('');
    await expect.poll(() => page.inputValue('#holderName')).toBe('Ada Borg');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
    await typeCard(page);
    await Promise.all([atShop(page, 'success'), page.click('.pay')]);
  });

  it('S138 is cancelled', async () => {
    const { page, hostedPage } = await open();
    await Promise.all([atShop(page, 'cancelled'), page.click('text=Cancel and return')]);
    expect(hostedPage.choices).toEqual([]);
  });

  it('S134 pays with a saved card by its security code alone', async () => {
    const { page, hostedPage } = await open({ savedCards: [SAVED_CARD] });
    expect(await page.locator('#number').isVisible()).toBe(false);
    await page.fill('#securityCode', '123');
    await Promise.all([atShop(page, 'success'), page.click('.pay')]);
    expect(hostedPage.choices).toEqual([{ method: 'savedCard', savedCardId: 's1', securityCode: '123' }]);
  });

  it('S134 pays with a saved card by one press', async () => {
    const { page, hostedPage } = await open({ savedCards: [SAVED_CARD], methods: ['card', 'wallet'] });
    await Promise.all([
      atShop(page, 'success'),
      page.getByRole('button', { name: /^Pay €128\.50 •••• 4242$/ }).click(),
    ]);
    expect(hostedPage.choices).toEqual([{ method: 'savedCard', savedCardId: 's1', securityCode: null }]);
  });

  it('asks for the bank’s code, fills it in, and takes no other', async () => {
    const { page, hostedPage } = await open();
    await typeCard(page, '4000000000003220');
    await page.click('.pay');
    await page.getByLabel('Code from your bank').fill('111111');
    await page.click('text=Approve');
    await expect.poll(() => page.textContent('#otp-problem')).toContain('not the code');
    expect(hostedPage.answers).toEqual([]);
    expect(await page.getAttribute('#otp', 'autocomplete')).toBe('one-time-code');
    await page.click('text=Use 246810');
    expect(await page.inputValue('#otp')).toBe('246810');
    await Promise.all([atShop(page, 'success'), page.click('text=Approve')]);
  });

  it('S13 shows a voucher’s number until the customer goes on', async () => {
    const voucher = {
      number: '777771000001',
      endsAt: Date.UTC(2031, 4, 4),
      language: 'en',
      theme: 'paper',
    } as const;
    const waiting = fakeHostedPageService({ methods: ['card', 'voucher'] });
    const choose = waiting.choose;
    waiting.choose = async (token, choice) => {
      const step = await choose(token, choice);
      return step.kind === 'leave' ? { ...step, voucher } : step;
    };
    const { page, complaints } = await open(
      {},
      { permissions: ['clipboard-read', 'clipboard-write'] },
      waiting,
    );
    await page.click('summary:has-text("Voucher")');
    await page.click('text=Get a voucher');
    await expect.poll(() => page.textContent('#voucher-number')).toBe('7777 7100 0001');
    await expect.poll(() => page.textContent('time')).toBe('May 4, 2031');
    await page.click('text=Copy');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('7777 7100 0001');
    await Promise.all([atShop(page, 'pending'), page.click('text=Continue to the shop')]);
    expect(complaints).toEqual([]);
  });

  it('S134 takes another card beside the saved ones', async () => {
    const { page, hostedPage } = await open({ savedCards: [SAVED_CARD] });
    await page.check('[data-new-card]');
    await typeCard(page);
    await Promise.all([atShop(page, 'success'), page.click('.pay')]);
    expect(hostedPage.choices[0]?.method).toBe('card');
  });

  it('sends a form once, however often it is pressed', async () => {
    let answer = () => {};
    const pressed = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slow = fakeHostedPageService();
    const choose = slow.choose;
    slow.choose = async (token, choice): Promise<PageStep> => {
      await pressed;
      return await choose(token, choice);
    };
    const { page, hostedPage } = await open({}, {}, slow);
    await typeCard(page);
    const shown = await page.evaluate(() => {
      const button = document.querySelector<HTMLButtonElement>('.pay');
      for (let i = 0; i < 5; i++) button?.click();
      return [button?.textContent, button?.form?.getAttribute('aria-busy')];
    });
    expect(shown).toEqual(['Paying…', 'true']);
    answer();
    await atShop(page, 'success');
    expect(hostedPage.choices).toHaveLength(1);
  });

  it('fills in a test card by one click', async () => {
    const { page } = await open();
    await page.click('text=Test cards');
    await page.click('button[data-number="378282246310005"]');
    await expect.poll(() => page.inputValue('#number')).toBe('3782 822463 10005');
    await expect.poll(() => page.textContent('#brand')).toBe('Amex');
    await expect.poll(() => page.textContent('#securityCode-hint')).toBe('4 digits');
    await Promise.all([atShop(page, 'success'), page.keyboard.press('Enter')]);
  });

  it('does not open a bank in its frame', async () => {
    const { page } = await open({ methods: ['card', 'bank'] });
    expect(await page.locator('form:has(#bank)').getAttribute('target')).toBe('_top');
  });
});

describe('typing a card', () => {
  it('groups the number and keeps the caret where it is', async () => {
    const { page } = await open();
    const number = page.locator('#number');
    await number.pressSequentially('42424242');
    await expect.poll(() => number.inputValue()).toBe('4242 4242');
    const caret = () => number.evaluate((input: HTMLInputElement) => input.selectionStart);
    await number.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2));
    await page.keyboard.type('99');
    expect([await number.inputValue(), await caret()]).toEqual(['4299 4242 42', 4]);
    await page.keyboard.type('7');
    expect([await number.inputValue(), await caret()]).toEqual(['4299 7424 242', 6]);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    expect([await number.inputValue(), await caret()]).toEqual(['4294 2424 2', 3]);
  });

  it('deletes the digit beside a space, from either side', async () => {
    const { page } = await open();
    const number = page.locator('#number');
    await number.pressSequentially('42424242');
    await number.evaluate((input: HTMLInputElement) => input.setSelectionRange(5, 5));
    await page.keyboard.press('Backspace');
    await expect.poll(() => number.inputValue()).toBe('4244 242');
    await number.evaluate((input: HTMLInputElement) => input.setSelectionRange(4, 4));
    await page.keyboard.press('Delete');
    await expect.poll(() => number.inputValue()).toBe('4244 42');
  });

  it('formats the expiry date and lets it be deleted again', async () => {
    const { page } = await open();
    const expiry = page.locator('#expiry');
    await expiry.pressSequentially('5');
    await expect.poll(() => expiry.inputValue()).toBe('05 / ');
    await page.keyboard.type('31');
    await expect.poll(() => expiry.inputValue()).toBe('05 / 31');
    for (let i = 0; i < 7; i++) await page.keyboard.press('Backspace');
    await expect.poll(() => expiry.inputValue()).toBe('');
  });

  it('says what is wrong once a field is left, and takes it back once it is mended', async () => {
    const { page, hostedPage } = await open();
    await page.locator('#number').pressSequentially('4242 4242 4242 4241');
    expect(await page.textContent('#number-problem')).toBe('');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.textContent('#number-problem')).toContain('not right');
    await expect.poll(() => page.getAttribute('#number', 'aria-invalid')).toBe('true');
    await page.locator('#number').press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('2');
    await expect.poll(() => page.textContent('#number-problem')).toBe('');
    await page.click('.pay');
    await expect.poll(() => page.locator('#problem-list li').count()).toBe(2);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('problems');
    await page.click('#problem-list a >> nth=0');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('expiry');
    expect(hostedPage.choices).toEqual([]);
  });
});

describe('the time that is left', () => {
  async function openAt(
    over: Partial<HostedPayment>,
    hostedPage: FakeHostedPageService = fakeHostedPageService(over),
  ) {
    const server = await servePage(hostedPage);
    const context = await browser.newContext();
    closers.push(server.close, () => context.close());
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${server.origin}/hpp/tok1`);
    return { page, hostedPage };
  }

  it('S141 counts down, speaks at a minute, half a minute and ten seconds, then shows the expired page', async () => {
    const { page, hostedPage } = await openAt({ expiresInMs: 120_000 });
    const spoken = () => page.textContent('#spoken');
    expect(await page.innerText('#time')).toContain('2:00');
    await page.clock.runFor(59_000);
    expect([await page.innerText('#time'), await spoken()]).toEqual([expect.stringContaining('1:01'), '']);
    await page.clock.runFor(1000);
    await expect.poll(() => spoken()).toBe('60 seconds left to pay.');
    await page.clock.runFor(30_000);
    await expect.poll(() => spoken()).toBe('30 seconds left to pay.');
    await page.clock.runFor(20_000);
    await expect.poll(() => spoken()).toBe('10 seconds left to pay.');
    hostedPage.set({ kind: 'expired', language: 'en', theme: 'classic', frameAncestors: ['*'] });
    await page.clock.runFor(10_000);
    await expect.poll(() => page.textContent('h1')).toBe('This page has expired');
  });

  it('notices on waking that a laptop slept through it', async () => {
    const { page, hostedPage } = await openAt({ expiresInMs: 120_000 });
    hostedPage.set({ kind: 'expired', language: 'en', theme: 'classic', frameAncestors: ['*'] });
    await page.clock.fastForward(3_600_000);
    await expect.poll(() => page.textContent('h1')).toBe('This page has expired');
  });
});

describe('the page in a frame of another site', () => {
  async function framed(frameAncestors: (shop: string) => string[], over: Partial<HostedPayment> = {}) {
    const shop = await servePage(fakeHostedPageService(), (app) => {
      app.get('/', (c) =>
        c.html(`<title>Shop</title><iframe src="${c.req.query('page')}" width="480" height="640"></iframe>`),
      );
      app.get('/return/:outcome', (c) => c.html(`<title>Returned</title><p>${c.req.param('outcome')}</p>`));
    });
    const shopOrigin = `http://localhost:${shop.port}`;
    const hostedPage = fakeHostedPageService(
      { frameAncestors: frameAncestors(shopOrigin), ...over },
      shopOrigin,
    );
    const gateway = await servePage(hostedPage);
    const context = await browser.newContext();
    closers.push(shop.close, gateway.close, () => context.close());
    const page = await context.newPage();
    await page.goto(`${shopOrigin}/?page=${gateway.origin}/hpp/tok1`);
    return { page, frame: page.frameLocator('iframe'), hostedPage };
  }

  it('S14 is paid there, and comes back to the shop there', async () => {
    const { page, frame } = await framed((shop) => [shop]);
    await frame.locator('#number').fill('4000000000003220');
    await frame.locator('#expiry').fill('0930');
    await frame.locator('#securityCode').fill('123');
    await frame.locator('.pay').click();
    await frame.locator('button[value=approve]').click();
    await expect.poll(() => frame.locator('p').textContent()).toBe('success');
    expect(await page.title()).toBe('Shop');
  });

  it('is lean, has its Pay button in sight however low the frame is, and tells how high it is', async () => {
    const { page, frame } = await framed((shop) => [shop], {
      methods: ['card', 'bank', 'wallet', 'voucher'],
    });
    const pay = frame.locator('.card-form .pay');
    await pay.waitFor();
    // What the dialog has itself.
    for (const part of ['.payee', '.order', '.sandbox', '#time', '.cancel', '.secure']) {
      expect(await frame.locator(part).isVisible(), part).toBe(part === '.payee');
    }
    expect((await frame.locator('h1').boundingBox())?.height).toBe(1);
    const frameSize = (width: number, height: number) =>
      page.locator('iframe').evaluate(
        async (element, size) => {
          Object.assign(element, size);
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        },
        { width: String(width), height: String(height) },
      );
    const heights = () => page.evaluate(() => (window as unknown as { heights: number[] }).heights);
    await page.evaluate(() => {
      const told: number[] = [];
      Object.assign(window, { heights: told });
      window.addEventListener('message', ({ data }) => {
        if (data.ns === 'hpp-checkout' && data.v === 1 && data.type === 'size') told.push(data.height);
      });
    });
    for (const [width, height] of [
      [1280, 800],
      [1366, 680],
      [1440, 900],
      [390, 844],
      [360, 640],
    ] as const) {
      for (const part of [1, 0.6]) {
        // The dialog is at most 30 letters wide, and its head and foot take about a hundred pixels.
        const size = [Math.min(width, 480), Math.round(height * part - 104)] as const;
        await page.setViewportSize({ width, height });
        await frameSize(...size);
        const [box, outer] = [await pay.boundingBox(), await page.locator('iframe').boundingBox()];
        if (box === null || outer === null) throw new Error('Nothing is shown.');
        expect(box.y, `${size}`).toBeGreaterThanOrEqual(outer.y);
        expect(box.y + box.height, `${size}`).toBeLessThanOrEqual(outer.y + outer.height);
        expect(
          await pay.evaluate((button) => document.documentElement.scrollTop === 0 && button.isConnected),
        ).toBe(true);
      }
    }
    await frame.locator('.test-cards > summary').click();
    await frame.locator('.test-cards li').first().waitFor();
    const sheet = await frame.locator('.sheet').evaluate((element) => Math.ceil(element.clientHeight));
    await expect.poll(async () => (await heights()).at(-1)).toBe(sheet);
    const told = await heights();
    expect(told.filter((height, index) => height === told[index - 1])).toEqual([]);
  });

  it('G18 is not shown by an origin that was not named', async () => {
    const { page } = await framed(() => ['https://other.example']);
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
  });

  it('lets the whole window go to the bank, and back to the shop', async () => {
    const { page, frame } = await framed((shop) => [shop], { methods: ['bank'] });
    await Promise.all([page.waitForURL('**/hpp/approval/app1?page=tok1'), frame.locator('.pay').click()]);
    await expect.poll(() => page.textContent('h1')).toBe('Confirm the transfer');
    await page.click('button[value=approve]');
    await page.waitForURL('**/return/success');
  });
});
