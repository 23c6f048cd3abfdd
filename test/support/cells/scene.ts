import type { Locator, Page } from 'playwright-core';
import { CARDS, hostedFrame, payByCard } from '../hostedPage.ts';
import type { World } from '../world.ts';
import { type Answers, holdAnswers } from './answers.ts';
import type { State } from './state.ts';

/** A customer at the shop, on the way into one state of the dialog, and what can be done to them. */
export interface Scene {
  world: World;
  page: Page;
  state: State;
  dialog: Locator;
  answers: Answers;
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

export async function setScene(world: World, page: Page, state: State): Promise<Scene> {
  page.setDefaultTimeout(10_000);
  const dialog = page.getByRole('dialog');
  const answers = await holdAnswers(page, world, state);
  let isDown = false;
  await page.goto(`${world.shop}/?order=A-1&confirm=${state === 'pending' ? 1_000 : 60_000}`);
  return {
    world,
    page,
    state,
    dialog,
    answers,
    pay: () => page.locator('#pay').click(),
    async card(number = CARDS.paid) {
      const frame = await hostedFrame(page, world.gateway);
      await frame.getByLabel('Card number').waitFor();
      await payByCard(frame, number);
    },
    press: (name) => dialog.getByRole('button', { name, exact: true }).first().click(),
    told: () => page.evaluate(() => (window as never as { told: string[] }).told),
    crash() {
      world.crash();
      isDown = true;
    },
    restart() {
      if (isDown) world.restart();
      isDown = false;
    },
  };
}
