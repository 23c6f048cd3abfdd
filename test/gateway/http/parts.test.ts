import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressSecrets } from '../../../src/gateway/http/addressSecrets.ts';
import { backoffMs } from '../../../src/gateway/http/backoff.ts';
import { fetchTransport } from '../../../src/gateway/http/fetchTransport.ts';
import { proxyCredentials } from '../../../src/gateway/http/proxyCredentials.ts';
import { proxyFor } from '../../../src/gateway/http/proxyFor.ts';
import { readBody } from '../../../src/gateway/http/readBody.ts';
import { retryAfterMs } from '../../../src/gateway/http/retryAfter.ts';
import { AnswerTooLargeError, MAX_ANSWER_BYTES } from '../../../src/gateway/http/transport.ts';
import { wasNotSent } from '../../../src/gateway/http/wasNotSent.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('T11 whether a request was provably not sent', () => {
  it.each([
    'ENOTFOUND',
    'EAI_AGAIN',
    'EAI_NODATA',
    'EAI_NONAME',
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EADDRNOTAVAIL',
    'UND_ERR_CONNECT_TIMEOUT',
    'ConnectionRefused',
    'FailedToOpenSocket',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_INVALID_CHAR',
    'ERR_UNESCAPED_CHARACTERS',
  ])('%s says so', (code) => {
    expect(wasNotSent(Object.assign(new Error('x'), { code }))).toBe(true);
    expect(wasNotSent({ cause: { cause: { code } } })).toBe(true);
  });

  it.each([
    undefined,
    null,
    'ECONNREFUSED',
    7,
    {},
    new Error('ECONNREFUSED'),
    { code: 'ECONNRESET' },
    { code: 'EPIPE' },
    { code: 'ETIMEDOUT' },
    { code: 'UND_ERR_SOCKET' },
    { code: '' },
    { code: ['ECONNREFUSED'] },
    { code: null },
    { requestNotSent: 'true' },
    { requestNotSent: false },
    { cause: null },
    { cause: 'ECONNREFUSED' },
  ])('%o does not', (error) => {
    expect(wasNotSent(error)).toBe(false);
  });

  it('is looked for five deep, and in a circle not for ever', () => {
    const nested = (depth: number): unknown =>
      depth === 0 ? { requestNotSent: true } : { cause: nested(depth - 1) };
    expect([0, 1, 4, 5].map((depth) => wasNotSent(nested(depth)))).toEqual([true, true, true, false]);
    const loop: { cause?: unknown } = {};
    loop.cause = loop;
    expect(wasNotSent(loop)).toBe(false);
  });
});

describe('the time until another try', () => {
  it.each([
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [4, 4_000],
    [5, 8_000],
    [6, 8_000],
    [100, 8_000],
  ])('after try %i is anything up to %i ms', (retry, longest) => {
    expect(backoffMs(retry, () => 0)).toBe(0);
    expect(backoffMs(retry, () => 0.5)).toBe(longest / 2);
    expect(backoffMs(retry, () => 0.9999)).toBe(Math.floor(longest * 0.9999));
  });

  const now = Date.UTC(2026, 10, 25);
  it.each([
    [null, null],
    ['', null],
    ['0', 0],
    ['2', 2_000],
    [' 3 ', 3_000],
    ['86400', 86_400_000],
    ['86401', 86_400_000],
    ['9'.repeat(400), 86_400_000],
    ['-5', null],
    ['1.5', null],
    ['2026-11-25', null],
    ['12/25/2026', null],
    ['soon', null],
    ['Wed, 25 Nov 2026 00:00:05 GMT', 5_000],
    ['Wed, 25 Nov 2026 00:00:00 GMT', 0],
    ['Tue, 24 Nov 2026 00:00:00 GMT', 0],
    ['Fri, 25 Dec 2026 00:00:00 GMT', 86_400_000],
  ])('by Retry-After %.40j is %j ms', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});

describe('what is secret in the address of notifications', () => {
  it.each<[unknown, string[]]>([
    [undefined, []],
    [null, []],
    [{}, []],
    [{ CallBackURL: 7 }, []],
    [{ CallBackURL: 'no address' }, []],
    [{ CallBackURL: ['https://shop.example/notify'] }, []],
    [{ RedirectionURL: 'https://shop.example/a' }, []],
    [{ CallBackURL: 'https://shop.example/' }, []],
    [{ CallBackURL: 'https://shop.example' }, []],
    [{ CallBackURL: 'https://shop.example/notify' }, ['/notify']],
    [{ a: 1, callbackurl: 'https://shop.example/notify' }, ['/notify']],
    [{ CallBackURL: 'https://shop.example/n/short-of-sixteen' }, ['/n/short-of-sixteen', 'short-of-sixteen']],
    [{ CallBackURL: 'https://shop.example/n/fifteen-letters' }, ['/n/fifteen-letters']],
    [{ CallBackURL: 'https://shop.example/long-enough-alone/n' }, ['/long-enough-alone/n']],
    [{ CallBackURL: 'https://shop.example/?k=s1&l=s2' }, ['/?k=s1&l=s2', 's1', 's2']],
    [{ CallBackURL: 'https://shop.example/n?k=s' }, ['/n?k=s', 's']],
  ])('%j: %j', (body, secrets) => {
    expect(addressSecrets(body as Record<string, unknown>)).toEqual(secrets);
  });
});

describe("an answer's text", () => {
  const stream = (...chunks: Uint8Array[]) => {
    let cancelled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const chunk = chunks.shift();
          if (chunk === undefined) controller.close();
          else controller.enqueue(chunk);
        },
        cancel() {
          cancelled += 1;
          throw new Error('the connection is gone');
        },
      },
      { highWaterMark: 0 },
    );
    return { body, cancelled: () => cancelled };
  };
  const answer = (body: ReadableStream<Uint8Array> | null | undefined, text = '') =>
    readBody({
      status: 200,
      headers: new Headers(),
      text: async () => text,
      ...(body === undefined ? {} : { body }),
    });

  it('is read through its stream, letters cut in two included', async () => {
    const bytes = new TextEncoder().encode('a€b');
    const { body } = stream(bytes.subarray(0, 2), bytes.subarray(2, 3), bytes.subarray(3));
    expect(await answer(body, 'not this')).toBe('a€b');
    expect(await answer(stream(new Uint8Array([0x61, 0xe2])).body)).toBe('a\ufffd');
  });

  it.each([undefined, null])('is its text where there is no stream: %j', async (body) => {
    expect(await answer(body, 'text')).toBe('text');
  });

  it('may have a megabyte, and not a byte more', async () => {
    const most = 'x'.repeat(MAX_ANSWER_BYTES);
    expect(await answer(undefined, most)).toHaveLength(MAX_ANSWER_BYTES);
    await expect(answer(undefined, `${most}x`)).rejects.toBeInstanceOf(AnswerTooLargeError);
    const half = new Uint8Array(MAX_ANSWER_BYTES / 2).fill(0x61);
    expect(await answer(stream(half, half).body)).toHaveLength(MAX_ANSWER_BYTES);
    const { body, cancelled } = stream(half, half, new Uint8Array(1), half);
    await expect(answer(body)).rejects.toMatchObject({
      name: 'AnswerTooLargeError',
      message: 'The answer is larger than 1048576 bytes.',
    });
    expect(cancelled()).toBe(1);
  });
});

describe('the platform’s fetch', () => {
  const init = (method: string) =>
    ({ method, headers: {}, redirect: 'manual', signal: new AbortController().signal }) as const;

  it('is looked up at each call, and gets the request as it is', async () => {
    const calls: unknown[][] = [];
    const transport = fetchTransport();
    vi.stubGlobal('fetch', async (...args: unknown[]) => {
      calls.push(args);
      return 'the answer';
    });
    const post = init('POST');
    expect(await transport('https://a.example/', post)).toBe('the answer');
    expect(calls).toEqual([['https://a.example/', post]]);
    expect(calls[0]?.[1]).toBe(post);
  });

  it('T11 keeps no connection in Deno, which would send a request again by itself', async () => {
    const clients: unknown[] = [];
    vi.stubGlobal('Deno', {
      createHttpClient(options: unknown) {
        clients.push(options);
        return 'the client';
      },
    });
    const calls: unknown[] = [];
    vi.stubGlobal('fetch', async (_url: string, given: unknown) => calls.push(given));
    const transport = fetchTransport();
    const [get, post] = [init('GET'), init('POST')];
    await transport('https://a.example/', get);
    await transport('https://a.example/', post);
    expect(clients).toEqual([{ poolMaxIdlePerHost: 0 }]);
    expect(calls[0]).toBe(get);
    expect(calls[1]).toEqual({ ...post, client: 'the client' });
    vi.stubGlobal('Deno', {});
    await fetchTransport()('https://a.example/', post);
    expect(calls[2]).toBe(post);
  });
});

describe('a proxy', () => {
  it.each([
    ['http://p:1', {}],
    ['http://us@p:1', { 'Proxy-Authorization': `Basic ${btoa('us:')}` }],
    ['http://:pa@p:1', { 'Proxy-Authorization': `Basic ${btoa(':pa')}` }],
    ['http://us:p%40a%3A@p:1', { 'Proxy-Authorization': `Basic ${btoa('us:p@a:')}` }],
    ['http://us:100%@p:1', { 'Proxy-Authorization': `Basic ${btoa('us:100%')}` }],
  ])('%s is told %j', (address, headers) => {
    expect(proxyCredentials(new URL(address))).toEqual(headers);
  });

  it.each([
    ['https://a.example/', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1/'],
    ['https://a.example/', { HTTP_PROXY: 'http://p:1' }, null],
    ['http://a.example/', { HTTP_PROXY: 'p:1' }, 'http://p:1/'],
    ['http://a.example/', { HTTP_PROXY: 'http://big', http_proxy: 'http://small' }, 'http://small/'],
    ['https://a.example/', { HTTPS_PROXY: 'http://p', NO_PROXY: '*' }, null],
    ['https://a.example/', { HTTPS_PROXY: 'http://p', NO_PROXY: 'b.example, a.example' }, null],
    ['https://x.a.example/', { HTTPS_PROXY: 'http://p', NO_PROXY: '.a.example' }, null],
    ['https://xa.example/', { HTTPS_PROXY: 'http://p', NO_PROXY: 'a.example' }, 'http://p/'],
    ['https://a.example:8443/', { HTTPS_PROXY: 'http://p', NO_PROXY: 'a.example:443' }, 'http://p/'],
    ['https://a.example/', { HTTPS_PROXY: 'http://p', NO_PROXY: 'a.example:443' }, null],
    ['https://a.example/', { HTTPS_PROXY: '' }, null],
    ['https://a.example./', { HTTPS_PROXY: 'http://p', NO_PROXY: 'a.example' }, null],
    ['https://10.1.2.3/', { HTTPS_PROXY: 'http://p', NO_PROXY: '10.0.0.0/8' }, null],
    ['https://11.1.2.3/', { HTTPS_PROXY: 'http://p', NO_PROXY: '10.0.0.0/8,11.0.0.0/99,x/8' }, 'http://p/'],
    ['https://10.1.2.3:8443/', { HTTPS_PROXY: 'http://p', NO_PROXY: '10.1.2.3:8443' }, null],
    ['https://110.1.2.3/', { HTTPS_PROXY: 'http://p', NO_PROXY: '10.1.2.3' }, 'http://p/'],
    ['https://[::1]/', { HTTPS_PROXY: 'http://p', NO_PROXY: '::1' }, null],
    ['https://[::1]/', { HTTPS_PROXY: 'http://p', NO_PROXY: '0:0:0:0:0:0:0:1' }, null],
    ['https://[::1]:8443/', { HTTPS_PROXY: 'http://p', NO_PROXY: '[::1]:8443' }, null],
    ['https://[::1]:8443/', { HTTPS_PROXY: 'http://p', NO_PROXY: '[::1]:443' }, 'http://p/'],
    ['https://[fd00::5]/', { HTTPS_PROXY: 'http://p', NO_PROXY: 'fd00::/8' }, null],
    ['https://[fe00::5]/', { HTTPS_PROXY: 'http://p', NO_PROXY: 'fd00::/8 10.0.0.0/8' }, 'http://p/'],
  ])('%s with %j', (url, variables, expected) => {
    expect(proxyFor(new URL(url), variables)?.href ?? null).toBe(expected);
  });

  it.each<[string, string, boolean]>([
    ['http://a.example/', 'a.example:80', true],
    ['http://a.example/', 'a.example:443', false],
    ['http://a.example:443/', 'a.example:443', true],
    ['https://a.example/', '', false],
    ['https://a.example/', ',  ,', false],
    ['https://a.example/', 'x * y', true],
    ['https://a.example/', '**', false],
    ['https://a.example/', 'A.EXAMPLE', true],
    ['https://a.example/', '*.a.example', true],
    ['https://x.a.example/', '*.a.example', true],
    ['https://xa.example/', '*.a.example', false],
    ['https://a.example.x/', 'a.example', false],
    ['https://a.example/', 'b.example\ta.example', true],
    ['https://10.1.2.3/', '10.1.2.3/32', true],
    ['https://10.1.2.3/', '10.1.2.4/32', false],
    ['https://10.1.2.3/', '0.0.0.0/0', true],
    ['https://10.1.2.3/', '10.0.0.0/-1', false],
    ['https://10.1.2.3/', '10.0.0.0/8.5', false],
    ['https://10.1.2.3/', '10.0.0.0/33', false],
    ['https://10.1.2.3/', '10.1.2.x', false],
    ['https://10.1.2.3/', '2.3', false],
    ['https://[fd00::5]/', 'fd00::/128', false],
    ['https://[fd00::]/', 'fd00::', true],
    ['https://[fd00::5]/', 'fd00::', false],
    ['https://[fd00::5]/', 'fd00::/64', true],
    ['https://[fd00::5]/', 'fd00::/129', false],
    ['https://[fd00::5]/', '::/0', true],
    ['https://[fd00::5]/', '0.0.0.0/0', false],
  ])('%s with NO_PROXY=%j: exempt %s', (url, NO_PROXY, isExempt) => {
    const variables = { HTTPS_PROXY: 'http://p:1', HTTP_PROXY: 'http://p:1', NO_PROXY };
    expect(proxyFor(new URL(url), variables)?.href ?? null).toBe(isExempt ? null : 'http://p:1/');
    const small = {
      https_proxy: 'http://p:1',
      http_proxy: 'http://p:1',
      no_proxy: NO_PROXY,
      NO_PROXY: 'other',
    };
    expect(proxyFor(new URL(url), small)?.href ?? null).toBe(isExempt ? null : 'http://p:1/');
  });

  it.each([
    ['https://a.example/', { HTTPS_PROXY: 'ftp://us:secret@p' }, 'HTTPS_PROXY'],
    ['http://a.example/', { HTTP_PROXY: 'http://us:secret@p:x' }, 'HTTP_PROXY'],
  ])('%s with %j is refused without its address, and nothing was sent', (url, variables, name) => {
    let error: unknown;
    try {
      proxyFor(new URL(url), variables);
    } catch (caught) {
      error = caught;
    }
    expect(error).toMatchObject({
      message: `${name}: expected the address of a proxy, such as http://proxy.example:3128.`,
      requestNotSent: true,
    });
    expect(proxyFor(new URL(url), { HTTPS_PROXY: 'https://p', HTTP_PROXY: 'https://p' })?.href).toBe(
      'https://p/',
    );
  });
});
