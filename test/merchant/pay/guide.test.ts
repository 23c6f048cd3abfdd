import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createCheckoutHandler } from '../../../src/merchant/createCheckoutHandler.ts';
import type { CheckoutHandler, CheckoutHandlerOptions } from '../../../src/merchant/options.ts';
import { sqliteStore } from '../../../src/merchant/store/sqlite.ts';
import { fakeGateway } from '../../support/fakeGateway.ts';

/*
 * The blocks of demo/docs/pay-links.md run as they stand, on a gateway of the test's.
 */

const guide = readFileSync(new URL('../../../demo/docs/pay-links.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/^```js[^\n]*\n(.*?)^```/gms)].map(([, code = '']) => code);
const folder = mkdtempSync(join(tmpdir(), 'pay-links-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('the guide’s own code makes a link, takes it back, and makes a session without a browser', async () => {
  const code = blocks.join('\n').replace(/^import .*$/gm, '');
  const gateway = fakeGateway();
  const printed: unknown[] = [];
  let handler: CheckoutHandler | undefined;
  const run = new Function(
    'createCheckoutHandler',
    'gatewayFromEnv',
    'sqliteStore',
    'process',
    'console',
    `return (async () => {${code}\n})()`,
  );
  await run(
    (options: CheckoutHandlerOptions) => {
      handler = createCheckoutHandler({ ...options, sweepEveryMs: false });
      return handler;
    },
    () => gateway,
    () => sqliteStore(join(folder, 'checkout.db')),
    { env: { PUBLIC_URL: 'https://shop.example/checkout', PAY_LINK_SECRET: 'f'.repeat(64) } },
    { log: (text: unknown) => printed.push(text) },
  );
  const [link] = printed as [string];
  expect(link).toMatch(/^https:\/\/shop\.example\/checkout\/pay\?link=1\./);
  expect(link.length).toBeLessThan(230);
  expect((await handler?.fetch(new Request(link)))?.status).toBe(410);
  expect(gateway.created.map(({ orderReference }) => orderReference)).toEqual(['A-1001']);
  await handler?.close();
});
