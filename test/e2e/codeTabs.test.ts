import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vue from '@vitejs/plugin-vue';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CREDENTIALS } from '../../demo/server/config.ts';
import { launch } from '../support/engines.ts';
import { failWithChild } from '../support/failWithChild.ts';
import { freePort } from '../support/freePort.ts';
import { bundlePasted, pasteInto } from '../support/pastedCode.ts';
import { CARDS, inDialog, payByCard } from '../support/payer.ts';
import { type RunningDemo, startDemo } from '../support/startDemo.ts';
import { until } from '../support/until.ts';

/*
 * The control room's code, copied from the screen into a project, is a shop that takes the payment.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
let demo: RunningDemo;
let browser: Browser;
let page: Page;
const code: Record<string, string> = {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'demo-'));
  [demo, browser] = await Promise.all([startDemo(folder), launch('chromium')]);
  for (const tab of ['npm', 'React', 'Vue', 'Node']) code[tab] = await codeOnScreen(tab);
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(() => page.context().close());

/** Everything that changes the code is chosen, so that all of it is on screen. */
const LOOK = 'lang=de&theme=dark&accent=%236d3fd1&radius=4&font=serif&cards=on';

/** Of a customer who was never here, so that each tab shows a basket that nobody has paid. */
async function codeOnScreen(tab: string): Promise<string> {
  const room = await browser.newPage();
  await room.goto(`${demo.shop}/?scenario=paid&${LOOK}`);
  await room.getByRole('tab', { name: 'Code' }).click();
  await room.getByRole('button', { name: tab, exact: true }).click();
  await room.locator('.code button[aria-pressed="true"]', { hasText: tab }).waitFor();
  const code = await room.locator('.code pre').textContent();
  await room.context().close();
  return code ?? '';
}

/** A page of the shop's origin with nothing but this script, its place for the button, and ears for the outcome. */
async function openPageWith(script: string): Promise<void> {
  await page.goto(`${demo.shop}/nothing-here`);
  await page.setContent(
    `<!doctype html><html lang="en"><body><div id="pay"></div><script>
      showThanks = (reference) => document.body.append('thanks for ' + reference);
      showBasket = showWaiting = () => document.body.append('not paid');
    </script></body></html>`,
  );
  await page.addScriptTag({ content: script });
}

async function payAndBeThanked(): Promise<void> {
  await page.getByRole('button', { name: /^Pay / }).click();
  await payByCard(inDialog(page), CARDS.paid);
  await page.getByText('thanks for MORROW-').waitFor();
}

/** Names that the shop itself has. */
const SHOP = `declare global {
  function showThanks(reference: string | undefined): void;
  function showBasket(): void;
  function showWaiting(): void;
  function priceOf(order: unknown): Promise<{ reference: string; total: string; customerId: string } | null>;
  function ship(reference: string, idempotencyKey: string): Promise<void>;
}
export {};
`;

describe('code of the control room, pasted into a project', () => {
  it('compiles', () => {
    const project = pasteInto('typed', {
      'npm.ts': code.npm ?? '',
      'react.tsx': code.React ?? '',
      'node.ts': code.Node ?? '',
      'shop.d.ts': SHOP,
    });
    const tsc = join(root, 'node_modules/.bin/tsc');
    expect(spawnSync(tsc, ['-p', project, '--pretty', 'false'], { encoding: 'utf8' }).stdout).toBe('');
  });

  it('npm: the button takes the payment', async () => {
    pasteInto('npm', { 'main.ts': code.npm ?? '' });
    await openPageWith(await bundlePasted('npm', 'main.ts'));
    await payAndBeThanked();
  });

  it('React: the component takes the payment', async () => {
    pasteInto('react', {
      'Pay.tsx': code.React ?? '',
      'main.tsx': `import { createRoot } from 'react-dom/client';
import { Pay } from './Pay';
createRoot(document.querySelector('#pay')).render(<Pay />);
`,
    });
    await openPageWith(await bundlePasted('react', 'main.tsx'));
    await payAndBeThanked();
  });

  it('Vue: the component takes the payment, with the option that its first line names', async () => {
    pasteInto('vue', {
      'Pay.vue': code.Vue ?? '',
      'main.js': `import { createApp } from 'vue';
import Pay from './Pay.vue';
const app = createApp(Pay);
for (const name of ['showThanks', 'showBasket', 'showWaiting']) app.config.globalProperties[name] = globalThis[name];
app.mount('#pay');
`,
    });
    const isCustomElement = (tag: string) => tag === 'hpp-checkout';
    await openPageWith(
      await bundlePasted('vue', 'main.js', [vue({ template: { compilerOptions: { isCustomElement } } })]),
    );
    await payAndBeThanked();
  });

  it('Node: the server starts, and makes a session at the gateway on screen', async () => {
    const port = await freePort();
    const project = pasteInto('node', {
      'server.ts': (code.Node ?? '').replace(/listen\(\d+\)/, `listen(${port})`),
      'own.mjs': `globalThis.priceOf = async () => ({ reference: 'PASTED-' + Date.now(), total: '12.50', customerId: 'c-1' });
globalThis.ship = async () => {};
`,
    });
    const child = spawn(
      process.execPath,
      ['--no-warnings', '--import', import.meta.resolve('tsx'), '--import', './own.mjs', 'server.ts'],
      {
        cwd: project,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: {
          PATH: process.env.PATH,
          HPP_BASE_URL: demo.gateway,
          HPP_CLIENT_ID: CREDENTIALS.clientId,
          HPP_CLIENT_SECRET: CREDENTIALS.clientSecret,
          HPP_SIGNATURE_SECRET: CREDENTIALS.signatureSecret,
          HPP_TEST: 'true',
        },
      },
    );
    const said: string[] = [];
    child.stderr.on('data', (text: Buffer) => said.push(String(text)));
    failWithChild(child, 'The pasted server', () => said.join(''));
    try {
      await until(async () => {
        if (child.exitCode !== null) throw new Error(said.join(''));
        return (await fetch(`http://127.0.0.1:${port}/checkout/health`).catch(() => null))?.ok === true;
      }, 30_000);
      const reply = await fetch(`http://127.0.0.1:${port}/checkout/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: demo.shop },
        body: JSON.stringify({ order: { id: 'x', items: {} }, reason: 'open' }),
      });
      expect([reply.status, await reply.json()]).toEqual([
        201,
        expect.objectContaining({ redirectUrl: expect.stringContaining(demo.gateway) }),
      ]);
    } finally {
      child.kill('SIGKILL');
      if (child.exitCode === null) await once(child, 'exit');
    }
  });
});
