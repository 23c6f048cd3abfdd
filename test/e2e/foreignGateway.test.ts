import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { memoryStore } from '../../src/merchant/store/memory.ts';
import { launch } from '../support/engines.ts';
import { expectPaidOnce } from '../support/foreign/expectations.ts';
import { CARD_YEAR } from '../support/foreign/foreignShop.ts';
import { type HandlerShop, openHandlerShop } from '../support/foreign/handlerShop.ts';
import type { ForeignOptions } from '../support/foreign/startForeignGateway.ts';

/*
 * The widget as built, our handler, and the page of a gateway by somebody else in the frame: a customer in Chromium pays, and is
 * told the true outcome once.
 */

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
let shop: HandlerShop;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([
    openHandlerShop(memoryStore(), {}, { host: 'localhost', page: servePage }),
    launch('chromium'),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

function servePage(request: IncomingMessage, response: ServerResponse): boolean {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
  const file = pathname.slice(1);
  if (/^hpp-checkout[\w.-]*\.js$/.test(file) && readdirSync(dist).includes(file)) {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(join(dist, file)));
    return true;
  }
  if (pathname !== '/') return false;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
    `<!doctype html><html lang="en"><title>A shop</title>
<script>
  window.told = [];
  for (const type of ['complete', 'fail', 'pending', 'expired', 'close'])
    document.addEventListener('hpp-checkout:' + type, ({ detail }) => told.push([type, detail.orderReference ?? detail.outcome]));
</script>
<script async src="/hpp-checkout.js"></script>
<button data-hpp-checkout data-session="/checkout/session" data-order="${searchParams.get('order')}">Pay</button>`,
  );
  return true;
}

interface Visit {
  page: Page;
  order: string;
  frame: FrameLocator;
}

async function press(options: ForeignOptions = {}): Promise<Visit> {
  const order = await shop.order(options);
  const page = await browser.newPage();
  onTestFinished(() => page.context().close());
  await page.goto(`${new URL(shop.publicUrl).origin}/?order=${order}`);
  await page.getByRole('button', { name: 'Pay' }).click();
  return { page, order, frame: page.frameLocator('iframe[part=frame][title]') };
}

async function typeCard(frame: FrameLocator, number = '4242424242424242'): Promise<void> {
  const typed = {
    cardNumber: number,
    expMonth: '12',
    expYear: CARD_YEAR,
    cvv: '123',
    cardHolderName: 'Ada Lovelace',
  };
  for (const [name, value] of Object.entries(typed)) await frame.locator(`[name=${name}]`).fill(value);
  await frame.locator('#pay').click();
}

const told = (page: Page) => page.evaluate(() => (window as never as { told: [string, string][] }).told);
const outcomes = async (page: Page) =>
  (await told(page)).map(([type]) => type).filter((type) => type !== 'close');

/** That outcome and no other, also after the dialog is closed. */
async function expectOutcome({ page }: Visit, outcome: string): Promise<void> {
  await expect.poll(() => outcomes(page)).toEqual([outcome]);
  // A dialog that says "paid" goes by itself.
  if (outcome !== 'complete') await page.locator('dialog[open] button').first().click();
  await expect.poll(async () => (await told(page)).map(([type]) => type)).toEqual([outcome, 'close']);
}

const DEFAULTS = {
  statusFields: ['PspId', 'OrderReference', 'UniqueReference', 'Amount', 'Currency', 'Status'],
};

describe('the widget before a foreign gateway', () => {
  it.each([
    ['at once', {}, true],
    ['a second late, and the status is behind it', { notifyDelayMs: 1_000, statusLagMs: -1 }, true],
    ['never', { notifyWhen: 'never' }, false],
    [
      'before the redirect, and the status names no sum',
      { notifyWhen: 'beforeRedirect', statusFields: 'promised' },
      true,
    ],
    ['at once, by a page that goes on by script', { redirectBy: 'page' }, true],
  ])('S14 S17 S186 paid, notified %s: completed', async (_when, options, isNotified) => {
    const visit = await press({ ...DEFAULTS, ...options });
    await typeCard(visit.frame);
    await expectOutcome(visit, 'complete');
    await expectPaidOnce(shop, visit.order, { isNotified });
  });

  it.each([
    ['approve', 'complete'],
    ['decline', 'fail'],
  ])('S16 3-D Secure in the frame, %s: %s', async (answer, outcome) => {
    const visit = await press(DEFAULTS);
    await typeCard(visit.frame, '4000000000003220');
    await visit.frame.locator(`#${answer}`).click();
    await expectOutcome(visit, outcome);
    expect(shop.told(visit.order).payments).toHaveLength(outcome === 'complete' ? 1 : 0);
  });

  it('S191 declined: failed, and nothing is shipped', async () => {
    const visit = await press(DEFAULTS);
    await typeCard(visit.frame, '4000000000000002');
    await expectOutcome(visit, 'fail');
    expect(shop.told(visit.order).payments).toEqual([]);
  });

  it.each([true, false])(
    'G23 declined, notified of it %j, then paid on the same page: completed',
    async (notifyFailures) => {
      const visit = await press({ ...DEFAULTS, declineEndsPage: false, notifyFailures });
      // Where there is a notification, the widget has heard of the decline before another card is tried.
      const heard =
        notifyFailures &&
        visit.page.waitForResponse(
          async (reply) => /\/session\/\w+$/.test(reply.url()) && (await reply.text()).includes('"failed"'),
        );
      await typeCard(visit.frame, '4000000000000002');
      await visit.frame.locator('#problem').waitFor();
      await heard;
      await typeCard(visit.frame);
      await expectOutcome(visit, 'complete');
      await expectPaidOnce(shop, visit.order);
    },
  );

  it('S138 cancelled on the page: failed', async () => {
    const visit = await press(DEFAULTS);
    await visit.frame.locator('#cancel').click();
    await expectOutcome(visit, 'fail');
    expect(shop.told(visit.order).payments).toEqual([]);
  });

  it('S13 S142 a voucher: told at once that it is pending, with what to do, and shipped when it is paid', async () => {
    const visit = await press(DEFAULTS);
    await visit.frame.locator('#voucher').click();
    await visit.frame.locator('#continue').click();
    const notice = visit.page.locator('section.notice');
    await notice.getByText('Got a number or bank details? Pay with those.').waitFor();
    await expectOutcome(visit, 'pending');
    expect(shop.told(visit.order).payments).toEqual([]);
    await shop.foreign.pay({ orderReference: visit.order });
    await expect.poll(() => shop.told(visit.order).payments.length).toBe(1);
  });
});
