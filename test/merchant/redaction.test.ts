import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { newEvent } from '../../src/merchant/observe/events.ts';
import { memoryStore } from '../../src/merchant/store/memory.ts';
import { CARD_TOKEN } from '../support/fakeGateway.ts';
import { handlerHarness } from '../support/handlerHarness.ts';

const NUMBER = '4242424242424242';
const SECRETS = [NUMBER, '4242 4242 4242 4242', 'CvV2=737', CARD_TOKEN];
/** What a shop's own code may write into an error. */
const talkative = () =>
  new Error(`card ${NUMBER}, or 4242 4242 4242 4242, CvV2=737, CardToken: ${CARD_TOKEN}`);
const whole = (value: unknown) => inspect(value, { depth: 20, maxStringLength: null, breakLength: 1e6 });

describe('T12 what the shop’s own code says of a card', () => {
  it('is in no event and no line of the log, as the logger gets it', async () => {
    const lines: unknown[] = [];
    const log = (...args: unknown[]) => lines.push(args);
    const harness = handlerHarness({
      handler: {
        onPayment: () => Promise.reject(talkative()),
        logger: { debug: log, info: log, warn: log, error: log },
      },
    });
    const id = await harness.session();
    harness.gateway.pay();
    await harness.notify();
    for (let n = 0; n < 12; n++) {
      harness.advance(3_600_000);
      await harness.handler.sweep();
    }
    const events = await harness.store.listEvents(id);
    expect(harness.alerts()).toContain('fulfilment_failing');
    expect(events.map(({ type }) => type)).toContain('fulfilment_failing');
    expect(whole(lines)).toContain('onPayment');
    for (const [what, kept] of Object.entries({ lines, events, told: harness.events })) {
      for (const secret of SECRETS) expect(whole(kept), what).not.toContain(secret);
    }
  });

  it('is not in an event, whoever makes it and however deep it lies', () => {
    const event = newEvent('mismatch', {
      differences: [{ field: 'orderReference', got: `order of ${NUMBER}` }],
      error: talkative(),
      cardToken: CARD_TOKEN,
      CvV2: '737',
    });
    for (const secret of [...SECRETS, "'737'"]) expect(whole(event)).not.toContain(secret);
    expect(whole(event)).toContain('orderReference');
  });

  it.each(['the gateway', 'the store'])(
    'is not in the line about an error of %s, which nobody else has gone through',
    async (whose) => {
      const lines: unknown[] = [];
      const log = (...args: unknown[]) => lines.push(args);
      const harness = handlerHarness({
        store: (now) => {
          const memory = memoryStore({ now });
          return {
            ...memory,
            createSession: (...args) =>
              whose === 'the store' ? Promise.reject(talkative()) : memory.createSession(...args),
          };
        },
        handler: { logger: { debug: log, info: log, warn: log, error: log } },
      });
      harness.gateway.before.create = () => {
        throw talkative();
      };
      expect((await harness.open()).status).toBeGreaterThanOrEqual(500);
      expect(whole(lines)).toContain('[redacted]');
      for (const secret of SECRETS) expect(whole(lines)).not.toContain(secret);
    },
  );

  it('is not in the line of a request that failed', async () => {
    const lines: unknown[] = [];
    const log = (...args: unknown[]) => lines.push(args);
    const harness = handlerHarness({
      handler: {
        resolveOrder: () => {
          throw Object.assign(talkative(), { cardToken: CARD_TOKEN, cvv: '737', note: NUMBER });
        },
        logger: { debug: log, info: log, warn: log, error: log },
      },
    });
    const response = await harness.open();
    expect(response.status).toBe(500);
    const answer = await response.text();
    expect(whole(lines)).toContain('A request failed');
    for (const secret of SECRETS) {
      expect(whole(lines)).not.toContain(secret);
      expect(answer).not.toContain(secret);
    }
  });
});
