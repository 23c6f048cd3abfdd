import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { freePort } from './freePort.ts';
import { until } from './until.ts';

const path = process.env.MINIBROWSER ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

export interface WebKit {
  driver: WebDriver;
  close(): Promise<void>;
}

/** Debian's WebKitGTK, on a screen of its own: without a display its driver hangs. Close it in `afterAll`. */
export async function launchWebKit(): Promise<WebKit> {
  if (!existsSync(path)) {
    throw new Error(
      `No WebKitGTK browser at ${path}. Run "npm run setup" as root on Debian, set MINIBROWSER to its path, or leave it out with ENGINES=chromium,firefox.`,
    );
  }
  const screen = await startScreen();
  const port = await freePort();
  const server = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: screen.display },
  });
  const url = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const driver = await new Builder()
    .usingServer(url)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        acceptInsecureCerts: true,
        'webkitgtk:browserOptions': { binary: path, args: ['--automation'] },
      }),
    )
    .build();
  return {
    driver,
    async close() {
      await driver.quit();
      server.kill();
      screen.close();
    },
  };
}

/** A screen in memory, for a program with windows. */
export async function startScreen(): Promise<{ display: string; close(): void }> {
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-noreset'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  return { display: `:${await firstLine(screen)}`, close: () => void screen.kill() };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${child.spawnfile} ended with ${code}.`)));
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.trim());
    });
  });
}
