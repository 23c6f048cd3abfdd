import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { createSandbox } from 'hpp-checkout/sandbox';
import { createCheckoutHandler, createGateway, memoryStore } from 'hpp-checkout/server';
import { toNodeHandler } from 'hpp-checkout/server/node';

const here = import.meta.dirname;
const packages = createRequire(import.meta.url);
const folderOf = (name: string) => dirname(packages.resolve(`${name}/package.json`));

/** Runs a program to its end. */
async function run(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: here, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  assert.equal(code, 0, said);
  return said;
}

// A shop with its sandbox, at free ports.
const sandbox = createSandbox();
const { url: baseUrl } = await sandbox.listen();
const dist = dirname(packages.resolve('hpp-checkout/hpp-checkout.js'));
const server = createServer();
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
const shop = `http://localhost:${(server.address() as AddressInfo).port}`;
const shipped: string[] = [];
const handler = createCheckoutHandler({
  gateway: createGateway({ baseUrl, ...sandbox.credentials, test: true }),
  store: memoryStore(),
  publicUrl: `${shop}/checkout`,
  authorize: 'anyone',
  resolveOrder: (order) => ({ orderReference: String(order), amount: '49.90', currency: 'EUR' }),
  onPayment: ({ orderReference }) => void shipped.push(orderReference),
});
const checkout = toNodeHandler(handler);
server.on('request', (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', shop);
  if (pathname.startsWith('/checkout/')) return void checkout(request, response);
  if (/^\/hpp-checkout[\w.-]*\.js$/.test(pathname))
    return void response.setHeader('content-type', 'text/javascript').end(readFileSync(join(dist, pathname)));
  response.setHeader('content-type', 'text/html').end(
    `<!doctype html><title>Shop</title><script async src="/hpp-checkout.js"></script>
    <a href="#" data-hpp-checkout data-session="/checkout/session" data-order="${searchParams.get('order')}" data-success-url="/thanks">Pay</a>`,
  );
});

try {
  // The suite of a store, under Node's own runner.
  assert.match(await run('--import', 'tsx', '--test', 'store.test.ts'), /# fail 0/);

  // Component tests.
  const vitest = join(folderOf('vitest'), 'vitest.mjs');
  assert.match(await run(vitest, 'run', '--testTimeout=60000', 'basket', 'pay.test'), /3 passed/);

  // Without a browser.
  const program = join(here, 'paid-order.ts');
  writeFileSync(program, readFileSync(program, 'utf8').replace('http://localhost:3000', shop));
  assert.equal((await run('--import', 'tsx', 'paid-order.ts')).trim(), 'completed true');

  // With one.
  // Without its windows and menus where that is installed, as the journeys of this package are.
  const shell = '/usr/lib/chromium/chromium-headless-shell';
  const launchOptions = {
    executablePath: process.env.CHROMIUM ?? (existsSync(shell) ? shell : '/usr/bin/chromium'),
    args: ['--no-sandbox'],
  };
  const config = {
    testMatch: 'checkout.spec.ts',
    use: { baseURL: shop, launchOptions },
    reporter: 'line',
    // Other tests run beside this one.
    timeout: 120_000,
    expect: { timeout: 60_000 },
  };
  writeFileSync(join(here, 'driver.config.mjs'), `export default ${JSON.stringify(config)};`);
  // The order of the program above is paid.
  const spec = join(here, 'checkout.spec.ts');
  writeFileSync(spec, readFileSync(spec, 'utf8').replace('A-1001', 'A-1003'));
  await run(join(folderOf('@playwright/test'), 'cli.js'), 'test', '-c', 'driver.config.mjs');
  assert.deepEqual(shipped, ['A-1001', 'A-1003', 'A-1002']);
} finally {
  server.closeAllConnections();
  server.close();
  await handler.close();
  await sandbox.close();
}
