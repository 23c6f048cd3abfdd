import type { Browser } from 'playwright-core';
import { it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { launchFirefox } from './firefox.ts';
import { size } from './size.ts';

export type Engine = 'chromium' | 'firefox';

const wanted = process.env.ENGINES?.split(',');
const among = <E extends string>(engines: readonly E[]) =>
  engines.filter((engine) => wanted?.includes(engine) ?? true);

/** The engines that Playwright drives, or those of them that `ENGINES=chromium` names. */
export const engines: readonly Engine[] = among(['chromium', 'firefox']);

/** The same and WebKit, which another driver drives. */
export const allEngines: readonly (Engine | 'webkit')[] = among(['chromium', 'firefox', 'webkit']);

/**
 * `it` for what our own code or a server decides, the same in any browser: one engine is led through it, and each with
 * `HPP_WHOLE=1`. Where browsers differ (focus, history, frames, other windows, policies, sleep) a test runs in each.
 */
export const oneEngine = (engine: Engine | 'webkit') => it.runIf(size(engine === engines[0], true));

const running = new Map<Engine, Promise<Browser>>();

/**
 * The browser of this vitest worker, which all its test files use one after the other. To close it closes what a file has
 * opened; it ends with the worker.
 */
export async function launch(engine: Engine): Promise<Browser> {
  const before = await running.get(engine)?.catch(() => undefined);
  if (before?.isConnected()) return before;
  const launched = engine === 'chromium' ? launchChromium() : launchFirefox();
  running.set(engine, launched);
  const browser = await launched;
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return browser;
}
