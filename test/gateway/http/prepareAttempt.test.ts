import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../../src/gateway/http/call.ts';
import { prepareAttempt } from '../../../src/gateway/http/prepareAttempt.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';

const BASIC = `Basic ${btoa('shop:shop-secret')}`;
const OWN = ['shop-secret', BASIC, 'signed'];
let ids = 0;

function prepare(exchange: Partial<Exchange> = {}, bodyBytes = 100) {
  const context = {
    baseUrl: 'https://gateway.example/eu',
    clientId: 'shop',
    clientSecret: 'shop-secret',
    profile: defineProfile({ limits: { bodyBytes } }),
    signer: { sign: async () => 'signed' },
    runtime: { uuid: () => `id-${++ids}` },
  } as never;
  return prepareAttempt(context, { operation: 'execute', method: 'POST', path: '/x', ...exchange }, {});
}

describe('what all tries of a call send', () => {
  it.each<[Exchange['query'], string]>([
    [undefined, 'https://gateway.example/eu/x'],
    [{}, 'https://gateway.example/eu/x'],
    [{ PspId: '7', Name: 'a b&c' }, 'https://gateway.example/eu/x?PspId=7&Name=a+b%26c'],
  ])('the address with query %j', async (query, url) => {
    const attempt = await prepare(query === undefined ? {} : { query });
    expect([attempt.url, attempt.method, attempt.body]).toEqual([url, 'POST', undefined]);
    expect(attempt.headers).not.toHaveProperty('Content-Type');
  });

  it('the body as the bytes that were signed', async () => {
    const attempt = await prepare({ body: { a: 1, b: null } });
    expect(attempt.body).toBe('{"a":1,"b":null}');
    expect(attempt.headers).toMatchObject({ 'Content-Type': 'application/json', Signature: 'signed' });
    expect(attempt.shownHeaders()).toMatchObject({ 'Content-Type': 'application/json' });
  });

  it('N26 a body of as many bytes as the profile allows, and none of more', async () => {
    // 10 bytes and two for each letter.
    const body = (letters: number) => ({ name: 'ë'.repeat(letters) });
    expect((await prepare({ body: body(45) }, 101)).body).toHaveLength(56);
    const known = { uniqueReference: 'u-1', orderReference: 'o-1' };
    await expect(prepare({ body: body(45), ...known }, 100)).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [{ path: '(body)', rule: 'size', message: 'expected at most 100 bytes' }],
      operation: 'execute',
      attempts: 0,
      ...known,
    });
    // What has no body has no size.
    expect((await prepare({}, 1)).body).toBeUndefined();
  });
});

describe('what hooks are told of a call', () => {
  it('its ids where it has them; one id for all tries', async () => {
    const bare = await prepare();
    const base = { operation: 'execute', method: 'POST', url: 'https://gateway.example/eu/x' };
    const first = bare.event(1);
    expect(first).toStrictEqual({ ...base, callId: `id-${ids}`, attempt: 1 });
    expect(bare.event(2)).toStrictEqual({ ...first, attempt: 2 });
    const named = await prepare({ uniqueReference: 'u-1', orderReference: 'o-1' });
    expect(named.event(1)).toStrictEqual({
      ...base,
      callId: `id-${ids}`,
      attempt: 1,
      uniqueReference: 'u-1',
      orderReference: 'o-1',
    });
    expect(named.errorContext(3)).toEqual({
      operation: 'execute',
      attempts: 3,
      uniqueReference: 'u-1',
      orderReference: 'o-1',
    });
  });

  it('T12 nothing of what is secret in the request', async () => {
    const { requestSecrets } = await prepare({
      secrets: ['tok-1'],
      body: { CallBackURL: 'https://shop.example/notify?k=s' },
    });
    expect(requestSecrets()).toEqual([...OWN, 'tok-1', '/notify?k=s', 's']);
    expect((await prepare()).requestSecrets()).toEqual(OWN);
  });

  it('T12 nor in its answer, also where a reader of the profile’s own cannot read that', async () => {
    const json = { CallBackURL: 'https://shop.example/other', cardToken: 'tok-2' };
    const reads = await prepare({ secretsIn: (answer) => [String(answer?.cardToken), null, 7 as never] });
    expect(reads.secrets(json)).toEqual([...OWN, '/other', 'tok-2']);
    const fails = await prepare({
      secrets: ['tok-1'],
      secretsIn: () => {
        throw new Error('not an answer of mine');
      },
    });
    expect(fails.secrets(json)).toEqual([...OWN, 'tok-1', '/other']);
    expect((await prepare()).secrets(null)).toEqual(OWN);
  });
});
