import type { Page, Route } from 'playwright-core';
import type { Harness } from '../harness.ts';
import type { State } from './state.ts';

/** What a server has to say next: the session, the hosted page, or the decision, whichever the state waits for. */
export interface Answers {
  /** From now on it does not reach the customer. */
  hold(): void;
  /** It arrives, and everything after it. */
  release(): void;
}

export async function holdAnswers(
  page: Page,
  { merchant, gateway }: Harness,
  state: State,
): Promise<Answers> {
  let isHeld = false;
  const held: (() => void)[] = [];

  async function delay(route: Route): Promise<void> {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    // The page that asked may be gone.
    await route.continue().catch(() => route.abort().catch(() => {}));
  }
  async function sayPending(route: Route): Promise<void> {
    if (!isHeld) return route.continue();
    const response = await route.fetch().catch(() => null);
    if (response === null) return route.abort();
    await route.fulfill({ response, json: { status: 'pending' } });
  }

  if (state === 'creating') await page.route(`${merchant}/checkout/session`, delay);
  else if (state === 'loading') await page.route(`${gateway}/hpp/**`, delay);
  else await page.route(new RegExp(`${merchant}/checkout/session/\\w+$`), sayPending);
  return {
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      for (const resume of held.splice(0)) resume();
    },
  };
}
