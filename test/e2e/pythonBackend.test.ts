import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import type { Backend } from '../contracts/checkoutBackend.ts';
import { launch } from '../support/engines.ts';
import { CARDS, inDialog, payByCard } from '../support/payer.ts';
import { startPythonBackend } from '../support/pythonBackend.ts';
import { type Served, serve } from '../support/serve.ts';

/*
 * A shop without Node: the widget as built on its page, the Python example behind it, the sandbox as the gateway.
 */
const script = readFileSync(fileURLToPath(new URL('../../dist/hpp-checkout.js', import.meta.url)));
let sandbox: Sandbox;
let backend: Backend;
let shop: Served;
let origin: string;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  const dist = fileURLToPath(new URL('../../dist', import.meta.url));
  shop = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
    if (pathname === '/dist/hpp-checkout.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    } else if (/^\/dist\/hpp-checkout[\w.-]+\.js$/.test(pathname)) {
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(readFileSync(dist + pathname.slice('/dist'.length)));
    } else {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
        `<!doctype html><html lang="en"><title>A shop</title>
<script async src="/dist/hpp-checkout.js" data-session="${backend.publicUrl}/session"></script>
<button data-hpp-checkout
  data-order="${searchParams.get('order')}">Pay</button>`,
      );
    }
  });
  origin = `http://localhost:${shop.port}`;
  sandbox = createSandbox({ frameAncestors: [origin] });
  const { url: gatewayUrl } = await sandbox.listen({ port: 0, host: '127.0.0.1' });
  [backend, browser] = await Promise.all([
    startPythonBackend({ gatewayUrl, ...sandbox.credentials, shopOrigin: origin }, 'localhost'),
    launch('chromium'),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await backend?.close();
  await sandbox?.close();
  await shop?.close();
});
beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(() => page.context().close());

async function openWith(order: string): Promise<void> {
  await page.goto(`${origin}/?order=${order}`);
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard });
    for (const type of ['complete', 'fail', 'close'])
      document.addEventListener(`hpp-checkout:${type}`, ({ detail }: CustomEventInit) =>
        heard.push([type, detail.orderReference]),
      );
  });
  await page.getByRole('button', { name: 'Pay' }).click();
  // The example names no customer, so the page asks for the name.
  await inDialog(page).getByLabel('Name on card').fill('Ada Morrow');
}
const heard = () => page.evaluate(() => (globalThis as unknown as { heard: [string, string?][] }).heard);

describe('the widget with the Python backend', () => {
  it('pays: the return page tells the dialog to look, and the order is fulfilled once', async () => {
    await openWith('A-1001');
    await payByCard(inDialog(page), CARDS.paid);
    await page.getByText('Payment complete').waitFor();
    await expect.poll(heard).toContainEqual(['complete', 'A-1001']);
    await expect.poll(() => backend.fulfilled()).toEqual(['A-1001']);
  });

  it('passes a 3-D Secure challenge', async () => {
    await openWith('A-1002');
    await payByCard(inDialog(page), CARDS.challenge);
    await inDialog(page).getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Payment complete').waitFor();
  });

  it('tells of a closed dialog without a payment', async () => {
    await openWith('A-1003');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect.poll(async () => (await heard()).map(([type]) => type)).toContain('close');
    expect(backend.fulfilled()).not.toContain('A-1003');
  });
});
