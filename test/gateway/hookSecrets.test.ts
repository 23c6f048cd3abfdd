import { describe, expect, it, vi } from 'vitest';
import type { Gateway } from '../../src/gateway/createGateway.ts';
import type { GatewayHooks } from '../../src/gateway/hooks.ts';
import { defaultProfile } from '../../src/protocol/gateway/defaultProfile.ts';
import { defineProfile } from '../../src/protocol/gateway/defineProfile.ts';
import type { TransactionStatus } from '../../src/protocol/gateway/transaction.ts';
import { errorOf, failure, HPP, openWire, PAID, type Reply, type Sent, STATUS } from './wire.ts';

const PAN = '4111111111111111';
const CODE = '7395';
const TOKEN = 'card-token-canary-1';
const SECRETS = {
  'card number': PAN,
  'security code': CODE,
  'card token': TOKEN,
  'client secret': 'client-secret-canary',
  'credentials header': btoa('shop:client-secret-canary'),
  "credentials header of the profile's own": 'own-credential-canary',
  "caller's key": 'caller-key-canary',
  "profile's key": 'profile-key-canary',
  'notification secret': '5ec2e7c0ffee5ec2e7c0ffee5ec2e7c0',
  'notification secret in a query': 'query-secret-canary',
  '3DS authentication value': 'cavv-canary-value',
};
const ID = '0123456789abcdef0123456789abcdef';
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
const callBackUrl = `https://shop.example/checkout/notify/${ID}/${SECRETS['notification secret']}?key=${SECRETS['notification secret in a query']}`;

/** Names its token otherwise, and carries it where no name tells. */
const profile = defineProfile({
  auth: (credentials) => ({ ...defaultProfile.auth(credentials), 'X-Shop': 'own-credential-canary' }),
  signature: { header: 'X-Sign', responses: 'ignore' },
  wire: { headers: { 'X-Api-Key': 'profile-key-canary' } },
  tokens: { deleteName: 'id', parseCreate: (json) => (json as { id: string }).id },
  status: {
    parse: (json) => ({ ...(json as object as TransactionStatus), cardToken: (json as { ref: string }).ref }),
  },
  endpoints: { getToken: { method: 'GET', path: '/api/vault/{t}' } },
});

const card = { cardNumber: PAN, cvv2: CODE, expMonth: '12', expYear: '2030', cardHolderName: 'Ada L' };
const order = { ...HPP, callBackUrl };
const headers = { 'X-Merchant-Token': 'caller-key-canary' };

const CALLS: Record<string, (gateway: Gateway) => Promise<unknown>> = {
  'hpp.create': (gateway) => gateway.hpp.create(order, { headers }),
  'payments.purchase': (gateway) =>
    gateway.payments.purchase({ ...order, paymentCredentials: card }, { headers }),
  'payments.authorise': (gateway) =>
    gateway.payments.authorise(
      {
        ...order,
        card: { cardToken: TOKEN, cvv2: CODE },
        threeDSecureAuthentication: { cavv: 'cavv-canary-value' },
      },
      { headers },
    ),
  'payouts.toToken': (gateway) =>
    gateway.payouts.toToken({ ...order, paymentDestination: { cardToken: TOKEN } }, { headers }),
  'cards.tokenise': (gateway) => gateway.cards.tokenise(card, { headers }),
  'cards.retrieve': (gateway) => gateway.cards.retrieve(TOKEN, { headers }),
  'cards.delete': (gateway) => gateway.cards.delete(TOKEN, { headers }),
  'transactions.retrieve': (gateway) => gateway.transactions.retrieve({ pspId: '1' }, { headers }),
};

/** All that was sent, in an answer. What is a secret under its own name keeps it: other texts no one could tell. */
const echo = ({ url, headers, json }: Sent) => ({
  url: url.href,
  headers,
  request: json,
  said: json?.CallBackURL === undefined ? '' : `cannot notify ${new URL(json.CallBackURL).pathname}`,
});

const REPLIES: Record<string, Reply> = {
  'an answer that repeats the request': (sent) => ({
    json: {
      ...PAID,
      ...STATUS,
      ...(/vault|tokenise|retrieve/.test(sent.url.pathname) ? {} : { cardToken: TOKEN, CardToken: TOKEN }),
      id: TOKEN,
      ref: TOKEN,
      CallBackURL: callBackUrl,
      echo: echo(sent),
    },
  }),
  'a refusal that repeats the request': (sent) => ({
    status: 400,
    json: {
      isSuccess: false,
      errorMessage: `INVALID: ${sent.json?.CallBackURL} ${sent.url.href}`,
      echo: echo(sent),
    },
  }),
  'a failure whose page repeats the request': (sent) => ({
    status: 503,
    text: `<p>${JSON.stringify(echo(sent))}</p>`,
  }),
  'a warning header that repeats the address': (sent) => ({
    status: 429,
    headers: { Warning: `299 - "${sent.url.href} ${sent.json?.CallBackURL}"` },
  }),
  'a lost connection': (sent) => failure('ECONNRESET', `lost: ${sent.json?.CallBackURL} ${sent.url.href}`),
  'a refused connection': (sent) => failure('ECONNREFUSED', `no: ${sent.json?.CallBackURL} ${sent.url.href}`),
};

describe('T82 no hook and no log line shows a secret', () => {
  for (const [call, run] of Object.entries(CALLS)) {
    for (const [title, reply] of Object.entries(REPLIES)) {
      it(`${call}, then ${title}`, async () => {
        const told: Record<string, string[]> = {};
        const sent: string[] = [];
        const keep = (name: string) => (event: object) => {
          // Without the ids of calls, which may have the four digits of a security code among their own.
          told[name] = [...(told[name] ?? []), JSON.stringify(event).replaceAll(UUID, '')];
        };
        const hooks: GatewayHooks = {
          request: keep('request'),
          response: keep('response'),
          retry: keep('retry'),
          error: keep('error'),
          warning: keep('warning'),
        };
        const logger = { debug: keep('log'), info: keep('log'), warn: keep('log'), error: keep('log') };
        const { gateway, sent: requests } = openWire(
          { clientSecret: 'client-secret-canary', pciLevel: 'saq-d', profile, hooks, logger, retries: 1 },
          [reply],
        );
        await run(gateway).catch(() => undefined);
        for (const { headers } of requests) sent.push(headers['X-Sign'] ?? '');
        expect(told.request?.length).toBeGreaterThan(0);
        const secrets = Object.entries({ ...SECRETS, signature: sent[0] ?? '' });
        const leaks = Object.entries(told).flatMap(([hook, lines]) =>
          lines.flatMap((line) =>
            secrets
              .filter(([, secret]) => secret !== '' && holds(line, secret))
              .map(
                ([name, secret]) =>
                  `${name} in ${hook}: …${line.slice(Math.max(0, line.indexOf(secret) - 60), line.indexOf(secret) + 60)}`,
              ),
          ),
        );
        expect(leaks).toEqual([]);
      });
    }
  }

  it('a hook still tells what happened, and where the notification goes', async () => {
    const seen: object[] = [];
    const { gateway } = openWire({ hooks: { request: (event) => seen.push(event) } }, [{ json: {} }]);
    await gateway.hpp.create(order, { headers: { 'X-Correlation-Id': 'c-1' } }).catch(() => undefined);
    expect(seen).toMatchObject([
      {
        operation: 'createHpp',
        headers: { Accept: 'application/json', Authorization: '[redacted]', 'X-Correlation-Id': 'c-1' },
        body: {
          OrderReference: 'Order-1',
          CallBackURL: `https://shop.example/checkout/notify/${ID}/[redacted]?key=[redacted]`,
        },
      },
    ]);
  });

  it('an address of another shape keeps its host only', async () => {
    const seen: object[] = [];
    const { gateway } = openWire({ hooks: { request: (event) => seen.push(event) } }, [{ json: {} }]);
    const own = { ...HPP, callBackUrl: 'https://shop.example/hooks/pay/k-7' };
    await gateway.hpp.create(own).catch(() => undefined);
    expect(seen).toMatchObject([{ body: { CallBackURL: 'https://shop.example[redacted]' } }]);
  });

  it('T12 the thrown error hides the notification address of the handler', async () => {
    const { gateway } = openWire({}, [
      ({ json }) => ({ status: 400, text: JSON.stringify({ errorMessage: `bad ${json.CallBackURL}` }) }),
    ]);
    const plain = callBackUrl.split('?')[0] ?? '';
    const error = await errorOf(gateway.hpp.create({ ...HPP, callBackUrl: plain }));
    expect(JSON.stringify([error, error.message, error.body])).not.toContain(SECRETS['notification secret']);
  });
});

/** By itself: a code of four digits also stands in longer numbers. */
function holds(line: string, secret: string): boolean {
  if (secret === CODE) return /(?<!\d)7395(?!\d)/.test(line);
  return line.includes(secret) || line.includes(encodeURIComponent(secret));
}

describe('T54 what a hook, a logger or a tracer does wrong does not touch the call', () => {
  const bad: Record<string, () => unknown> = {
    throws: () => {
      throw new Error('mine');
    },
    'throws undefined': () => {
      throw undefined;
    },
    rejects: () => Promise.reject(new Error('mine')),
  };
  for (const [how, does] of Object.entries(bad)) {
    it(`${how}: the call succeeds, and the process is warned`, async () => {
      const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
      const span = { setAttribute: does, setStatus: does, end: does };
      const hook = does as () => void;
      for (const options of [
        { hooks: { request: hook, response: hook } },
        {
          get hooks(): GatewayHooks {
            return {
              get request(): never {
                throw new Error('a getter');
              },
            };
          },
        },
        { logger: { debug: hook, info: hook, warn: hook, error: hook } },
        { tracer: { startSpan: hook as never } },
        { tracer: { startSpan: () => span } },
      ]) {
        const { gateway } = openWire(options, [{ json: STATUS }]);
        expect((await gateway.transactions.retrieve({ pspId: '1' })).state).toBe('processed');
      }
      await new Promise(setImmediate);
      expect(warned.mock.calls.length).toBeGreaterThan(3);
      warned.mockRestore();
    });
  }

  it('a hook that fails does not keep the logger from hearing', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const lines: string[] = [];
    const line = (_facts: object, message: string) => lines.push(message);
    const { gateway } = openWire(
      {
        hooks: {
          request: () => {
            throw new Error('mine');
          },
        },
        logger: { debug: line, info: line, warn: line, error: line },
      },
      [{ json: STATUS }],
    );
    await gateway.transactions.retrieve({ pspId: '1' });
    expect(lines).toContain('gateway request');
    warned.mockRestore();
  });
});

describe('T74 numbers that become timers', () => {
  it.each([
    ['9999999999999999999999', 86_400_000],
    ['2147483648', 86_400_000],
    ['1'.repeat(400), 86_400_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
    ['-1', null],
    ['1e9', null],
    ['Infinity', null],
  ])('Retry-After %s is at most a day', async (header, expected) => {
    const { gateway, waits } = openWire({}, [{ status: 429, headers: { 'Retry-After': header } }]);
    const error = await errorOf(gateway.transactions.retrieve({ pspId: '1' }));
    expect(error.retryAfterMs).toBe(expected);
    for (const wait of waits) expect(wait).toBeLessThanOrEqual(86_400_000);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 0, -5, 2 ** 31, '30' as unknown as number])(
    'a bound of %s for one call is refused before anything is sent',
    async (ms) => {
      for (const bound of ['timeoutMs', 'deadlineMs']) {
        const { gateway, sent } = openWire({}, [{ json: STATUS }]);
        expect(await errorOf(gateway.transactions.retrieve({ pspId: '1' }, { [bound]: ms }))).toMatchObject({
          code: 'config_invalid',
          message: expect.stringContaining(bound),
        });
        expect(sent).toEqual([]);
      }
    },
  );
});
