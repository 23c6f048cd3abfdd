import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/index.ts';
import { launch } from '../support/engines.ts';
import { CARDS, hostedFrame, payByCard } from '../support/hostedPage.ts';
import { until } from '../support/until.ts';
import { FRAMEWORKS } from './guides/frameworks.ts';
import { guideProject, type RunningShop } from './guides/guideProject.ts';

/*
 * The guide to each framework, followed to the letter by a program: the packed package in a new project, the files of the page,
 * the framework's own strict settings and its build for production, and an order that is paid in a browser. A run of the suite
 * follows the first guide, `npm run test:guides` all of them, one after the other.
 */
const followed = process.env.HPP_WHOLE === '1' ? FRAMEWORKS : FRAMEWORKS.slice(0, 1);
const BUILD_MS = 600_000;
/** Some hundred megabytes of small files. */
const REMOVE_MS = 60_000;

const sandbox = createSandbox({ mode: 'fast' });
let gateway = '';
let browser: Browser;
beforeAll(async () => {
  browser = await launch('chromium');
  gateway = (await sandbox.listen()).url;
});
afterAll(async () => {
  await browser?.close();
  await sandbox.close();
});

describe.each(followed)('the guide to $name', (framework) => {
  let project: Awaited<ReturnType<typeof guideProject>>;
  let shop: RunningShop;
  beforeAll(async () => {
    project = await guideProject(framework);
    const { clientId, clientSecret, signatureSecret } = sandbox.credentials;
    shop = await project.start({
      HPP_BASE_URL: gateway,
      HPP_CLIENT_ID: clientId,
      HPP_CLIENT_SECRET: clientSecret,
      HPP_SIGNATURE_SECRET: signatureSecret,
      HPP_TEST: 'true',
    });
  }, BUILD_MS);
  afterAll(() => {
    shop?.kill();
    project?.remove();
  }, REMOVE_MS);

  it('is paid in a browser, without a complaint, and ships once', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      const isOurs =
        message.location().url.startsWith(shop.url) && !message.location().url.endsWith('/favicon.ico');
      if (isOurs && ['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(shop.url);
    await page.getByText('Pay €49.90', { exact: true }).click();
    await payByCard(await hostedFrame(page, gateway), CARDS.paid);
    await page.waitForURL(`${shop.url}/thanks`);
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    expect(complaints).toEqual([]);
    await until(() => shop.output().includes('ship A-1001'));
    expect(shop.output().split('ship A-1001').length).toBe(2);
    await page.close();
  });

  it('hears a signed notification by its raw body, refuses a forged one, and another site', async () => {
    const { callBackUrl = '' } =
      sandbox.transactions.list().find(({ callBackUrl: to }) => to.startsWith(shop.url)) ?? {};
    const body = JSON.stringify({
      PspId: '1',
      Status: 'Processed',
      OrderReference: 'A-1001',
      UniqueReference: 'x',
      Amount: '1.00',
      Currency: 'EUR',
    });
    const headers = { 'content-type': 'application/json' };
    const forged = await fetch(callBackUrl, {
      method: 'POST',
      headers: { ...headers, signature: 'Zm9yZ2Vk' },
      body,
    });
    expect(forged.status).toBe(401);
    const [sent] = sandbox.notifications.list().filter(({ url }) => url === callBackUrl);
    expect(sent?.attempts.at(-1)).toMatchObject({ status: 200 });
    const elsewhere = await fetch(`${shop.url}/checkout/session`, {
      method: 'POST',
      headers: { ...headers, origin: 'https://elsewhere.example' },
      body: JSON.stringify({ order: 'A-1002', reason: 'open' }),
    });
    expect(elsewhere.status).toBe(403);
  });

  it('ends at SIGTERM', async () => {
    await shop.terminate();
    expect(shop.output()).not.toMatch(/UnhandledPromiseRejection|Error:/);
  });
});
