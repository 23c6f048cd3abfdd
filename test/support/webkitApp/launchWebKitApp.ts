import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { failWithChild } from '../failWithChild.ts';
import { startScreen } from '../webkit.ts';

/** What the app was told, in order: see `app.py`. */
export interface Told {
  loaded?: string;
  message?: string;
  opened?: string;
}

export interface WebKitApp {
  readonly told: readonly Told[];
  /** Runs a script in the page that it shows. */
  run(script: string): void;
  close(): Promise<void>;
}

/** A real WebKitGTK app that shows an address in its web view. */
export async function launchWebKitApp(address: string): Promise<WebKitApp> {
  const screen = await startScreen();
  const program = fileURLToPath(new URL('./app.py', import.meta.url));
  // Debian's own Python: the bindings are installed for that one alone.
  const app = spawn('/usr/bin/python3', [program, address], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, DISPLAY: screen.display, NO_AT_BRIDGE: '1', GTK_USE_PORTAL: '0' },
  });
  const told: Told[] = [];
  const complaints: string[] = [];
  createInterface(app.stdout).on('line', (line) => told.push(JSON.parse(line)));
  app.stderr.on('data', (text: Buffer) => complaints.push(String(text)));
  failWithChild(app, 'The app', () => complaints.join(''));
  const ended = new Promise<void>((resolve) => app.once('close', () => resolve()));
  return {
    get told() {
      if (app.exitCode) throw new Error(`The app ended. Run "npm run setup". ${complaints.join('')}`);
      return told;
    },
    run(script) {
      app.stdin.write(`${JSON.stringify(script)}\n`);
    },
    async close() {
      app.kill();
      await ended;
      screen.close();
    },
  };
}
