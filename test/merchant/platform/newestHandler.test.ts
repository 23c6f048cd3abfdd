import { afterEach, expect, it, vi } from 'vitest';
import { createCheckoutHandler } from '../../../src/merchant/createCheckoutHandler.ts';
import { type CheckoutHandlerOptions, type Logger, memoryStore } from '../../../src/merchant/index.ts';
import { fakeGateway } from '../../support/fakeGateway.ts';

interface Started {
  name: string;
  close(): Promise<void>;
  fetch: ReturnType<typeof createCheckoutHandler>['fetch'];
}

const started: Started[] = [];
/** Who has swept since it was last emptied. */
const swept = new Set<string>();
const lines: string[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const handler of started.splice(0)) await handler.close();
  swept.clear();
  lines.length = 0;
});

function start(name: string, change: Partial<CheckoutHandlerOptions> = {}): Started {
  const store = memoryStore();
  const line = (level: string) => (_: object, message: string) =>
    void lines.push(`${name} ${level} ${message}`);
  const logger: Logger = { debug: line('debug'), info() {}, warn: line('warn'), error: line('error') };
  const handler = createCheckoutHandler({
    gateway: fakeGateway(),
    store: {
      ...store,
      claimDue: (...given) => {
        swept.add(name);
        return store.claimDue(...given);
      },
    },
    publicUrl: 'https://shop.example/checkout',
    authorize: 'anyone',
    resolveOrder: () => null,
    sweepEveryMs: 1,
    logger,
    ...change,
  });
  const running = { name, close: handler.close, fetch: handler.fetch };
  started.push(running);
  return running;
}

/** Who sweeps from now on: two rounds of whoever is known to go on. */
async function sweepers(goingOn: string): Promise<string[]> {
  const found = new Set<string>();
  for (let round = 0; round < 3; round++) {
    swept.clear();
    await expect.poll(() => swept.has(goingOn), { interval: 1 }).toBe(true);
    if (round > 0) for (const name of swept) found.add(name);
  }
  return [...found].sort();
}

it('only the newest handler of an address sweeps, as after a hot reload; the older one says so at debug', async () => {
  const older = start('older');
  expect(await sweepers('older')).toEqual(['older']);
  start('newer');
  expect(await sweepers('newer')).toEqual(['newer']);
  expect(lines.filter((line) => line.startsWith('older debug A newer handler of this address'))).toHaveLength(
    1,
  );
  expect(lines.filter((line) => line.includes('TEST MODE'))).toEqual([expect.stringMatching(/^older warn/)]);
  // It still answers what reaches it.
  expect((await older.fetch(new Request('https://shop.example/checkout/health'))).status).toBe(200);
  start('newest');
  expect(await sweepers('newest')).toEqual(['newest']);
});

it('handlers of several merchants, and of both modes, go on side by side', async () => {
  start('one');
  start('two', { publicUrl: 'https://shop.example/two/checkout' });
  start('three', { publicUrl: 'https://three.example/checkout' });
  start('live', { gateway: fakeGateway({ test: false }) });
  await expect.poll(() => [...swept].sort()).toEqual(['live', 'one', 'three', 'two']);
  swept.clear();
  await expect.poll(() => [...swept].sort()).toEqual(['live', 'one', 'three', 'two']);
});

it('an older one that is closed leaves the newer one alone, and a closed one makes room', async () => {
  const older = start('older');
  start('newer');
  await older.close();
  expect(await sweepers('newer')).toEqual(['newer']);
  start('newest');
  expect(lines.filter((line) => line.startsWith('newer debug A newer handler'))).toHaveLength(1);
});

it('in production each goes on: nothing is evaluated twice there', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  start('one');
  start('two');
  await expect.poll(() => [...swept].sort()).toEqual(['one', 'two']);
  swept.clear();
  await expect.poll(() => [...swept].sort()).toEqual(['one', 'two']);
});
