import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import type { CheckoutStore } from '../../src/merchant/store/contract.ts';
import { CARD_TOKEN } from '../support/fakeGateway.ts';
import { handlerHarness } from '../support/handlerHarness.ts';

const NUMBER = '4242424242424242';
const SECRETS = [NUMBER, '4242 4242 4242 4242', 'CvV2=737', CARD_TOKEN];
const TALK = `card ${NUMBER}, or 4242 4242 4242 4242, CvV2=737, CardToken: ${CARD_TOKEN}`;
const talkative = () => new Error(TALK);
const whole = (value: unknown) => inspect(value, { depth: 20, maxStringLength: null, breakLength: 1e6 });

it('T12 a card is in nothing that is logged, told, stored, answered or traced, whoever says it and wherever', async () => {
  const sinks: Record<'log' | 'event' | 'store' | 'answer' | 'trace' | 'metric', unknown[]> = {
    log: [],
    event: [],
    store: [],
    answer: [],
    trace: [],
    metric: [],
  };
  const log = (...args: unknown[]) => sinks.log.push(args);
  const measure = { add: note('metric'), record: note('metric') };
  function note(sink: keyof typeof sinks) {
    return (...args: unknown[]) => void sinks[sink].push(args);
  }
  let fails = true;
  const hook = () => {
    if (fails) throw talkative();
  };
  const harness = handlerHarness({
    gateway: { statusFields: 'all' },
    wrap: (store) =>
      Object.fromEntries(
        Object.entries(store).map(([name, operation]) => [
          name,
          (...args: unknown[]) => {
            sinks.store.push([name, args]);
            return (operation as (...args: unknown[]) => unknown)(...args);
          },
        ]),
      ) as unknown as CheckoutStore,
    handler: {
      resolveOrder: (order) => {
        if (order === TALK) throw talkative();
        return { orderReference: String((order as { id: string }).id), amount: '49.90', currency: 'EUR' };
      },
      onPayment: hook,
      onPaymentDetails: hook,
      onUnpaid: hook,
      onPending: hook,
      onNotification: hook,
      onEvent: note('event'),
      logger: { debug: log, info: log, warn: log, error: log },
      tracer: {
        startSpan: (...started) => {
          sinks.trace.push(started);
          return { setAttribute: note('trace'), setStatus: note('trace'), end() {} };
        },
      },
      meter: { createCounter: () => measure, createHistogram: () => measure },
    },
  });
  async function answered(response: Promise<Response>): Promise<void> {
    const got = await response;
    sinks.answer.push([got.status, [...got.headers], await got.text()]);
  }

  // What a browser sends, and what the shop's own code makes of it.
  await answered(harness.open(TALK));
  await answered(harness.open({ id: 'paid', note: TALK, cvv: '737', cardToken: CARD_TOKEN }));
  const id = harness.gateway.created[0]?.callBackUrl.split('/').at(-2) ?? '';
  await answered(harness.get(`/session/${encodeURIComponent(TALK)}`));
  await answered(harness.get(`/return/${id}/success?card=${NUMBER}&token=${CARD_TOKEN}`));
  await answered(harness.fetch(`/nowhere/${NUMBER}`, { method: 'POST', body: TALK }));
  await answered(harness.open({ id: 'none' }, { previous: TALK, reason: TALK }));

  // What comes as a notification: forged, unsigned, unreadable, of nobody, and at last the real one.
  const url = harness.gateway.created[0]?.callBackUrl ?? '';
  const send = (body: string, headers: Record<string, string> = {}) =>
    answered(harness.handler.fetch(new Request(url, { method: 'POST', body, headers })));
  const json = { 'content-type': 'application/json' };
  await send(JSON.stringify({ Status: TALK, CardNumber: NUMBER, CardToken: CARD_TOKEN, CvV2: '737' }), json);
  await send(JSON.stringify({ Status: TALK }), { ...json, Signature: TALK });
  await send(TALK);
  const foreign = await harness.gateway.notification({
    OrderReference: `order of ${NUMBER}`,
    UniqueReference: 'foreign',
    CardToken: CARD_TOKEN,
  });
  await send(foreign.body, foreign.headers);
  harness.gateway.pay();
  harness.gateway.set({ CardNumber: NUMBER });
  const real = await harness.gateway.notification();
  await send(real.body, real.headers);
  await harness.drain();

  // A gateway that cannot be reached, and says why.
  harness.gateway.before.create = () => {
    throw talkative();
  };
  await answered(harness.open({ id: 'failing' }));
  harness.gateway.before.retrieve = () => {
    throw talkative();
  };
  await answered(harness.get(`/session/${id}`));
  for (let hour = 0; hour < 14; hour++) {
    harness.advance(3_600_000);
    await harness.handler.sweep();
  }
  fails = false;
  harness.advance(3_600_000);
  await harness.handler.sweep();
  expect((await harness.record(id)).status).toBe('completed');

  for (const [sink, told] of Object.entries(sinks)) {
    expect(told.length, `the ${sink} is told something`).toBeGreaterThan(3);
    for (const secret of SECRETS) expect(whole(told), `in the ${sink}`).not.toContain(secret);
  }
  expect(whole(sinks.log), 'said that something was taken out').toContain('[redacted]');
});
