import { describe, expect, it } from 'vitest';
import pkg from '../../../package.json' with { type: 'json' };
import type { CallerContext, Exchange } from '../../../src/gateway/http/call.ts';
import { requestHeaders } from '../../../src/gateway/http/requestHeaders.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import { REDACTED } from '../../../src/protocol/gateway/redactText.ts';
import type { SignedMessage } from '../../../src/protocol/gateway/signature.ts';

const BASIC = `Basic ${btoa('shop:shop-secret')}`;
const EXCHANGE: Exchange = { operation: 'execute', method: 'POST', path: '/x', body: { a: 1 } };

/** What is signed, and the headers of one request. */
function open(over: Partial<CallerContext> = {}, signature: string | null = 'signed') {
  const signed: [message: SignedMessage, scheme: unknown][] = [];
  const signer = {
    sign: async (...given: [SignedMessage, unknown]) => {
      signed.push(given);
      return signature;
    },
  };
  const profile = over.profile ?? defineProfile({});
  const context = { clientId: 'shop', clientSecret: 'shop-secret', signer, ...over, profile } as never;
  const make = (body?: string, extra?: Record<string, string>, exchange = EXCHANGE) =>
    requestHeaders(context, exchange, body, extra);
  return { signed, profile, make };
}

describe('the headers of a request', () => {
  it('S159 S160 with a body: its form, credentials, and a signature over the bytes that are sent', async () => {
    const { signed, profile, make } = open();
    const { headers, shown, secrets } = await make('{"a":1}');
    expect(headers).toEqual({
      'User-Agent': `hpp-checkout/${pkg.version}`,
      Accept: 'application/json',
      Authorization: BASIC,
      'Content-Type': 'application/json',
      Signature: 'signed',
    });
    expect(signed).toEqual([[{ payload: { a: 1 }, raw: '{"a":1}' }, profile.signature.sign]]);
    expect(shown()).toEqual({ ...headers, Authorization: REDACTED, Signature: REDACTED });
    expect(secrets).toEqual(['shop-secret', BASIC, 'signed']);
  });

  it('N17 without one: no form, and a signature over the query, or over none', async () => {
    const { signed, profile, make } = open();
    const { headers } = await make(undefined, undefined, { ...EXCHANGE, query: { PspId: '7' } });
    expect(headers).not.toHaveProperty('Content-Type');
    await make();
    expect(signed.map(([message]) => message)).toEqual([
      profile.signature.input({ PspId: '7' }),
      profile.signature.input({}),
    ]);
  });

  it('N14 N15 N27 are the profile’s: its own, its credentials, its name for the signature', async () => {
    const profile = defineProfile({
      auth: ({ clientId, clientSecret }) => ({ 'X-Who': clientId, 'X-Proof': clientSecret }),
      signature: { header: 'X-Seal' },
      wire: { headers: { 'X-Version': '7', Accept: 'text/plain' } },
    });
    const { headers, shown, secrets } = await open({ profile }).make('{}');
    expect(headers).toEqual({
      'User-Agent': `hpp-checkout/${pkg.version}`,
      'X-Version': '7',
      Accept: 'application/json',
      'X-Who': 'shop',
      'X-Proof': 'shop-secret',
      'Content-Type': 'application/json',
      'X-Seal': 'signed',
    });
    expect(shown()).toMatchObject({
      'X-Version': '7',
      'X-Who': REDACTED,
      'X-Proof': REDACTED,
      'X-Seal': REDACTED,
    });
    expect(secrets).toEqual(['shop-secret', 'shop', 'shop-secret', 'signed']);
  });

  it('have no signature where the scheme signs nothing', async () => {
    const { headers, secrets } = await open({}, null).make('{}');
    expect(headers).not.toHaveProperty('Signature');
    expect(secrets).toEqual(['shop-secret', BASIC]);
  });

  it('take the caller’s own, and show none that may be a credential', async () => {
    const hidden = Object.fromEntries(
      [
        'X-Auth',
        'Cookie',
        'My-Credential',
        'api-key',
        'Password',
        'X-SECRET',
        'Session',
        'sign',
        'a-token-b',
      ].map((name) => [name, `the ${name}`]),
    );
    const { headers, shown, secrets } = await open().make('{}', { 'X-Request-Id': 'r-1\t', ...hidden });
    expect(headers).toMatchObject({ 'X-Request-Id': 'r-1\t', ...hidden });
    expect(shown()['X-Request-Id']).toBe('r-1\t');
    for (const [name, value] of Object.entries(hidden)) {
      expect(shown()[name]).toBe(REDACTED);
      expect(secrets).toContain(value);
    }
    expect(secrets).not.toContain('r-1\t');
  });

  it.each([
    'accept',
    'AUTHORIZATION',
    'signature',
    'user-agent',
    'content-type',
    'Content-Length',
    'connection',
  ])('T36 let nobody replace %s', async (name) => {
    await expect(open().make('{}', { [name]: 'x' })).rejects.toMatchObject({
      code: 'config_invalid',
      message: `The header "${name}" is the client's own and cannot be given.`,
    });
  });

  it.each(['a\r\nb', 'a\u0000', '\u001f', '\u007f'])('T36 take no control character: %j', async (value) => {
    await expect(open().make('{}', { 'X-A': value })).rejects.toMatchObject({
      code: 'config_invalid',
      message: 'The header "X-A" holds a control character.',
    });
  });

  it.each(['clientId', 'clientSecret'] as const)('say that %s could not be fetched', async (name) => {
    const late = () => Promise.reject(new Error('vault down'));
    await expect(open({ [name]: late }).make('{}')).rejects.toMatchObject({
      code: 'signing_failed',
      message: `${name} could not be fetched.`,
    });
  });
});
