import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const path = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Debian's Chromium, without its background traffic. Close it in `afterAll`. `more`: further switches. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
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
      ...more,
    ],
  });
}
