import type { RequestListener } from 'node:http';
import express from 'express';
import fastify from 'fastify';
import { Pool } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import type { FindingCode } from '../../../src/cli/doctor/check.ts';
import type { NamedFinding } from '../../../src/cli/doctor/printFindings.ts';
import { createGateway } from '../../../src/gateway/createGateway.ts';
import { postgresStore } from '../../../src/merchant/store/postgres.ts';
import { sqliteStore } from '../../../src/merchant/store/sqlite.ts';
import { type Fault, openRealShop, type RealShop, SOUND_PAGE, soundHeaders } from './realShop.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function shopWith(fault: Fault): Promise<RealShop> {
  const shop = await openRealShop(fault);
  closers.push(shop.close);
  return shop;
}

interface Run {
  code: number;
  /** Codes of all that is not well, in order. */
  codes: FindingCode[];
  /** All that the doctor printed. */
  text: string;
  troubles: Extract<NamedFinding, { code: FindingCode }>[];
}

/** Types `doctor`, as `--json` prints it; what people read stands on standard error then. */
async function doctor({ terminal }: RealShop, line: string): Promise<Run> {
  const code = await terminal.type(`doctor --json ${line}`);
  const { findings } = JSON.parse(terminal.out.join('\n')) as { findings: NamedFinding[] };
  const troubles = findings.filter((each): each is Run['troubles'][number] => 'code' in each);
  return { code, codes: troubles.map((each) => each.code), text: terminal.err.join('\n'), troubles };
}

const whole = ({ origin }: RealShop) => `--url ${origin}/checkout --page ${origin}/ --order A-1001`;

/** Express as the docs show it, with a parser before the handler. */
const expressWith =
  (parser: ReturnType<typeof express.json>): Fault['serve'] =>
  ({ checkout, page }) => {
    const app = express();
    app.use(parser);
    app.use('/checkout', checkout);
    app.use(page);
    return app;
  };

/** Fastify with its own parsers left in place. */
const fastifyDefault: Fault['serve'] = async ({ checkout, page }) => {
  const app = fastify();
  closers.push(() => app.close());
  app.all('/checkout/*', (request, reply) => {
    reply.hijack();
    checkout(request.raw, reply.raw);
  });
  app.get('/*', (request, reply) => {
    reply.hijack();
    page(request.raw, reply.raw);
  });
  await app.ready();
  return ((request, response) => app.routing(request, response)) as RequestListener;
};

const deadPool = () => new Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 500 });
const headers =
  (change: (gateway: string) => Record<string, string>): Fault['pageHeaders'] =>
  (gateway) => ({ ...soundHeaders(gateway), ...change(gateway) });
const policy = (text: (gateway: string) => string) =>
  headers((gateway) => ({ 'content-security-policy': `${text(gateway)}; frame-ancestors 'none'` }));

describe('the doctor on a sound installation', () => {
  it('finds nothing, and says the mode', async () => {
    const shop = await shopWith({});
    const { code, codes, text } = await doctor(shop, whole(shop));
    expect(codes).toEqual([]);
    expect(code).toBe(0);
    expect(text).toMatch(/^ok {6}Mode: TEST MODE\. No money moves\.$/m);
    expect(text).toMatch(/Nothing is wrong that can be seen from here\.$/);
    expect(text).not.toMatch(/^(?!ok )\S+ +[\w’ ]+: /m);
  });
});

describe('the doctor names the one fault of an installation, and nothing else', () => {
  type Row = [
    name: string,
    fault: Fault,
    expected: FindingCode,
    says: RegExp,
    line?: (shop: RealShop) => string | Promise<string>,
  ];
  const THIRTEEN: Row[] = [
    [
      'body parser first: Express',
      { serve: expressWith(express.json()) },
      'body_parser',
      /reads JSON[\s\S]*above app\.use\(express\.json\(\)\)/,
    ],
    [
      'body parser first: Express, forms',
      { serve: expressWith(express.urlencoded()) },
      'body_parser',
      /reads forms[\s\S]*express\.urlencoded\(\)/,
    ],
    ['body parser first: Fastify', { serve: fastifyDefault }, 'body_parser', /removeAllContentTypeParsers/],
    [
      'store missing: no database',
      { handler: { store: postgresStore(deadPool()) } },
      'store_down',
      /cannot use its store/,
    ],
    [
      'store missing: no folder',
      { handler: { store: sqliteStore('/dev/null/checkout.db') } },
      'store_down',
      /cannot use its store/,
    ],
    [
      "frame-src 'self'",
      { pageHeaders: policy(() => "frame-src 'self'") },
      'page_policy',
      /show the hosted page: frame-src lacks http:\/\/127/,
    ],
    [
      "default-src 'self' alone",
      { pageHeaders: policy(() => "default-src 'self'; script-src 'self'") },
      'page_policy',
      /Add "frame-src http:[^"]+" to that policy/,
    ],
    [
      "frame-src 'self' in a <meta>",
      {
        pageHtml: SOUND_PAGE.replace(
          '<script',
          `<meta http-equiv="Content-Security-Policy" content="frame-src 'self'"><script`,
        ),
      },
      'page_policy',
      /The page’s <meta> Content-Security-Policy does not let it show the hosted page: frame-src lacks/,
    ],
    [
      "connect-src 'none'",
      { pageHeaders: policy(() => "connect-src 'none'") },
      'page_policy',
      /ask the handler[\s\S]*Add 'self' to connect-src/,
    ],
    [
      'a script-src without the script',
      { pageHeaders: policy(() => 'script-src https://cdn.example') },
      'page_policy',
      /does not let the script .* run/,
    ],
    [
      'wrong client secret, with --order',
      { credentials: { clientSecret: 'wrong' } },
      'gateway_credentials',
      /HPP_CLIENT_SECRET/,
    ],
    [
      'wrong client secret, without --order',
      { credentials: { clientSecret: 'wrong' } },
      'gateway_credentials',
      /HPP_CLIENT_SECRET/,
      ({ origin }) => `--url ${origin}/checkout`,
    ],
    [
      'wrong signature secret',
      { credentials: { signatureSecret: 'wrong' } },
      'gateway_signature',
      /HPP_SIGNATURE_SECRET/,
    ],
    [
      'publicUrl of another port',
      { publicUrl: () => 'http://127.0.0.1:1/checkout' },
      'public_url_wrong',
      /the port is \d+, not 1\b/,
    ],
    [
      'publicUrl of another path',
      { publicUrl: (port) => `http://127.0.0.1:${port}/pay` },
      'public_url_wrong',
      /the path of its publicUrl is not \/checkout/,
    ],
    [
      'publicUrl of another path, in Express, which takes the path off',
      {
        publicUrl: (port) => `http://127.0.0.1:${port}/pay`,
        serve: ({ checkout, page }) => express().use('/checkout', checkout).use(page),
      },
      'public_url_wrong',
      /the path is \/checkout, not \/pay/,
    ],
    [
      'publicUrl of https, which nothing here speaks',
      { publicUrl: (port) => `https://127.0.0.1:${port}/checkout` },
      'public_url_wrong',
      /it is http, not https/,
    ],
    [
      "trusted-types 'none'",
      { pageHeaders: policy((gateway) => `frame-src ${gateway} 'self'; trusted-types 'none'`) },
      'page_trusted_types',
      /trusted-types hpp-checkout in place of 'none'/,
    ],
    [
      'trusted-types of others',
      { pageHeaders: policy((gateway) => `frame-src ${gateway} 'self'; trusted-types lit-html`) },
      'page_trusted_types',
      /Add hpp-checkout/,
    ],
    [
      'an unknown order',
      {},
      'order_unknown',
      /knows no order "A-9"/,
      ({ origin }) => `--url ${origin}/checkout --order A-9`,
    ],
    [
      'an order that was read as a number',
      {},
      'order_unknown',
      /knows no order 1001 [\s\S]*type --order '"1001"'/,
      ({ origin }) => `--url ${origin}/checkout --order 1001`,
    ],
    [
      'gateway down',
      {},
      'gateway_down',
      /server gets no answer from its gateway/,
      async (shop) => {
        await shop.closeGateway();
        return whole(shop);
      },
    ],
    [
      'page missing',
      {},
      'page_missing',
      /answers 404/,
      ({ origin }) => `--url ${origin}/checkout --page ${origin}/basket`,
    ],
    [
      'server down',
      {},
      'server_down',
      /nothing listens there \(.*ECONNREFUSED/,
      async (shop) => {
        await shop.closeServer();
        return whole(shop);
      },
    ],
    [
      'wrong path',
      {},
      'handler_missing',
      /There is one at http:\/\/127\.0\.0\.1:\d+\/checkout/,
      ({ origin }) => `--url ${origin}/pay`,
    ],
    [
      'no path',
      {},
      'handler_missing',
      /There is one at http:\/\/127\.0\.0\.1:\d+\/checkout/,
      ({ origin }) => `--url ${origin}`,
    ],
    [
      'a path too many',
      {},
      'handler_missing',
      /There is one at/,
      ({ origin }) => `--url ${origin}/checkout/session`,
    ],
    [
      'clock skew',
      {
        before: (_request, response) =>
          response.setHeader('date', new Date(Date.now() - 300_000).toUTCString()),
      },
      'clock_wrong',
      /(299|300|301) s behind the clock of this machine/,
    ],
  ];
  it.each(THIRTEEN)('%s', async (_name, fault, expected, says, line = whole) => {
    const shop = await shopWith(fault);
    const { code, codes, text, troubles } = await doctor(shop, await line(shop));
    expect(codes, text).toEqual([expected]);
    expect(code).toBe(1);
    expect(text).toMatch(says);
    for (const { change, expected: wanted, read } of troubles) {
      for (const part of [change, wanted, read]) expect(part).toMatch(/\w/);
    }
    expect(text).toMatch(/^1 check failed\./m);
  });
});

describe('the doctor names what is behind the thirteen, too', () => {
  type Row = [
    name: string,
    fault: Fault,
    expected: FindingCode,
    code: 0 | 1,
    says: RegExp,
    line?: (shop: RealShop) => string,
  ];
  const sound = whole;
  const OTHERS: Row[] = [
    [
      'T70 a proxy is trusted that is not there',
      { trustedProxies: 1 },
      'proxy_forgeable',
      1,
      /trustedProxies: 0/,
    ],
    [
      'T70 a proxy that nobody told of',
      {
        before: (request) => {
          request.headers['x-forwarded-for'] = '203.0.113.9';
        },
      },
      'proxy_not_trusted',
      0,
      /trustedProxies: 1/,
    ],
    [
      'a Permissions-Policy without wallets',
      { pageHeaders: headers(() => ({ 'permissions-policy': 'camera=(), payment=()' })) },
      'page_permissions',
      0,
      /payment=\(\): the hosted page cannot offer Apple Pay[\s\S]*payment=\*[\s\S]*payment=\(self "http:\/\/127/,
    ],
    [
      'a Permissions-Policy that names the gateway, and so no bank',
      {
        pageHeaders: headers((gateway) => ({
          'permissions-policy': `payment=(self "${gateway}"), accelerometer=(self "${gateway}")`,
        })),
      },
      'page_permissions_bank',
      0,
      /payment=\(self "http:[\s\S]*has another origin[\s\S]*motion sensors[\s\S]*accelerometer=\*, payment=\*/,
    ],
    [
      'a Permissions-Policy that keeps back what the page’s own frameAllow gives',
      { pageHtml: SOUND_PAGE.replace('<a', '<a data-frame-allow="camera; payment"') },
      'page_permissions',
      0,
      /camera=\(\): the hosted page cannot offer camera\.[\s\S]*camera=\*/,
    ],
    [
      'a frameAllow that names the gateway, and so no bank',
      {
        pageHtml: SOUND_PAGE.replace(
          '<script',
          `<script data-frame-allow='payment https://gateway.example, gyroscope, magnetometer &#39;none&#39;'`,
        ),
      },
      'page_permissions_bank',
      0,
      /data-frame-allow keeps payment from a bank’s page[\s\S]*Leave payment out of data-frame-allow/,
    ],
    [
      'X-Frame-Options on every answer',
      { before: (_request, response) => response.setHeader('x-frame-options', 'SAMEORIGIN') },
      'return_page_not_framed',
      1,
      /X-Frame-Options: SAMEORIGIN, so it stays empty/,
    ],
    [
      'a page of another origin that nobody allowed',
      { pageHeaders: () => ({}) },
      'origin_not_allowed',
      1,
      /allowedOrigins: \['http:\/\/localhost:\d+'\]/,
      (shop) => sound(shop).replace('--page http://127.0.0.1', '--page http://localhost'),
    ],
    [
      'a page behind a login',
      {
        before: (request, response) => {
          if (request.url === '/') response.writeHead(302, { location: '/login' }).end();
        },
      },
      'page_missing',
      1,
      /302, a redirect to \/login/,
    ],
    [
      'a login in front of notifications',
      {
        before: (request, response) => {
          if (request.url?.includes('/notify')) response.writeHead(403).end('CSRF');
        },
      },
      'notifications_blocked',
      1,
      /without login/,
    ],
    [
      'a customer who has to be logged in',
      { handler: { authorize: () => null } },
      'order_needs_login',
      0,
      /--header "cookie: sid=…"/,
    ],
    [
      'a nonce that is not on the tag',
      {
        pageHeaders: policy(
          (gateway) => `script-src 'nonce-abc' 'strict-dynamic'; frame-src 'self' ${gateway}`,
        ),
      },
      'page_policy',
      1,
      /does not let the script .* run/,
    ],
  ];
  it.each(OTHERS)('%s', async (_name, fault, expected, exitCode, says, line = whole) => {
    const shop = await shopWith(fault);
    const { code, codes, text } = await doctor(shop, line(shop));
    expect(codes, text).toEqual([expected]);
    expect(code).toBe(exitCode);
    expect(text).toMatch(says);
  });

  it.each([
    ['a nonce', "script-src 'nonce-abc' 'strict-dynamic'", 'nonce="abc"'],
    ['a hash', "script-src 'sha256-AAAA'", 'integrity="sha256-AAAA"'],
  ])('is content with a script that is let in by %s', async (_name, scriptSrc, attribute) => {
    const shop = await shopWith({
      pageHeaders: policy((gateway) => `${scriptSrc}; frame-src 'self' ${gateway}`),
      pageHtml: SOUND_PAGE.replace('<script', `<script ${attribute}`),
    });
    const { codes, code, text } = await doctor(shop, whole(shop));
    expect(codes, text).toEqual([]);
    expect(code).toBe(0);
  });

  it('fails for credentials that the gateway refuses from here, and says it once', async () => {
    const shop = await shopWith({ credentials: { clientSecret: 'wrong' } });
    const { codes, code } = await doctor(
      shop,
      `${whole(shop)} --gateway ${shop.gateway} --client-secret wrong`,
    );
    expect(codes).toEqual(['gateway_credentials']);
    expect(code).toBe(1);
  });

  it('shouts in live mode', async () => {
    const secrets = { clientId: 'a', clientSecret: 'b', signatureSecret: 'c' };
    const gateway = createGateway({ ...secrets, baseUrl: 'https://127.0.0.1:1', test: false, retries: 0 });
    const shop = await shopWith({ handler: { gateway }, publicUrl: () => 'https://shop.invalid/checkout' });
    const { text, codes } = await doctor(shop, `--url ${shop.origin}/checkout`);
    expect(text).toMatch(/^ok {6}Mode: LIVE MODE\. REAL CARDS ARE CHARGED\.$/m);
    expect(codes).toEqual(['gateway_down', 'public_url_wrong']);
  });
});
