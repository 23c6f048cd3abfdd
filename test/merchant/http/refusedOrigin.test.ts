import { expect, it } from 'vitest';
import { handlerHarness } from '../../support/handlerHarness.ts';

const ORIGIN = 'https://other.example';

function open() {
  const warnings: { fields: Record<string, unknown>; message: string }[] = [];
  const logger = {
    debug() {},
    info() {},
    error() {},
    warn: (fields: object, message: string) => void warnings.push({ fields: fields as never, message }),
  };
  const harness = handlerHarness({ handler: { logger } });
  warnings.length = 0;
  return { harness, warnings };
}

it('a refused origin is logged: which, which are allowed, and which option to change', async () => {
  const { harness, warnings } = open();
  expect((await harness.open('A-1', {}, { origin: ORIGIN })).status).toBe(403);
  expect(warnings).toEqual([
    {
      fields: { origin: ORIGIN, allowed: ['https://shop.example', 'https://www.shop.example'] },
      message: expect.stringMatching(
        /add its origin to allowedOrigins; if it is at the address of publicUrl, publicUrl names another/,
      ),
    },
  ]);
});

it('also at the preflight, since the browser then sends nothing further, and when the status is read', async () => {
  const { harness, warnings } = open();
  const preflight = await harness.fetch('/session', {
    method: 'OPTIONS',
    headers: { origin: ORIGIN, 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe(null);
  expect(warnings).toHaveLength(1);
  await harness.get(`/session/${'0'.repeat(32)}`, { origin: ORIGIN });
  expect(warnings).toHaveLength(2);
});

it('pages that are allowed, and who sends no origin, leave no line', async () => {
  const { harness, warnings } = open();
  expect((await harness.open('A-1')).status).toBe(201);
  expect((await harness.open('A-2', {}, { origin: 'https://www.shop.example' })).status).toBe(201);
  await harness.get(`/session/${'0'.repeat(32)}`);
  expect(warnings).toEqual([]);
});

it('T72 a flood of them fills no log, and no line is long', async () => {
  const { harness, warnings } = open();
  for (let n = 0; n < 50; n++)
    await harness.open('A-1', {}, { origin: `https://${'a'.repeat(5_000)}.${n}.example` });
  expect(warnings).toHaveLength(10);
  expect(JSON.stringify(warnings[0]).length).toBeLessThan(1_000);
  harness.advance(60_000);
  await harness.open('A-1', {}, { origin: ORIGIN });
  expect(warnings[10]?.fields).toMatchObject({ origin: ORIGIN, leftOut: 40 });
});
