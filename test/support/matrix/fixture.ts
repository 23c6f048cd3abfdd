import type { Browser, Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../faultProxy.ts';
import type { Harness } from '../harness.ts';
import { CARDS, hostedFrame, payByCard } from '../hostedPage.ts';
import { startSocksServer } from '../socksServer.ts';
import { watchCrashes } from '../watchCrashes.ts';
import type { Fault } from './fault.ts';
import { type Answers, holdAnswers } from './holdAnswers.ts';
import type { State } from './state.ts';

/** A customer at the shop, on the way into one state of the dialog, and what can be done to them. */
export interface Fixture {
  harness: Harness;
  page: Page;
  state: State;
  dialog: Locator;
  answers: Answers;
  /** The way between the browser and every server, of a customer who is to be cut off. */
  network: FaultProxy;
  /** Presses Pay on the shop's page. */
  pay(): Promise<void>;
  /** Fills in the hosted page and pays. */
  card(number?: string): Promise<void>;
  /** Presses a button of the dialog. */
  press(name: string): Promise<void>;
  /** What the shop's page has been told, in order. */
  told(): Promise<string[]>;
  /** The shop's server dies. */
  crash(): void;
  /** It is started again, if it is dead. */
  restart(): void;
}

/** For the test that is running. */
export async function openFixture(
  harness: Harness,
  browser: Browser,
  state: State,
  fault: Fault,
): Promise<Fixture> {
  const socks = await startSocksServer();
  onTestFinished(() => socks.close());
  const network = await startFaultProxy(socks.port);
  onTestFinished(() => network.close());
  const proxy = { server: `socks5://127.0.0.1:${network.port}` };
  // Straight to the servers where nobody cuts it: two hops more have a timing of their own.
  const context = await browser.newContext(fault === 'cut' ? { proxy } : {});
  onTestFinished(() => context.close());
  const page = await context.newPage();
  watchCrashes(page);
  const dialog = page.getByRole('dialog');
  const answers = await holdAnswers(page, harness, state);
  let isDown = false;
  await page.goto(`${harness.shop}/?order=A-1&confirm=${state === 'pending' ? 1_000 : 60_000}`);
  return {
    harness,
    page,
    state,
    dialog,
    answers,
    network,
    pay: () => page.locator('#pay').click(),
    async card(number = CARDS.paid) {
      const frame = await hostedFrame(page, harness.gateway);
      await frame.getByLabel('Card number').waitFor();
      await payByCard(frame, number);
    },
    press: (name) => dialog.getByRole('button', { name, exact: true }).first().click(),
    told: () => page.evaluate(() => (window as never as { told: string[] }).told),
    crash() {
      harness.crash();
      isDown = true;
    },
    restart() {
      if (isDown) harness.restart();
      isDown = false;
    },
  };
}
