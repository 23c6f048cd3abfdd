import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import jsQR from 'jsqr';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../support/engines.ts';
import { CARDS, inDialog, payByCard } from '../support/payer.ts';
import { type RunningDemo, startDemo } from '../support/startDemo.ts';

/*
 * The shop on somebody else's phone: a code in the control room leads to it, where `DEMO_LAN` has opened the demo to the network.
 */
const address = Object.values(networkInterfaces())
  .flatMap((infos) => infos ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

let folder: string;
let browser: Browser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'demo-'));
  browser = await launch('chromium');
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a phone's camera reads from what is on screen. */
async function scan(code: Locator): Promise<string | undefined> {
  const picture = (await code.screenshot()).toString('base64');
  const { data, width, height } = await code.page().evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? [];
    return { data: [...pixels], width: image.width, height: image.height };
  }, picture);
  return jsQR(Uint8ClampedArray.from(data), width, height)?.data;
}

/** By https at the network's address, and with a certificate that nobody knows. @returns status and body. */
function ask(url: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { headers: { host }, rejectUnauthorized: false };
    const asked = request(url, options, (reply) => {
      let body = '';
      reply.on('data', (chunk) => {
        body += chunk;
      });
      reply.on('end', () => resolve(`${reply.statusCode} ${body.slice(0, 100)}`));
    });
    asked.on('error', reject).end();
  });
}

describe('the demo without DEMO_LAN', () => {
  it('is on this machine alone, and tells how to open it', async () => {
    const demo = await startDemo(folder);
    const ports = [demo.shop, demo.merchant, demo.gateway].map((origin) => new URL(origin).port);
    for (const port of ports) {
      await expect(fetch(`http://${address ?? '127.0.0.2'}:${port}/`)).rejects.toThrow();
    }
    const page = await browser.newPage();
    await page.goto(`${demo.shop}/?room`);
    await page.getByRole('button', { name: 'On a phone' }).click();
    const dialog = page.getByRole('dialog', { name: 'On a phone' });
    await dialog.getByText('DEMO_LAN=on npm run demo').waitFor();
    expect(await dialog.locator('.qr-code').count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.context().close();
    await demo.stop();
  });
});

// A machine in no network has no such address: there is nothing to open then.
describe.runIf(address !== undefined)('the demo with DEMO_LAN', () => {
  let demo: RunningDemo;
  beforeAll(async () => {
    demo = await startDemo(folder, undefined, { DEMO_LAN: 'on' });
  });
  afterAll(() => demo?.stop());

  it('leads a phone to the shop by a QR code, where a customer pays', async () => {
    const { port } = new URL(demo.shop);
    const room = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      colorScheme: 'dark',
      ignoreHTTPSErrors: true,
    });
    const page = await room.newPage();
    // Whoever has the old address in mind is led to the one that works everywhere.
    await page.goto(`http://localhost:${port}/?scenario=paid&name=Nordlicht&accent=%236d3fd1`);
    expect(page.url()).toContain(`https://${address}:${port}/`);
    await page.locator('.timeline').getByText('live').waitFor();
    await page.getByRole('button', { name: 'On a phone' }).click();
    const dialog = page.getByRole('dialog', { name: 'On a phone' });
    const found = await scan(dialog.locator('.qr-code'));
    expect(found).toBe(`https://${address}:${port}/shop?name=Nordlicht&accent=%236d3fd1`);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await room.close();

    const phone = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      ignoreHTTPSErrors: true,
    });
    const shop = await phone.newPage();
    const elsewhere: string[] = [];
    shop.on('request', (asked) => {
      const url = new URL(asked.url());
      if (url.protocol.startsWith('http') && url.hostname !== address) elsewhere.push(asked.url());
    });
    await shop.goto(found ?? '');
    await shop.getByText('Nordlicht').first().waitFor();
    await shop.getByRole('link', { name: /^Pay/ }).tap();
    await payByCard(inDialog(shop), CARDS.paid);
    await shop.locator('.result[data-outcome="completed"]').waitFor();
    await expect.poll(() => demo.printed()).toMatch(/paid {5}MORROW-/);
    // Nothing of it is of a machine that the phone cannot reach.
    expect(elsewhere).toEqual([]);
    await phone.close();
  });

  it('says what is open, and keeps the inspector to this machine', async () => {
    expect(demo.printed()).toContain(`whoever reaches ${address}`);
    expect(demo.printed()).toMatch(/([0-9A-F]{2}:){31}[0-9A-F]{2}/);
    const { port } = new URL(demo.gateway);
    const outside = `https://${address}:${port}/_sandbox`;
    expect(await ask(outside, `${address}:${port}`)).toMatch(/^403/);
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`]) {
      expect(await ask(outside, host)).toMatch(/^421/);
    }
    expect((await fetch(`${demo.gateway}/_sandbox`)).status).toBe(200);
  });

  it('keeps its certificate over a restart, and refuses an address that this machine has not', async () => {
    const fingerprint = /([0-9A-F]{2}:){31}[0-9A-F]{2}/;
    const before = fingerprint.exec(demo.printed())?.[0];
    await demo.stop();
    demo = await startDemo(folder, undefined, { DEMO_LAN: address ?? '' });
    expect(fingerprint.exec(demo.printed())?.[0]).toBe(before);
    await expect(startDemo(folder, undefined, { DEMO_LAN: '203.0.113.1' })).rejects.toThrow(
      'DEMO_LAN is "203.0.113.1"',
    );
  });
});
