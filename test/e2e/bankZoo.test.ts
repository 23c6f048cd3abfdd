import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { BANK_CARDS, type BankBehaviour } from '../../src/sandbox/cards/bankCards.ts';
import { customerByPlaywright } from '../support/customer/byPlaywright.ts';
import { customerByWebDriver } from '../support/customer/byWebDriver.ts';
import { type Customer, payByCard } from '../support/customer/customer.ts';
import { allEngines, type Engine, launch } from '../support/engines.ts';
import { createHarness, type Harness, type HarnessOptions, payLink } from '../support/harness.ts';
import { size } from '../support/size.ts';
import { until } from '../support/until.ts';
import { launchWebKit, type WebKit } from '../support/webkit.ts';

/*
 * Twelve pages of banks, in every engine and presentation: each payment ends in its true outcome. What the docs say of the test
 * cards (demo/docs/3ds-and-framing.md) is what is expected here; where a card is paid follows from what the browser has.
 *
 * With `HPP_ALLOW='payment *; publickey-credentials-get *'` the frames have that `allow`: cells fail that pass with ours.
 *
 * `npm test` takes each bank once: the first in the first engine and presentation, each next one in the next engine, and after
 * each round of engines one presentation on. `npm run test:banks` takes all of it.
 */

const BANKS = Object.keys(BANK_CARDS) as BankBehaviour[];
const PRESENTATIONS = ['modal', 'inline', 'redirect'] as const;
type Presentation = (typeof PRESENTATIONS)[number];
type AnyEngine = (typeof allEngines)[number];

/** Where the bank finds what it needs in a frame. Elsewhere the customer goes on in full page, by one click. */
const IN_FRAME: Readonly<Record<BankBehaviour, readonly AnyEngine[]>> = {
  challengeMotion: ['chromium'],
  challengeWebOtp: ['chromium'],
  challengePaymentConfirmation: ['chromium'],
  challengePasskey: ['chromium', 'firefox'],
  challengeParent: ['chromium', 'firefox', 'webkit'],
  challengeTop: ['chromium', 'firefox', 'webkit'],
  challengeWindow: ['chromium', 'firefox', 'webkit'],
  challengePost: ['chromium', 'firefox', 'webkit'],
  // WebKit keeps no cookie of a frame of another site.
  challengeCookies: ['chromium', 'firefox'],
  challengeUnframed: [],
  challengeTwice: ['chromium', 'firefox', 'webkit'],
  challengeNested: ['chromium', 'firefox', 'webkit'],
};
/** What the customer presses before the bank asks. */
const FIRST: Partial<Record<BankBehaviour, string>> = {
  challengePasskey: 'Create a passkey',
  challengeWindow: 'Open the bank’s window',
};
/** They take the shop's window along. */
const BREAK_OUT: readonly BankBehaviour[] = ['challengeParent', 'challengeTop'];

const isTaken = (engine: AnyEngine, presentation: Presentation, bank: BankBehaviour) => {
  const i = BANKS.indexOf(bank);
  const round = Math.floor(i / allEngines.length);
  return (
    allEngines[i % allEngines.length] === engine &&
    PRESENTATIONS[(i + round) % PRESENTATIONS.length] === presentation
  );
};

/** What our frame allowed before it allowed what banks need. */
const OLD_ALLOW = 'payment *; publickey-credentials-get *';
/**
 * A shop that remembers what it was told on a page that the bank has taken away, and whose frames have this `allow`, whatever the
 * widget writes.
 */
function shopOf(allow: string | undefined): HarnessOptions {
  const narrow = `
    const { set } = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'allow');
    Object.defineProperty(HTMLIFrameElement.prototype, 'allow', { set() { set.call(this, ${JSON.stringify(allow)}) } });`;
  const script = `<script>
    addEventListener('pagehide', () => {
      const outcomes = told.map(([type]) => type).filter((type) => type !== 'error');
      if (outcomes.length > 0) sessionStorage.told = outcomes;
    });
    ${allow === undefined ? '' : narrow}</script>`;
  return { page: (shop) => payLink(shop).replace('<script>', `${script}<script>`) };
}

interface Visit {
  customer: Customer;
  harness: Harness;
}

async function atTheBank({ customer }: Visit, bank: BankBehaviour): Promise<void> {
  const first = FIRST[bank];
  if (first !== undefined) await customer.pressAtBank(first);
}

/** To the bank's page in the frame; `false` when it does not go on there. */
async function confirmInFrame(visit: Visit, bank: BankBehaviour, engine: AnyEngine): Promise<boolean> {
  const { customer } = visit;
  if (bank === 'challengeUnframed') return false;
  await customer.seeAtBank('Confirm your payment');
  if (IN_FRAME[bank].includes(engine)) {
    await atTheBank(visit, bank);
    await customer.pressAtBank('Approve');
    return true;
  }
  // It lacks the interface, and so has no button to try it in WebKit and nothing to press in the others.
  await atTheBank(visit, bank);
  await customer.seeAtBank('Open the payment in full page');
  return false;
}

/** Waits for what a page shows that may be on its way to another one. */
const seen = (look: () => Promise<boolean>) => until(() => look().catch(() => false));

async function pay(visit: Visit, bank: BankBehaviour, engine: AnyEngine, presentation: Presentation) {
  const { customer, harness } = visit;
  await customer.arrive(harness, `order=A-1&presentation=${presentation}`);
  await customer.pressPay();
  await payByCard(customer, BANK_CARDS[bank]);
  let isInFrame = false;
  if (presentation !== 'redirect') {
    isInFrame = await confirmInFrame(visit, bank, engine);
    if (!isInFrame) {
      await customer.pressInDialog('Open in full page');
      // The dialog stays until the tab has left: what is typed there is lost.
      await seen(async () => (await customer.inTab<string>('location.href')).startsWith(harness.gateway));
      await payByCard(customer, BANK_CARDS[bank]);
    }
  }
  if (!isInFrame) {
    await customer.seeAtBank('Confirm your payment');
    await atTheBank(visit, bank);
    await customer.pressAtBank('Approve');
  }
  await until(() => harness.payments.length > 0);
  return isInFrame && !BREAK_OUT.includes(bank) ? 'stayed' : 'left';
}

/** What the shop's page is told, where it still stands or where the customer comes back to. */
async function outcome({ customer, harness }: Visit, bank: BankBehaviour, where: 'stayed' | 'left') {
  if (where === 'stayed') {
    const told = () => customer.inTab<string[]>('told.map(([type]) => type)');
    await seen(async () => (await told()).includes('close'));
    return (await told()).join();
  }
  // A page that nests, or that has opened a window, stands still itself.
  if (bank !== 'challengeNested' && bank !== 'challengeWindow') {
    // The return page, or where that leads on to: not the shop's page that the customer has left.
    await seen(async () => {
      const href = await customer.inTab<string>('location.href');
      return href.startsWith(`${harness.merchant}/checkout/return/`) || href === `${harness.shop}/`;
    });
  }
  await customer.goTo(harness.shop);
  await seen(async () => (await customer.inTab('typeof HppCheckout')) === 'object');
  // The page that was taken away may have heard of the payment first; its dialog went with it.
  const before = (await customer.inTab<string | undefined>('sessionStorage.told')) ?? '';
  const result = await customer.inTab<{ outcome: string } | null>(
    `HppCheckout.createCheckout({ session: '/session' }).resume()`,
  );
  const after =
    result === null ? 'close' : `${result.outcome === 'completed' ? 'complete' : result.outcome},close`;
  return before === '' ? after : `${before},${after}`;
}

describe.concurrent.each(allEngines)('the banks, in %s', (engine) => {
  let webkit: WebKit | undefined;
  let open: (context: TestContext) => Promise<Customer>;
  beforeAll(async () => {
    if (engine === 'webkit') {
      webkit = await launchWebKit();
      const { driver } = webkit;
      // The driver presses nothing that lies below the window: an inline page is taller than the usual one.
      await driver.manage().window().setRect({ x: 0, y: 0, width: 1_200, height: 1_010 });
      open = async () => customerByWebDriver(driver);
    } else {
      const browser = await launch(engine as Engine);
      open = ({ onTestFinished }) => customerByPlaywright(browser, onTestFinished);
    }
  });
  afterAll(async () => {
    await webkit?.close();
  });
  const cells = PRESENTATIONS.flatMap((presentation) =>
    BANKS.filter((bank) => size(isTaken(engine, presentation, bank), true)).map((bank) => ({
      bank,
      presentation,
    })),
  );
  it.runIf(engine === 'chromium').for([
    ['challengeMotion', 'accelerometer'],
    ['challengeWebOtp', 'otp-credentials'],
    ['challengePasskey', 'publickey-credentials-create'],
  ] as const)('F56 %s in a frame with the old allow line: refused %s', async ([bank, feature], context) => {
    const harness = await createHarness(shopOf(OLD_ALLOW));
    context.onTestFinished(() => harness.close());
    const customer = await open(context);
    context.onTestFinished(() => customer.leave());
    await customer.arrive(harness);
    await customer.pressPay();
    await payByCard(customer, BANK_CARDS[bank]);
    await atTheBank({ customer, harness }, bank);
    await customer.seeAtBank(`does not allow "${feature}"`);
    await customer.seeAtBank('Open the payment in full page');
    expect(await customer.isAtBank('Approve')).toBe(false);
  });

  async function payAs({ bank, presentation }: (typeof cells)[number], context: TestContext): Promise<void> {
    const harness = await createHarness(shopOf(process.env.HPP_ALLOW));
    const customer = await open(context);
    try {
      const visit = { customer, harness };
      const where = await pay(visit, bank, engine, presentation);
      expect(await outcome(visit, bank, where)).toBe('complete,close');
      expect(harness.payments).toHaveLength(1);
    } finally {
      await customer.leave();
      await harness.close();
    }
  }
  // WebKit's driver has one window, and so one customer at a time. And to a page in a window behind another one Firefox gives no passkey
  // (`IsInActiveTab` in https://searchfox.org/firefox-main/source/dom/credentialmanagement/CredentialsContainer.cpp).
  const isAlone = ({ bank }: (typeof cells)[number]) =>
    engine === 'webkit' || (engine === 'firefox' && bank === 'challengePasskey');
  const [alone, beside] = [cells.filter(isAlone), cells.filter((cell) => !isAlone(cell))];
  if (beside.length > 0) it.for(beside)('F56 $bank, $presentation: paid', payAs);
  if (alone.length > 0) it.sequential.for(alone)('F56 $bank, $presentation: paid', payAs);
});
