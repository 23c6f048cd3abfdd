import type { Browser } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { launchFirefox } from './firefox.ts';

export type Engine = 'chromium' | 'firefox';

/** The engines a journey runs in: both, or those that `ENGINES=chromium` names. */
export const engines: readonly Engine[] = (process.env.ENGINES?.split(',') as Engine[] | undefined) ?? [
  'chromium',
  'firefox',
];

export function launch(engine: Engine): Promise<Browser> {
  return engine === 'chromium' ? launchChromium() : launchFirefox();
}
