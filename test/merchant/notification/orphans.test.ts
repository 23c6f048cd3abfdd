import { describe, expect, it } from 'vitest';
import type { PaymentNotification } from '../../../src/protocol/gateway/transaction.ts';
import { CARD_TOKEN } from '../../support/fakeGateway.ts';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

/** About a payment that the handler did not make. */
const OTHER = { OrderReference: 'DC-1', UniqueReference: 'other', PspId: '7', Status: 'Processed' };

async function signed(harness: HandlerHarness, change: Record<string, unknown> = {}): Promise<Response> {
  if (harness.gateway.ledger.size === 0) await harness.session();
  harness.gateway.pay();
  const { body, headers } = await harness.gateway.notification({ ...OTHER, ...change });
  const response = await harness.fetch('/notify', { method: 'POST', body, headers });
  await harness.drain();
  return response;
}
const orphans = (harness: HandlerHarness) => harness.store.listNotifications(null, 100);
const told = (harness: HandlerHarness, type: string) => harness.events.filter((event) => event.type === type);

describe('M20 S185 an authentic notification that belongs to no session', () => {
  it('is given to onNotification, whole, with a key, and acknowledged afterwards', async () => {
    const calls: [PaymentNotification, string][] = [];
    const harness = handlerHarness({
      handler: {
        onNotification: (notification, { idempotencyKey }) => void calls.push([notification, idempotencyKey]),
      },
    });
    expect((await signed(harness)).status).toBe(200);
    expect(calls).toMatchObject([
      [
        { orderReference: 'DC-1', pspId: '7', state: 'processed', cardToken: CARD_TOKEN, authCode: '831000' },
        '7:Processed',
      ],
    ]);
    expect(told(harness, 'notification_handled')).toMatchObject([{ alert: false, orderReference: 'DC-1' }]);
    expect(harness.alerts()).toEqual([]);
    expect(await orphans(harness)).toHaveLength(1);
    expect(harness.payments).toEqual([]);
  });

  const ways: [string, () => unknown][] = [
    [
      'throws',
      () => {
        throw new Error(`no row for ${CARD_TOKEN}`);
      },
    ],
    ['rejects', () => Promise.reject(new Error(`no row for ${CARD_TOKEN}`))],
    ['hangs', () => new Promise(() => {})],
  ];
  for (const [way, fail] of ways) {
    it(`T12 F45 whose onNotification ${way} is answered 503, stored, logged and told; the next delivery is handled`, async () => {
      let calls = 0;
      const harness = handlerHarness({
        handler: {
          limits: { hookTimeoutMs: 20 },
          onNotification: () => (calls++ === 0 ? (fail() as undefined) : undefined),
        },
      });
      const refused = await signed(harness);
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('30');
      expect(await refused.json()).toMatchObject({ code: 'notification_not_handled' });
      expect(told(harness, 'notification_failed')).toMatchObject([{ orderReference: 'DC-1' }]);
      expect(told(harness, 'notification_rejected')).toMatchObject([{ orderReference: 'DC-1' }]);
      expect(harness.logs.join()).toContain('onNotification failed');
      expect((await signed(harness, { AttemptNumber: 2 })).status).toBe(200);
      expect(calls).toBe(2);
      const kept = JSON.stringify([harness.logs, harness.events, await orphans(harness)]);
      expect(kept).not.toContain(CARD_TOKEN);
    });
  }

  it('M42 raises an alert with the order’s reference where there is no onNotification, once for the same delivery', async () => {
    const harness = handlerHarness();
    expect((await signed(harness)).status).toBe(200);
    expect((await signed(harness)).status).toBe(200);
    expect(told(harness, 'orphan_notification')).toMatchObject([
      { alert: true, orderReference: 'DC-1', data: { pspId: '7', state: 'processed' } },
    ]);
    expect(await orphans(harness)).toMatchObject([{ verified: true, deliveries: 2 }]);
  });

  it('F42 is not acknowledged when it could not be stored, and not handed on', async () => {
    let calls = 0;
    const harness = handlerHarness({ handler: { onNotification: () => void calls++ } });
    await harness.session();
    harness.store.receive = () => Promise.reject(new Error('disk full'));
    expect((await signed(harness)).status).toBeGreaterThanOrEqual(500);
    expect(calls).toBe(0);
    expect(told(harness, 'notification_rejected')).toHaveLength(1);
  });

  it('T66 is taken while unsigned ones for nobody have used up their limit', async () => {
    const got: string[] = [];
    const harness = handlerHarness({
      handler: {
        limits: { orphanNotificationsPerMinute: 3 },
        onNotification: ({ pspId }) => void got.push(pspId),
      },
    });
    const headers = { 'content-type': 'application/json' };
    const answers = [];
    for (let n = 0; n < 5; n++) {
      const body = JSON.stringify({ ...OTHER, n });
      answers.push((await harness.fetch('/notify', { method: 'POST', body, headers })).status);
    }
    expect(answers).toEqual([200, 200, 200, 429, 429]);
    expect((await signed(harness)).status).toBe(200);
    expect(got).toEqual(['7']);
  });

  it('T1 T66 without a signature reaches no onNotification and raises no alert', async () => {
    let calls = 0;
    const harness = handlerHarness({ handler: { onNotification: () => void calls++ } });
    const without = handlerHarness();
    for (const one of [harness, without]) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(OTHER);
      expect((await one.fetch('/notify', { method: 'POST', body, headers })).status).toBe(200);
      await one.drain();
      expect(one.alerts()).toEqual([]);
      expect(told(one, 'unsigned_orphan')).toMatchObject([{ alert: false }]);
    }
    expect(calls).toBe(0);
  });
});

describe('a notification that is refused', () => {
  const json = { 'content-type': 'application/json' };
  const cases: [string, string, (harness: HandlerHarness) => Promise<RequestInit>][] = [
    [
      'with a wrong signature',
      'signature_mismatch',
      async (harness) => {
        const { body, headers } = await harness.gateway.notification();
        return { body, headers: { ...headers, Signature: 'x' } };
      },
    ],
    ['that is none', 'invalid_request', async () => ({ body: 'not json', headers: json })],
    ['that is too large', 'too_large', async () => ({ body: 'x'.repeat(70_000), headers: json })],
  ];
  for (const [what, reason, make] of cases) {
    it(`T36 ${what}: logged and told, without what was sent`, async () => {
      const harness = handlerHarness();
      await harness.session();
      const response = await harness.fetch('/notify', { method: 'POST', ...(await make(harness)) });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(told(harness, 'notification_rejected')).toMatchObject([{ data: { reason, verified: false } }]);
      expect(harness.logs.filter((line) => line.includes('was refused'))).toHaveLength(1);
    });
  }
});
