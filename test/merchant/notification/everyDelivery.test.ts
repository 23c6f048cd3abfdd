import { beforeEach, describe, expect, it } from 'vitest';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

/*
 * Every kind of delivery: its answer, every event it raises, whole, and every line that is logged.
 */

type Told = readonly [type: string, whose: 'ours' | null, data: Record<string, unknown>];

interface Seen {
  status: number;
  /** A problem's code, or the text. */
  answer: unknown;
  events: Told[];
  /** Beside the line that each event is. */
  logs: unknown[];
}

describe('a delivery to POST /notify', () => {
  let harness: HandlerHarness;
  let id: string;
  let url: string;

  beforeEach(async () => {
    harness = handlerHarness();
    id = await harness.session();
    url = harness.gateway.created[0]?.callBackUrl ?? '';
  });

  async function deliver(to: string, body: string, headers: Record<string, string> = {}): Promise<Seen> {
    harness.events.length = 0;
    harness.logs.length = 0;
    const response = await harness.handler.fetch(
      new Request(to, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }),
    );
    await harness.drain();
    const text = await response.text();
    const lines = harness.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
    const { correlationId } = await harness.record(id);
    for (const { type, alert, sessionId, orderReference, data } of harness.events) {
      // Whole: who reads the log alone misses nothing.
      const line = lines.find(({ message }) => message === `checkout${alert ? ' alert' : ''}: ${type}`);
      expect(line).toMatchObject({ sessionId, orderReference, data });
      expect(line?.correlationId).toBe(sessionId === null ? null : correlationId);
    }
    return {
      status: response.status,
      answer: text.startsWith('{') ? JSON.parse(text).code : text,
      events: harness.events.map(({ type, alert, sessionId, data }) => {
        expect(alert).toBe(ALERTS.includes(type));
        return [type, sessionId === id ? 'ours' : (sessionId as null), data];
      }),
      logs: lines.filter(({ message }) => !String(message).startsWith('checkout')),
    };
  }
  const ALERTS = ['notification_unreadable', 'orphan_notification', 'rate_limited'];
  const pending = (change: Record<string, unknown> = {}) =>
    harness.gateway.notification({ Status: 'Pending', ...change });
  const wrongSecret = () => url.replace(/[^/]+$/, 'wrong');
  const oneForAll = () => url.replace(/\/notify\/.*$/, '/notify');
  const taken = (...events: Told[]): Seen => ({ status: 200, answer: 'OK', events, logs: [] });
  const received = (facts: Record<string, unknown>): Told => [
    'notification_received',
    'ours',
    { verified: true, bySecret: true, repeated: false, state: 'pending', ...facts },
  ];

  it('signed: taken, and said to be repeated when it comes again', async () => {
    const { body, headers } = await pending();
    expect(await deliver(url, body, headers)).toEqual(taken(received({})));
    expect(await deliver(url, body, headers)).toEqual(taken(received({ repeated: true })));
  });

  it('signed, to the right secret: kept in one step with the check of it', async () => {
    const steps: string[] = [];
    harness = handlerHarness({
      wrap: (store) => ({
        ...store,
        receive: async (...given) => {
          steps.push('receive');
          return store.receive(...given);
        },
        receiveFor: async (...given) => {
          steps.push('receiveFor');
          return store.receiveFor(...given);
        },
      }),
    });
    id = await harness.session();
    url = harness.gateway.created[0]?.callBackUrl ?? '';
    const { body, headers } = await pending();
    expect(await deliver(url, body, headers)).toEqual(taken(received({})));
    expect(steps.splice(0)).toEqual(['receiveFor']);
    expect(await deliver(url, body)).toMatchObject({ status: 200 });
    expect(steps).toEqual(['receive']);
  });

  it('signed, with a wrong secret or to the one address for all: by the reference in it', async () => {
    for (const to of [wrongSecret(), oneForAll()]) {
      const { body, headers } = await pending({ AttemptNumber: to.length });
      expect(await deliver(to, body, headers)).toEqual(taken(received({ bySecret: false })));
    }
  });

  it('unsigned: a reason to poll, to the right secret alone', async () => {
    const { body } = await pending();
    expect(await deliver(url, body)).toEqual(taken(received({ verified: false, state: null })));
    expect(harness.gateway.asked).toHaveLength(1);
    const facts = { verified: false, bySecret: false, repeated: false, state: null };
    expect(await deliver(wrongSecret(), '{"a":1}')).toEqual(taken(['unsigned_orphan', null, facts]));
    expect(harness.gateway.asked).toHaveLength(1);
  });

  it('T75 unsigned: kept with its session, and no limit for those of nobody counts it', async () => {
    harness = handlerHarness({ handler: { limits: { orphanNotificationsPerMinute: 1 } } });
    id = await harness.session();
    url = harness.gateway.created[0]?.callBackUrl ?? '';
    for (let n = 0; n < 3; n++) expect((await deliver(url, `{"n":${n}}`)).status).toBe(200);
    const kept = await harness.store.listNotifications(id, 10);
    expect(kept.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(3);
    expect(await harness.store.listNotifications(null, 10)).toEqual([]);
    expect((await deliver(wrongSecret(), '{"n":4}')).status).toBe(200);
    expect((await deliver(wrongSecret(), '{"n":5}')).status).toBe(429);
    expect(await harness.store.listNotifications(null, 10)).toHaveLength(1);
  });

  it('T36 forged: refused, and its session is polled where the secret was right', async () => {
    const { body, headers } = await pending();
    const forged = { ...headers, Signature: 'x' };
    const refused = (whose: 'ours' | null): Seen => ({
      status: 401,
      answer: 'not_authorized',
      events: [['notification_rejected', whose, { reason: 'signature_mismatch', verified: false }]],
      logs: [
        {
          sessionId: whose === 'ours' ? id : null,
          reason: 'signature_mismatch',
          verified: false,
          message: 'A notification with a wrong signature was refused',
        },
      ],
    });
    expect(await deliver(wrongSecret(), body, forged)).toEqual(refused(null));
    await harness.handler.sweep();
    expect(harness.gateway.asked).toHaveLength(0);
    expect(await deliver(url, body, forged)).toEqual(refused('ours'));
    await harness.handler.sweep();
    expect(harness.gateway.asked).toHaveLength(1);
  });

  it('unreadable: an alert where it came to the right secret, which is polled; else a refusal like any other', async () => {
    const reason = 'The body is no notification in a form that is read here.';
    const facts = { reason: 'invalid_request', verified: false, detail: reason };
    expect(await deliver(wrongSecret(), 'nonsense')).toEqual({
      status: 400,
      answer: 'invalid_request',
      events: [['notification_rejected', null, facts]],
      logs: [{ sessionId: null, ...facts, message: 'A notification was refused' }],
    });
    await harness.handler.sweep();
    expect(harness.gateway.asked).toHaveLength(0);
    expect(await deliver(url, 'nonsense')).toEqual({
      status: 400,
      answer: 'invalid_request',
      events: [['notification_unreadable', 'ours', { reason, signed: false }]],
      logs: [],
    });
    await harness.handler.sweep();
    expect(harness.gateway.asked).toHaveLength(1);
  });

  it('signed, and without a field that we act on: an alert wherever it came', async () => {
    for (const [to, whose] of [[url, 'ours'] as const, [oneForAll(), null] as const]) {
      const { body, headers } = await pending({ Status: undefined, AttemptNumber: to.length });
      const { status, events, logs } = await deliver(to, body, headers);
      expect(status).toBe(400);
      expect(events).toEqual([
        ['notification_unreadable', whose, { reason: expect.stringContaining('Status'), signed: true }],
      ]);
      expect(logs).toEqual([]);
    }
  });

  it('signed, of no session of ours: an alert, once', async () => {
    const foreign = { OrderReference: 'foreign', UniqueReference: 'foreign' };
    const { body, headers } = await pending(foreign);
    const facts = { orderReference: 'foreign', pspId: '850907', state: 'pending' };
    expect(await deliver(oneForAll(), body, headers)).toEqual(taken(['orphan_notification', null, facts]));
    expect(await deliver(oneForAll(), body, headers)).toEqual(taken());
  });

  it('names fields that it could not read, once', async () => {
    const { body, headers } = await pending({ Is3DS: 'perhaps' });
    expect(await deliver(url, body, headers)).toEqual({
      ...taken(['fields_unreadable', 'ours', { fields: ['Is3DS'] }], received({})),
      logs: [{ sessionId: id, fields: ['Is3DS'], message: 'Fields of a notification could not be read' }],
    });
    expect(await deliver(url, body, headers)).toEqual(taken(received({ repeated: true })));
  });

  it('of no session of ours names such fields too', async () => {
    const foreign = { OrderReference: 'foreign', UniqueReference: 'foreign', Is3DS: 'perhaps' };
    const { body, headers } = await pending(foreign);
    const facts = { orderReference: 'foreign', pspId: '850907', state: 'pending' };
    expect(await deliver(oneForAll(), body, headers)).toEqual({
      ...taken(['fields_unreadable', null, { fields: ['Is3DS'] }], ['orphan_notification', null, facts]),
      logs: [{ fields: ['Is3DS'], message: 'Fields of a notification could not be read', sessionId: null }],
    });
  });

  it('T36 forged is told so, and no more', async () => {
    const { body, headers } = await pending();
    const forged = { ...headers, 'content-type': 'application/json', Signature: 'x' };
    const response = await harness.handler.fetch(new Request(url, { method: 'POST', body, headers: forged }));
    expect(await response.json()).toEqual({
      type: 'urn:hpp-checkout:problem:not_authorized',
      title: expect.any(String),
      status: 401,
      code: 'not_authorized',
      detail: 'The signature is not right.',
    });
    await harness.drain();
  });

  it('too large: refused before it is read', async () => {
    const facts = { reason: 'too_large', verified: false };
    expect(await deliver(url, 'x'.repeat(70_000))).toEqual({
      status: 413,
      answer: 'body_too_large',
      events: [['notification_rejected', null, facts]],
      logs: [{ sessionId: null, ...facts, message: 'A notification was refused' }],
    });
  });

  it('acknowledges in plain text', async () => {
    const { body, headers } = await pending();
    const response = await harness.handler.fetch(new Request(url, { method: 'POST', body, headers }));
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    await harness.drain();
  });
});
