import { expect, it } from 'vitest';
import { openForApp } from '../../../src/merchant/session/openForApp.ts';
import type { SessionRecord } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { modeStore } from '../../../src/merchant/store/modeStore.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

/*
 * Which app the customer goes back to is in the session's log: once for each time that it changes.
 */

const order = { orderReference: 'A-1', amount: '49.90', currency: 'EUR' };

async function open(apps: readonly string[], change: Partial<SessionRecord> = {}) {
  const memory = modeStore(memoryStore({ now: () => 0 }), true);
  await memory.createSession(sessionRecord(change), [], 9_000_000);
  let reads = 0;
  const context = {
    store: {
      ...memory,
      listEvents: async (id: string) => {
        reads += 1;
        return memory.listEvents(id);
      },
    },
    clock: async () => 0,
    decimals: undefined,
    gateway: { test: true, profile: { redirect: { declineEndsPage: false } } },
    publicAddress: { publicUrl: 'https://shop.example/checkout', publicOrigin: 'https://shop.example' },
    timeouts: { reusablePageMs: 20_000, createPageMs: 10_000, concurrentRequestMs: 0 },
    limits: { pendingHoldMs: 0 },
    settings: { appReturnUrls: new Map(apps.map((name) => [name, `${name}://paid`])) },
  } as never;
  const ask = async (app?: string | null) => {
    const result = await openForApp(context, order, {
      reason: 'open',
      previous: null,
      correlationId: 'c0ffee00c0ffee00',
      order: '"A-1"',
      ...(app === undefined ? {} : { app }),
    });
    return result.kind;
  };
  const log = async () => (await memory.listEvents(sessionRecord().id)).map(({ type, data }) => [type, data]);
  return { ask, log, reads: () => reads };
}

it('is noted for each page that is handed out, where it is another than before', async () => {
  const { ask, log } = await open(['ios', 'android']);
  for (const app of [undefined, null, 'ios', 'ios', 'android', null, null, undefined]) {
    expect(await ask(app)).toBe('session');
  }
  expect(await log()).toEqual([
    ['app_chosen', { app: 'ios' }],
    ['app_chosen', { app: 'android' }],
    ['app_chosen', { app: null }],
  ]);
});

it('is read for nobody where there are no apps', async () => {
  const { ask, log, reads } = await open([]);
  expect(await ask('ios')).toBe('session');
  expect([await log(), reads()]).toEqual([[], 0]);
});

it('is nothing to note where no page is handed out', async () => {
  const { ask, log, reads } = await open(['ios'], { status: 'completed', paidAt: 1 });
  expect(await ask('ios')).toBe('completed');
  expect([await log(), reads()]).toEqual([[], 0]);
});
