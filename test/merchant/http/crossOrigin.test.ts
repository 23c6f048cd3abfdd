import { describe, expect, it } from 'vitest';
import { assertOrigin } from '../../../src/merchant/http/originGate.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';

const SHOP = 'https://www.shop.example';
const EVIL = 'https://evil.example';

/** The headers by which a browser lets a page read an answer. */
const corsOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'));
const READS = {
  'access-control-expose-headers': 'retry-after,X-Correlation-Id',
  vary: 'Origin',
};

describe('CORS', () => {
  it('lets the shop’s pages read every answer of a session, also a refusal; others none', async () => {
    const harness = handlerHarness();
    const id = await harness.session();
    for (const path of [`/session/${id}`, `/session/${'0'.repeat(32)}`]) {
      expect(corsOf(await harness.get(path, { origin: SHOP }))).toEqual({
        ...READS,
        'access-control-allow-origin': SHOP,
      });
      expect(corsOf(await harness.get(path, { origin: EVIL }))).toEqual(READS);
      expect(corsOf(await harness.get(path))).toEqual(READS);
    }
    expect(corsOf(await harness.open('none', {}, { origin: SHOP }))).toEqual({
      ...READS,
      'access-control-allow-origin': SHOP,
    });
    expect(corsOf(await harness.get('/health', { origin: SHOP }))).toEqual({});
  });

  it('answers a question in advance, and lets the shop’s pages alone go on', async () => {
    const harness = handlerHarness();
    const ask = (origin: string) =>
      harness.fetch('/session', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const rules = {
      'access-control-allow-headers': 'content-type,X-Correlation-Id',
      'access-control-allow-methods': 'GET,POST',
      'access-control-max-age': '600',
    };
    const allowed = await ask(SHOP);
    expect(allowed.status).toBe(204);
    expect(corsOf(allowed)).toMatchObject({ ...rules, 'access-control-allow-origin': SHOP });
    expect(corsOf(await ask(EVIL))).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('T29 who may send a request that changes something', () => {
  const send = (headers: Record<string, string>) => () =>
    assertOrigin(new Request('https://shop.example/checkout/session', { headers }), [SHOP]);

  it.each([
    {},
    { origin: SHOP },
    { origin: SHOP, 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ])('with %j', (headers) => {
    expect(send(headers)).not.toThrow();
  });

  it.each([{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])(
    'not with %j',
    (headers) => {
      expect(send(headers)).toThrow(expect.objectContaining({ code: 'origin_not_allowed', details: {} }));
    },
  );

  it.each([EVIL, 'null', '', `${SHOP}.evil.example`])(
    'not from "%s", and is told what to change',
    (origin) => {
      const detail = expect.stringContaining('add it to allowedOrigins');
      for (const more of [{}, { 'sec-fetch-site': 'same-origin' }]) {
        expect(send({ origin, ...more })).toThrow(
          expect.objectContaining({ code: 'origin_not_allowed', details: { detail } }),
        );
      }
    },
  );
});
