import { existsSync } from 'node:fs';
import { type Browser, firefox } from 'playwright-core';

const path = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

/**
 * Debian's Firefox over WebDriver BiDi. Without the isolation setting, clicks and keys that are meant for a cross-origin
 * frame reach its parent instead; without the other one, no proxy of a context is asked for this machine's own servers.
 */
export async function launchFirefox(): Promise<Browser> {
  if (!existsSync(path)) {
    throw new Error(
      `No Firefox at ${path}. Run "npm run setup" as root on Debian, or set FIREFOX to a browser's path.`,
    );
  }
  return await firefox.launch({
    channel: 'moz-firefox',
    executablePath: path,
    firefoxUserPrefs: {
      'fission.webContentIsolationStrategy': 0,
      'network.proxy.allow_hijacking_localhost': true,
      // Each frame is drawn by the processor, and that is a third of what a journey costs it. A loaded machine draws no more.
      'layout.frame_rate': 20,
    },
  });
}
