import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launch } from '../support/engines.ts';
import { freePort } from '../support/freePort.ts';
import { CARDS, hostedFrame, payByCard } from '../support/hostedPage.ts';
import { size } from '../support/size.ts';
import { until } from '../support/until.ts';
import { run, type Started, start } from './init/command.ts';
import { binOf, hasNodes, OTHER_NODES } from './quickstart/nodes.ts';
import { blocksOf, commandOf, commandsOf, fileOf } from './quickstart/page.ts';
import { packPackage } from './runtimes/packPackage.ts';

const PAGE = 'demo/docs/quickstart.md';
const THIN = 'demo/docs/thin-helper.md';
const MINUTES = 60_000;

/*
 * What the pages say, typed as it stands there, in an empty folder. Two things differ: the package comes from the tarball, and
 * the ports are free ones. By HTTP on Node 20, 22 and 24, in a browser on the running Node; with HPP_WHOLE=1
 * (`npm run test:quickstart`) each of them installs and is paid in a browser.
 */
const scratch = mkdtempSync(join(tmpdir(), 'hpp-checkout-quickstart-'));
let tarball = '';
let browser: Browser;
let ports: { shop: number; gateway: number };
beforeAll(async () => {
  tarball = packPackage(scratch).tarball;
  browser = await launch('chromium');
  ports = { shop: await freePort(), gateway: await freePort() };
}, 2 * MINUTES);
afterAll(async () => {
  await browser?.close();
  rmSync(scratch, { recursive: true, force: true });
});

const movePorts = (text: string) =>
  text.replaceAll('3000', `${ports.shop}`).replaceAll('4010', `${ports.gateway}`);
const shop = () => `http://localhost:${ports.shop}`;
const gateway = () => `http://127.0.0.1:${ports.gateway}`;

const running: Started[] = [];
afterEach(async () => {
  for (const program of running.splice(0)) {
    program.kill();
    await program.interrupt();
  }
});

/** Starts a command in the folder, and waits for what it prints when it is ready. */
async function started(line: string, folder: string, ready: string, bin?: string): Promise<Started> {
  const program = start(line, folder, bin);
  running.push(program);
  await until(() => program.printed().includes(ready)).catch((error) => {
    throw new Error(`${line}: ${error}\n${program.printed()}`);
  });
  return program;
}

/** Step 1, in a folder of its own. @returns the folder of the shop. */
async function install(name: string, bin?: string): Promise<string> {
  const folder = join(scratch, name);
  const line = commandOf(PAGE, 'mkdir').replace(
    /^npm install hpp-checkout$/m,
    `npm install --no-audit --no-fund --prefer-offline ${tarball}`,
  );
  expect(line).toContain(tarball);
  await run(`mkdir ${folder} && cd ${folder}\nset -e\n${line}`, scratch, bin);
  return join(folder, 'shop');
}

/** Steps 3 and 4. */
async function startShop(folder: string, file: string, bin?: string): Promise<Started> {
  const line = `${commandOf(PAGE, 'npx hpp-checkout sandbox')} --port ${ports.gateway}`;
  await started(line, folder, 'Ctrl-C ends it', bin);
  const command = commandOf(PAGE, 'node --env-file').replace('server.mjs', file);
  return started(command, folder, 'Shop at', bin);
}

function writeByHand(folder: string): void {
  for (const file of ['.env', 'server.mjs']) writeFileSync(join(folder, file), movePorts(fileOf(PAGE, file)));
}

/** Step 5. */
async function payInBrowser(server: Started): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(shop());
  await page.getByText('Pay €49.90').click();
  await payByCard(await hostedFrame(page, gateway()), CARDS.paid);
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await context.close();
  const [printed] = blocksOf(PAGE).filter(({ language }) => language === 'text');
  await until(() => server.printed().includes(printed?.text ?? 'the page says what is printed'));
}

/** What the button would ask for. */
async function openSession(): Promise<number> {
  const reply = await fetch(`${shop()}/checkout/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop() },
    body: JSON.stringify({ order: 'A-1001', reason: 'open' }),
  });
  return reply.status;
}

describe('the quickstart', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await install('running');
  }, 3 * MINUTES);

  it('is paid with init, as the page says', { timeout: 3 * MINUTES }, async () => {
    const said = await run(commandOf(PAGE, 'npx hpp-checkout init'), folder);
    expect(said).toContain(commandOf(PAGE, 'node --env-file'));
    writeFileSync(join(folder, '.env'), movePorts(readFileSync(join(folder, '.env'), 'utf8')));
    await payInBrowser(await startShop(folder, 'server.mjs'));
  });

  it('is paid by hand, and the doctor has nothing to say', { timeout: 3 * MINUTES }, async () => {
    writeByHand(folder);
    const server = await startShop(folder, 'server.mjs');
    await run(movePorts(commandOf(PAGE, 'npx hpp-checkout doctor')), folder);
    await payInBrowser(server);
  });

  it('the thin helper is paid, refuses what is forged, and asks when a notification is lost', async () => {
    writeByHand(folder);
    writeFileSync(join(folder, 'thin.mjs'), fileOf(THIN, 'thin.mjs'));
    const server = await startShop(folder, 'thin.mjs');
    const pay = () => fetch(`${shop()}/checkout/pay`, { redirect: 'manual' });
    const first = await pay();
    expect([first.status, first.headers.get('location')]).toEqual([303, expect.stringContaining(gateway())]);
    const forged = await fetch(`${shop()}/checkout/notify`, {
      method: 'POST',
      headers: { signature: 'Zm9yZ2Vk' },
      body: '{"Status":"Processed"}',
    });
    expect(forged.status).toBe(401);
    const control = (path: string, body: object) =>
      fetch(`${gateway()}/_sandbox${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const triggered = await control('/trigger', { event: 'processed', orderReference: 'A-1001' });
    await until(() => server.printed().includes('Paid: A-1001, 49.90 EUR'));
    const { transaction } = (await triggered.json()) as { transaction: { uniqueReference: string } };
    const back = await fetch(`${shop()}/checkout/back/${transaction.uniqueReference}`);
    expect(await back.text()).toBe('Thank you');
    expect(server.printed().match(/Paid:/g)).toHaveLength(1);
    expect((await fetch(`${shop()}/checkout/nothing`)).status).toBe(404);
  });

  for (const version of OTHER_NODES) {
    it.skipIf(!hasNodes)(`runs on Node ${version}`, { timeout: 5 * MINUTES }, async () => {
      const bin = binOf(version);
      const shopFolder = size(false, true) ? await install(`node-${version}`, bin) : folder;
      writeByHand(shopFolder);
      expect(await run('node --version', shopFolder, bin)).toMatch(new RegExp(`^v${version}\\.`));
      const server = await startShop(shopFolder, 'server.mjs', bin);
      if (size(false, true)) await payInBrowser(server);
      else expect(await openSession()).toBe(201);
    });
  }
});

describe('the README', () => {
  it('has the quickstart’s own server and commands', () => {
    expect(fileOf('README.md', 'server.mjs')).toBe(fileOf(PAGE, 'server.mjs'));
    const ofPage = commandsOf(PAGE).flatMap((text) => text.split('\n'));
    const [begin = '', inSecondTerminal = ''] = commandsOf('README.md');
    const ofReadme = `${begin}\n${inSecondTerminal}`.split('\n').map((line) => line.replace(/ +#.*$/, ''));
    expect(ofReadme.filter((line) => !ofPage.includes(line))).toEqual([]);
  });

  it('and the page stay short', () => {
    expect(fileOf(PAGE, 'server.mjs').split('\n').length).toBeLessThanOrEqual(42);
    expect(fileOf(THIN, 'thin.mjs').split('\n').length).toBeLessThanOrEqual(51);
  });
});
