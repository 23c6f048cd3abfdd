import { describe, expect, it } from 'vitest';
import { newEvent } from '../../../src/merchant/observe/events.ts';
import { returnProof } from '../../../src/merchant/record/returnProof.ts';
import { receiveCustomer } from '../../../src/merchant/return/receiveCustomer.ts';
import type { NewEvent, SessionRecord } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { modeStore } from '../../../src/merchant/store/modeStore.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

/*
 * What a return asks of the others, and the whole of what it makes known.
 */

const NOW = 50_000;
const opened = [
  newEvent('session_created', { language: 'it' }),
  newEvent('session_opened', { pageOrigin: 'https://pay.example' }),
];

async function come(
  change: Partial<SessionRecord> = {},
  {
    events = opened,
    isPrefetch = false,
    isDown = false,
  }: { events?: readonly NewEvent[]; isPrefetch?: boolean; isDown?: boolean } = {},
) {
  const record = sessionRecord(change);
  const store = modeStore(memoryStore({ now: () => NOW }), true);
  await store.createSession(record, events, NOW);
  const asked: unknown[] = [];
  const run: string[] = [];
  const failed: unknown[] = [];
  const arrival = await receiveCustomer(
    {
      store: isDown ? { ...store, getSession: () => Promise.reject(new Error('gone')) } : store,
      clock: async () => NOW,
      emit: () => {},
      settler: {
        sync: async (...given) => {
          asked.push(given);
          return { finished: Promise.resolve() } as never;
        },
      },
      background: { run: (name: string) => run.push(name) } as never,
      failures: { failed: (...given: unknown[]) => failed.push(given), succeeded: () => {} },
    },
    { id: record.id, proof: await returnProof(record), isPrefetch },
  );
  return { record, arrival, asked, run, failed };
}

describe('a customer who comes back', () => {
  it('is known by all that the session’s log says, and the gateway is polled at its own pace', async () => {
    const { record, arrival, asked, run, failed } = await come({ status: 'open' });
    expect(arrival).toEqual({
      kind: 'known',
      session: { ...record, returnedAt: NOW, sentBackAt: NOW },
      language: 'it',
      pageOrigin: 'https://pay.example',
      app: null,
      isProcessing: false,
    });
    expect(asked).toEqual([[record.id, { force: false }]]);
    expect(run).toEqual(['sync after a return']);
    expect(failed).toEqual([]);
  });

  it.each([
    ['completed', 0],
    ['failed', 1],
    ['expired', 1],
    ['unresolved', 1],
  ] as const)('of a session that is %s has the gateway polled %i times', async (status, times) => {
    const { record, arrival, asked, run } = await come({ status });
    expect(arrival).toMatchObject({ kind: 'known', session: record });
    expect([asked.length, run.length]).toEqual([times, times]);
  });

  it('is not back where the browser fetches ahead', async () => {
    const { record, arrival, asked } = await come({ status: 'open' }, { isPrefetch: true });
    expect(arrival).toMatchObject({ kind: 'known', session: record });
    expect(asked).toEqual([]);
  });

  it('comes once more where the money comes later', async () => {
    const later = { status: 'pending', returnedAt: 10_000, sentBackAt: 10_000, checkedAt: 20_000 } as const;
    const { arrival } = await come(later, { events: [...opened, newEvent('pending')] });
    expect(arrival).toMatchObject({ isProcessing: true });
  });

  it('has no language and no page where the log has none, or has what is no text', async () => {
    const odd = [
      newEvent('session_created', { language: 7 }),
      newEvent('session_opened', { pageOrigin: { is: 'none' } }),
    ];
    for (const events of [odd, []]) {
      const { arrival } = await come({}, { events });
      expect(arrival).toMatchObject({ kind: 'known', language: null, pageOrigin: null });
    }
  });

  it('F42 whose session cannot be read is a failure of the store, by its session', async () => {
    const { record, arrival, asked, failed } = await come({}, { isDown: true });
    expect(arrival).toEqual({ kind: 'unclear' });
    expect(asked).toEqual([]);
    expect(failed).toEqual([
      ['store', new Error('gone'), 'A return could not be recorded', { sessionId: record.id }],
    ]);
  });
});
