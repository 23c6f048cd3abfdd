import { expect, it } from 'vitest';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

/*
 * Every route but the notification's (test/merchant/notification/everyDelivery.test.ts): its answer, every event with its flag and
 * whose it is, and every line that is logged beside the events.
 */

interface Row {
  name: string;
  /** Before what is looked at. */
  given?: (harness: HandlerHarness, id: string) => unknown;
  when: (harness: HandlerHarness, id: string) => Promise<Response>;
  answer: readonly [status: number, code: string | null];
  /** `!` before an alert's. */
  events?: readonly string[];
  /** Texts, or what matches them. */
  logs?: readonly unknown[];
}

const ORIGIN_REFUSED = expect.stringContaining('add its origin to allowedOrigins');
/** At level debug with its stack each time, and as an error once. */
const inFull = (message: string) => [message, message];
const rows: Row[] = [];
const later = (harness: HandlerHarness) => harness.advance(10_000);
const pay = (harness: HandlerHarness) => {
  harness.gateway.pay();
  later(harness);
};
const json = { 'content-type': 'application/json' };
const post = (harness: HandlerHarness, path: string, body: string, headers: Record<string, string> = json) =>
  harness.fetch(path, { method: 'POST', body, headers: { origin: 'https://shop.example', ...headers } });

rows.push(
  {
    name: 'POST /session, a new order',
    when: (h) => h.open('B-2'),
    answer: [201, null],
    events: ['session_created B-2', 'session_opened B-2'],
  },
  { name: 'POST /session, the same page again', when: (h) => h.open(), answer: [201, null] },
  {
    name: 'POST /session, an order that may not be paid',
    when: (h) => h.open('none'),
    answer: [404, 'order_not_found'],
  },
  {
    name: 'POST /session, a paid order',
    given: async (h) => {
      pay(h);
      await h.notify();
    },
    when: (h) => h.open(),
    answer: [409, 'already_completed'],
  },
  {
    name: 'POST /session, another site',
    when: (h) => h.open('B-2', {}, { origin: 'https://evil.example' }),
    answer: [403, 'origin_not_allowed'],
    logs: [ORIGIN_REFUSED],
  },
  { name: 'POST /session, no JSON', when: (h) => post(h, '/session', '{'), answer: [400, 'invalid_request'] },
  {
    name: 'POST /session, a form',
    when: (h) => post(h, '/session', 'order=A-1', { 'content-type': 'text/plain' }),
    answer: [415, 'unsupported_media_type'],
  },
  {
    name: 'POST /session, the gateway is down',
    given: (h) => h.gateway.down.add('create'),
    when: (h) => h.open('B-2'),
    answer: [503, 'gateway_unavailable'],
    events: ['session_created B-2', 'session_not_opened B-2'],
    logs: [...inFull('The gateway made no page')],
  },
  {
    name: 'POST /session, too often',
    given: async (h) => {
      for (let at = 0; at < 9; at++) await h.open();
    },
    when: (h) => h.open(),
    answer: [429, 'rate_limited'],
    events: ['!rate_limited null'],
  },
  {
    name: 'GET /session/:id, open',
    given: later,
    when: (h, id) => h.get(`/session/${id}`),
    answer: [200, null],
  },
  {
    name: 'GET /session/:id, paid',
    given: pay,
    when: (h, id) => h.get(`/session/${id}`),
    answer: [200, null],
    events: ['completed A-1', 'fulfilled A-1'],
  },
  {
    name: 'GET /session/:id, declined',
    given: (h) => {
      h.gateway.set({ Status: 'Declined' });
      later(h);
    },
    when: (h, id) => h.get(`/session/${id}`),
    answer: [200, null],
    events: ['failed A-1'],
  },
  {
    name: 'GET /session/:id, another sum',
    given: (h) => {
      pay(h);
      h.gateway.set({ Amount: '0.01' });
    },
    when: (h, id) => h.get(`/session/${id}`),
    answer: [200, null],
    events: ['!mismatch A-1'],
  },
  {
    name: 'GET /session/:id, the gateway is down',
    given: (h) => {
      h.gateway.down.add('retrieve');
      later(h);
    },
    when: (h, id) => h.get(`/session/${id}`),
    answer: [200, null],
    logs: [...inFull('The gateway could not be asked about a session')],
  },
  {
    name: 'GET /session/:id, unknown',
    when: (h) => h.get(`/session/${'0'.repeat(32)}`),
    answer: [404, 'not_found'],
  },
  {
    name: 'GET /return, sent by the page',
    given: later,
    when: (h, id) => h.comeBack(id),
    answer: [200, null],
    events: ['returned A-1', 'pending A-1'],
  },
  {
    name: 'GET /return, sent by the page, paid',
    given: pay,
    when: (h, id) => h.comeBack(id),
    answer: [200, null],
    events: ['returned A-1', 'completed A-1', 'fulfilled A-1'],
  },
  {
    name: 'GET /return, by hand',
    given: later,
    when: (h, id) => h.get(`/return/${id}/success`),
    answer: [200, null],
    events: ['returned A-1', 'pending A-1'],
  },
  {
    name: 'GET /return, unknown',
    when: (h) => h.get(`/return/${'0'.repeat(32)}/success`),
    answer: [404, null],
  },
  { name: 'GET /pay, an order', when: (h) => h.get('/pay?order=B-2'), answer: [200, null] },
  { name: 'GET /health', when: (h) => h.get('/health'), answer: [200, null] },
  {
    name: 'PUT /session',
    when: (h) => h.fetch('/session', { method: 'PUT' }),
    answer: [405, 'method_not_allowed'],
  },
  { name: 'no such route', when: (h) => h.get('/nowhere'), answer: [404, 'not_found'] },
);

it.each(rows)('$name', async ({ given, when, answer, events = [], logs = [] }) => {
  const harness = handlerHarness({ pageFetch: async () => new Response() });
  const id = await harness.session();
  await given?.(harness, id);
  await harness.drain();
  harness.events.length = 0;
  harness.logs.length = 0;
  const response = await when(harness, id);
  await harness.drain();
  const text = await response.text();
  const code = response.headers.get('content-type')?.includes('problem') ? JSON.parse(text).code : null;
  const lines = harness.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const { type, alert, sessionId, orderReference, correlationId, data } of harness.events) {
    const line = lines.find(({ message }) => message === `checkout${alert ? ' alert' : ''}: ${type}`);
    // Whole: who reads the log alone misses nothing.
    expect(line).toMatchObject({ sessionId, orderReference, correlationId, data });
  }
  const seen = {
    answer: [response.status, code],
    events: harness.events.map(
      ({ type, alert, orderReference }) => `${alert ? '!' : ''}${type} ${orderReference}`,
    ),
    logs: lines.map(({ message }) => String(message)).filter((message) => !message.startsWith('checkout')),
  };
  expect(seen).toEqual({ answer, events, logs });
});
