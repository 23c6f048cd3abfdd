import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

const started: HandlerHarness[] = [];
beforeEach(() => vi.stubEnv('NODE_ENV', 'production'));
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const { handler } of started.splice(0)) await handler.close();
});

it.each([
  [true, 'TEST MODE: no payment at this address moves money'],
  [false, 'LIVE: payments at this address move money'],
])('says at start-up through the logger whether money moves, once: test %s', async (test, sentence) => {
  const warnings: [object, string][] = [];
  const logger = {
    debug() {},
    info() {},
    error() {},
    warn: (...line: [object, string]) => void warnings.push(line),
  };
  const harness = handlerHarness({ gateway: { test }, handler: { logger } });
  started.push(harness);
  await harness.session('A-1');
  expect(warnings).toEqual([
    [{ test, publicUrl: 'https://shop.example/checkout' }, expect.stringContaining(sentence)],
  ]);
});

it('is written to the console where there is no logger', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  started.push(handlerHarness({ handler: { logger: undefined as never } }));
  expect(warn.mock.calls.flat().join()).toContain('TEST MODE');
  warn.mockRestore();
});
