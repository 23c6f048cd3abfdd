import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The whole browser: for what is measured or photographed as customers have it. */
export const WHOLE_CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

const SHELL = '/usr/lib/chromium/chromium-headless-shell';
/** Without its windows and menus, where that is installed: the same engine for less than half of the work. */
const LIGHT_CHROMIUM = process.env.CHROMIUM === undefined && existsSync(SHELL) ? SHELL : WHOLE_CHROMIUM;

/**
 * A switch for measuring heaps. The engine compiles what has run often, for hundreds of cycles on: 500 bytes for each of
 * them, which are no leak of ours and hide one. So nothing is compiled, and what is counted of each function is counted
 * from the start.
 */
export const NO_COMPILER = '--js-flags=--jitless --no-flush-bytecode --no-lazy-feedback-allocation';

/** Debian's Chromium, without its background traffic. `more`: further switches. */
export async function launchChromium(more: readonly string[] = [], path = LIGHT_CHROMIUM): Promise<Browser> {
  if (!existsSync(path)) {
    throw new Error(
      `No Chromium at ${path}. Run "npm run setup" as root on Debian, or set CHROMIUM to a browser's path.`,
    );
  }
  return await chromium.launch({
    executablePath: path,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // As in the released browser: what a frame waits for is not waited for by a page of the same address.
      '--enable-features=SplitCacheByNetworkIsolationKey',
      ...more,
    ],
  });
}
