import { beforeEach, describe, expect, it } from 'vitest';
import { createDetailsDelivery, hasDetails } from '../../../src/merchant/settle/deliverDetails.ts';
import { type KnownDetails, toPayment } from '../../../src/merchant/settle/toPayment.ts';
import type { DetailsSource } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { type ModeStore, modeStore } from '../../../src/merchant/store/modeStore.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

const TOKEN = '7d5b0e2a-1c44-4f0e';
const paid = sessionRecord({ status: 'completed', paidAt: 1 });
const details = (cardToken: string | null): KnownDetails => ({ cardToken, authCode: '831000' }) as never;

describe('the details of a payment', () => {
  let store: ModeStore;
  /** What the hook is told, and with which attempt. */
  let told: unknown[];
  let emitted: string[];
  let lines: unknown[];
  /** What the next calls of the hook throw. */
  let failures: unknown[];

  beforeEach(async () => {
    store = modeStore(memoryStore({ now: () => 5 }), true);
    await store.createSession(paid, [], 5);
    told = [];
    emitted = [];
    lines = [];
    failures = [];
  });

  const open = (hasHook = true) =>
    createDetailsDelivery({
      store,
      emit: (events) => void emitted.push(...events.map(({ type }) => type)),
      hooks: hasHook
        ? {
            onPaymentDetails: async (...given) => {
              told.push(given);
              const error = failures.shift();
              if (error !== undefined) throw error;
            },
          }
        : {},
      log: { error: (...line: unknown[]) => lines.push(line) } as never,
    });
  const record = async () => {
    const stored = await store.getSession(paid.id);
    return [stored?.value.details, stored?.value.detailsAttempts];
  };
  const events = async () => (await store.listEvents(paid.id)).map(({ type, data }) => [type, data]);

  it('are nobody’s where there is no hook: nothing is called and nothing written', async () => {
    expect(await open(false)(paid, details(TOKEN), 'notification')).toEqual({ delivered: true });
    expect([await record(), told, await events()]).toEqual([[null, 0], [], []]);
  });

  it('are told once for each source that has more than those before', async () => {
    const deliver = open();
    const steps: [DetailsSource, string | null, details: unknown, attempts: number][] = [
      ['status', null, 'status', 1],
      ['status', TOKEN, 'status', 1],
      ['notification', null, 'notification_without_token', 2],
      ['notification', null, 'notification_without_token', 2],
      ['status', TOKEN, 'notification_without_token', 2],
      ['notification', TOKEN, 'notification', 3],
      ['notification', null, 'notification', 3],
      ['status', TOKEN, 'notification', 3],
    ];
    for (const [source, token, ...expected] of steps) {
      expect(await deliver(paid, details(token), source)).toEqual({ delivered: true });
      expect(await record()).toEqual(expected);
    }
    const whole = (token: string | null, attempts: number, known: unknown) =>
      toPayment({ ...paid, detailsAttempts: attempts, details: known as never }, details(token), null);
    expect(told).toEqual([
      [whole(null, 1, null), 1],
      [whole(null, 2, 'status'), 2],
      [whole(TOKEN, 3, 'notification_without_token'), 3],
    ]);
    expect(await events()).toEqual([
      ['details_delivered', { source: 'status', attempt: 1 }],
      ['details_delivered', { source: 'notification', attempt: 2 }],
      ['details_delivered', { source: 'notification', attempt: 3 }],
    ]);
    expect(emitted).toEqual(Array(3).fill('details_delivered'));
  });

  it('that two bring at once are told once, those of another source or token beside them', async () => {
    const deliver = open();
    const given = [
      deliver(paid, details(TOKEN), 'notification'),
      deliver(paid, details('another-token'), 'notification'),
      deliver(sessionRecord({ id: 'f'.repeat(32) }), details(TOKEN), 'notification'),
    ];
    expect(given[0]).toBe(given[1]);
    await Promise.all(given);
    expect(told).toHaveLength(1);
    // Once it has ended, the next one is a delivery of its own.
    expect(deliver(paid, details(TOKEN), 'notification')).not.toBe(given[0]);
  });

  it('F45 that the hook did not take are told again; each failure is on record, and the third an alert, once', async () => {
    const deliver = open();
    failures = Array.from({ length: 4 }, () => new Error(`no row for ${TOKEN}`));
    for (let attempts = 1; attempts <= 4; attempts++) {
      expect(await deliver(paid, details(TOKEN), 'notification')).toEqual({ delivered: false, attempts });
      expect(await record()).toEqual([null, attempts]);
    }
    const facts = (attempt: number) => ({
      source: 'notification',
      attempt,
      error: 'Error: no row for [redacted]',
    });
    expect(await events()).toEqual([
      ['details_failed', facts(1)],
      ['details_failed', facts(2)],
      ['details_failed', facts(3)],
      ['details_failing', facts(3)],
      ['details_failed', facts(4)],
    ]);
    expect(lines).toEqual(
      [1, 2, 3, 4].map((attempt) => [
        { err: expect.objectContaining({ message: 'no row for [redacted]' }), sessionId: paid.id, attempt },
        'onPaymentDetails failed; it will be called again',
      ]),
    );
    expect(await deliver(paid, details(TOKEN), 'notification')).toEqual({ delivered: true });
    expect(await record()).toEqual(['notification', 5]);
  });

  it.each([
    [null, 'status', null, false],
    [null, 'notification', TOKEN, false],
    ['missing', 'notification', null, false],
    ['missing', 'status', TOKEN, false],
    ['status', 'status', TOKEN, true],
    ['status', 'notification', null, false],
    ['notification', 'status', TOKEN, true],
    ['notification', 'notification', TOKEN, true],
    ['notification_without_token', 'notification', null, true],
    ['notification_without_token', 'notification', TOKEN, false],
    ['notification_without_token', 'status', TOKEN, true],
  ] as const)('delivered %s, and a %s comes with %s: it is known: %s', (delivered, source, token, known) => {
    expect(hasDetails(sessionRecord({ details: delivered }), source, details(token))).toBe(known);
  });
});
