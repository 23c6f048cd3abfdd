import { describe, expect, it } from 'vitest';
import { createCheckoutHandler } from '../../../src/merchant/createCheckoutHandler.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { fakeGateway } from '../../support/fakeGateway.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';

const SESSIONS = 200;

/** Ids and secrets of many sessions, as the gateway is told them. */
async function made(): Promise<{ ids: string[]; secrets: string[] }> {
  const harness = handlerHarness();
  for (let n = 0; n < SESSIONS; n++) await harness.session(`A-${n}`);
  const paths = harness.gateway.created.map(({ callBackUrl }) => new URL(callBackUrl).pathname.split('/'));
  return {
    ids: paths.map((path) => path.at(-2) ?? ''),
    secrets: paths.map((path) => path.at(-1) ?? ''),
  };
}

describe.each(['ids', 'secrets'] as const)('T28 T27 session %s', (which) => {
  it('are 128 bits, each of them random', async () => {
    const names = (await made())[which];
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/);
    const bits = names.map((name) => BigInt(`0x${name}`).toString(2).padStart(128, '0'));
    for (let at = 0; at < 128; at++) {
      // A fair bit is the same 200 times in a row once in 10^59 runs.
      expect(new Set(bits.map((each) => each[at])).size, `bit ${at}`).toBe(2);
    }
    // Nor does any byte repeat another, as when few random bits are spread over many places.
    const column = (at: number) => names.map((name) => name.slice(2 * at, 2 * at + 2)).join();
    expect(new Set(Array.from({ length: 16 }, (_, at) => column(at))).size).toBe(16);
    expect(new Set(names).size).toBe(SESSIONS);
  });
});

it('T28 an id tells nothing of its session’s secret', async () => {
  const { ids, secrets } = await made();
  ids.forEach((id, n) => {
    const secret = secrets[n] ?? '';
    expect(secret).not.toBe(id);
    expect(secret.slice(0, 8)).not.toBe(id.slice(0, 8));
    expect(secret.slice(-8)).not.toBe(id.slice(-8));
  });
});

it('T28 all of it comes from the platform’s own source, and none of it is used twice', async () => {
  const asked: number[] = [];
  let next = 0;
  let uuids = 0;
  const made: { id: string; secret: string; correlationId: string; unique: string }[] = [];
  const gateway = fakeGateway();
  const store = memoryStore();
  const handler = createCheckoutHandler(
    {
      gateway,
      store,
      publicUrl: 'https://shop.example/checkout',
      authorize: 'anyone',
      resolveOrder: (order) => ({ orderReference: String(order), amount: '49.90', currency: 'EUR' }),
      sweepEveryMs: false,
    },
    {
      randomBytes(count) {
        asked.push(count);
        return new Uint8Array(count).fill(++next);
      },
      uuid: () => `uuid-${++uuids}`,
    },
  );
  for (const order of ['A-1', 'A-2']) {
    await handler.createSession(order);
    const request = gateway.created.at(-1);
    const [id = '', secret = ''] = request?.callBackUrl.split('/').slice(-2) ?? [];
    const record = (await store.getSession(id))?.value;
    made.push({
      id,
      secret,
      correlationId: record?.correlationId ?? '',
      unique: record?.uniqueReference ?? '',
    });
  }
  const values = made.flatMap(({ id, secret, correlationId }) => [id, secret, correlationId]);
  // Each is one draw, whole: the same byte in all its places, and none of another draw.
  for (const value of values) expect(value).toMatch(/^([0-9a-f]{2})\1+$/);
  expect(new Set(values.map((value) => value.slice(0, 2))).size).toBe(values.length);
  expect(values.map((value) => value.length / 2)).toEqual([16, 16, 8, 16, 16, 8]);
  expect(asked.filter((count) => count < 8)).toEqual([]);
  expect(made.map(({ unique }) => unique)).toEqual(['uuid-1', 'uuid-2']);
  await handler.close();
});
