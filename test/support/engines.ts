import type { Browser } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { launchFirefox } from './firefox.ts';

export type Engine = 'chromium' | 'firefox';

const wanted = process.env.ENGINES?.split(',');
const among = <E extends string>(engines: readonly E[]) =>
  engines.filter((engine) => wanted?.includes(engine) ?? true);

/** The engines that Playwright drives, or those of them that `ENGINES=chromium` names. */
export const engines: readonly Engine[] = among(['chromium', 'firefox']);

/** The same and WebKit, which another driver drives. */
export const allEngines: readonly (Engine | 'webkit')[] = among(['chromium', 'firefox', 'webkit']);

/** @param switches of Chromium's command line. */
export function launch(engine: Engine, switches: readonly string[] = []): Promise<Browser> {
  return engine === 'chromium' ? launchChromium(switches) : launchFirefox();
}
