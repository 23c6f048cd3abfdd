import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/merchant/http/parseJson.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';

const read = (text: string) => parseJson(new TextEncoder().encode(text));
const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;

async function post(body: string): Promise<{ status: number; detail: string; orders: unknown[] }> {
  const orders: unknown[] = [];
  const harness = handlerHarness({
    handler: {
      resolveOrder: (order) => {
        orders.push(order);
        return { orderReference: 'A-1', amount: '1.00', currency: 'EUR' };
      },
    },
  });
  const headers = { 'content-type': 'application/json' };
  const response = await harness.fetch('/session', { method: 'POST', headers, body });
  const { detail } = (await response.json()) as { detail?: string };
  return { status: response.status, detail: detail ?? '', orders };
}

it('T44 counts how deep a body nests, not how much stands side by side', () => {
  for (const text of ['[]', '{}', '{"a":[]}']) {
    const list = Array(20).fill(JSON.parse(text));
    expect(read(`[${Array(20).fill(text).join()}]`)).toEqual({ ok: true, value: list });
  }
});

describe('T21 a key that reaches a prototype', () => {
  it.each([
    '{"__proto__":{"admin":true}}',
    '{"order":{"__proto__":{"price":0}}}',
    '{"order":[{"a":{"__proto__":null}}]}',
    '{"order":{"\\u005f_proto__":1}}',
    '{"order":{"constructor":{"prototype":{"price":0}}}}',
    '{"order":1,"reason":"open","__proto__":1}',
  ])('%s is refused, and no function of the shop sees it', async (body) => {
    expect(read(body)).toEqual({ ok: false, reason: 'The body has a key that reaches a prototype.' });
    expect(await post(body)).toEqual({
      status: 400,
      detail: 'The body has a key that reaches a prototype.',
      orders: [],
    });
  });

  it('a value of that name is none', async () => {
    expect(read('{"order":"__proto__"}')).toMatchObject({ ok: true });
    expect(await post('{"order":["__proto__","prototype"]}')).toMatchObject({ status: 201 });
  });
});

describe('T44 depth', () => {
  it.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])(
    'of %s: 8 levels are read, 9 are refused with the bound, before anything is built',
    async (_what, open, close) => {
      expect(read(nested(8, open, close))).toMatchObject({ ok: true });
      expect(read(nested(9, open, close))).toEqual({
        ok: false,
        reason: 'The body nests deeper than 8 levels.',
      });
      expect(read(nested(5_000, open, close))).toEqual({
        ok: false,
        reason: 'The body nests deeper than 8 levels.',
      });
      expect(await post(`{"order":${nested(7, open, close)}}`)).toMatchObject({ status: 201 });
      expect(await post(`{"order":${nested(8, open, close)}}`)).toEqual({
        status: 400,
        detail: 'The body nests deeper than 8 levels.',
        orders: [],
      });
    },
  );

  it('brackets in texts are no levels, whatever is escaped around them', () => {
    for (const text of ['[[[[[[[[[[[[', '\\"[[[[[[[[[[', '\\\\', '\\\\\\"{{{{{{{{{{{']) {
      expect(read(JSON.stringify({ order: text }))).toEqual({ ok: true, value: { order: text } });
    }
    expect(read(`{"a":"\\\\","b":${nested(9, '[', ']')}}`)).toMatchObject({ ok: false });
  });
});

it('T44 takes bytes that are no UTF-8 for no text', () => {
  const bytes = new Uint8Array([0x22, 0xff, 0x22]);
  expect(parseJson(bytes)).toEqual({ ok: false, reason: 'The body is not UTF-8.' });
});
