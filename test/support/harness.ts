import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type CheckoutHandler,
  type CheckoutHandlerOptions,
  type CheckoutStore,
  createCheckoutHandler,
  createGateway,
  type Gateway,
  type Payment,
  type PaymentEvent,
} from '../../src/merchant/index.ts';
import { toNodeHandler } from '../../src/merchant/node.ts';
import type { PlatformOverrides } from '../../src/merchant/platform/platform.ts';
import { sqliteStore } from '../../src/merchant/store/sqlite.ts';
import type { GatewayProfile } from '../../src/protocol/gateway/profile.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { serve } from './serve.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

export const CREDENTIALS = {
  clientId: 'test-shop',
  clientSecret: 'test-shop-secret',
  signatureSecret: 'test-signature-secret',
} as const;

/** A shop, its server and the gateway on real sockets: three origins, two sites, the browser files as built. */
export interface Harness {
  /** `http://localhost:…`: the shop's pages. */
  shop: string;
  /** `http://localhost:…`: the shop's server. */
  merchant: string;
  /** `http://127.0.0.1:…`: the sandbox; a foreign site to both others. */
  gateway: string;
  sandbox: Sandbox;
  readonly handler: CheckoutHandler;
  store: CheckoutStore;
  /** What `onPayment` was told, in order. */
  payments: Payment[];
  /** What `onEvent` was told. */
  events: PaymentEvent[];
  /** The shop's server dies: connections are cut, nothing is finished. Its store stays. */
  crash(): void;
  /** It is started again, at the same address. */
  restart(): void;
  close(): Promise<void>;
}

export interface HarnessOptions {
  /** Shared by gateway client and sandbox. */
  profile?: GatewayProfile;
  sandbox?: Partial<SandboxOptions>;
  handler?: Partial<CheckoutHandlerOptions>;
  timeouts?: PlatformOverrides['timeouts'];
  /** UDF sent with every order: the sandbox's switches for its notifications. */
  udf?: Record<string, string>;
  /** The shop page's HTML, in place of a Pay link with the script tag. */
  page?: (harness: { merchant: string; order: string; query: URLSearchParams }) => string;
  /**
   * A folder of built pages that the shop shows in place of `page`. Under `/checkout` such a shop passes requests on to its
   * server, and under `/hpp-checkout` it has the script.
   */
  site?: string;
  /** The gateway shows its page in a frame of another page, as some do around 3-D Secure. */
  nested?: boolean;
  /** Headers of the shop's page, such as a policy. */
  pageHeaders?: Record<string, string>;
}

/** The order that a page sends is its query's `order`, and the order's reference; every order costs 49.90 EUR. */
export async function createHarness(options: HarnessOptions = {}): Promise<Harness> {
  const shared = options.profile ? { profile: options.profile } : {};
  const sandbox = createSandbox({
    credentials: CREDENTIALS,
    ...shared,
    // The shop's pages have another origin than its server, which is all that the gateway sees in the redirect addresses.
    frameAncestors: () => [shop, merchant, outer],
    ...options.sandbox,
  });
  const { url: gateway } = await sandbox.listen({ port: 0, host: '127.0.0.1' });

  let merchantListener: Parameters<typeof serve>[0] = (_request, response) => response.writeHead(503).end();
  const merchantServer = await serve((request, response) => merchantListener(request, response));
  const shopServer = await serve((request, response) => {
    const url = new URL(request.url ?? '/', shop);
    const script = /^\/(?:dist|hpp-checkout)\/([\w.-]+)$/.exec(url.pathname)?.[1];
    if (script !== undefined) return sendFile(response, dist + script);
    if (options.site !== undefined) {
      if (url.pathname.startsWith('/checkout/')) return merchantListener(request, response);
      return sendFile(response, join(options.site, url.pathname === '/' ? 'index.html' : url.pathname));
    }
    const order = url.searchParams.get('order') ?? 'A-1';
    const page = options.page ?? payLink;
    response
      .writeHead(url.pathname === '/' ? 200 : 404, {
        'content-type': 'text/html; charset=utf-8',
        ...options.pageHeaders,
      })
      .end(page({ merchant, order, query: url.searchParams }));
  });
  const shop = `http://localhost:${shopServer.port}`;
  const merchant = `http://localhost:${merchantServer.port}`;

  const outerServer = await serve((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', outer);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><title>A gateway</title><iframe src="${searchParams.get('page')}" width="100%" height="700"></iframe>`,
    );
  });
  const outer = `http://127.0.0.1:${outerServer.port}`;

  const payments: Payment[] = [];
  const events: PaymentEvent[] = [];
  const store = sqliteStore(':memory:');
  await store.ready();
  const client = createGateway({ baseUrl: gateway, ...CREDENTIALS, ...shared, test: true });
  const startHandler = () =>
    createCheckoutHandler(
      {
        gateway: options.nested ? nestPages(client, outer) : client,
        store,
        publicUrl: `${merchant}/checkout`,
        continueUrl: shop,
        authorize: 'anyone',
        resolveOrder: (order) =>
          typeof order === 'string'
            ? {
                orderReference: order,
                amount: '49.90',
                currency: 'EUR',
                ...(options.udf ? { udf: options.udf } : {}),
              }
            : null,
        onPayment: (payment) => {
          payments.push(payment);
        },
        onEvent: (event) => events.push(event),
        sweepEveryMs: 200,
        logger: silent,
        ...options.handler,
        allowedOrigins: [shop, ...(options.handler?.allowedOrigins ?? [])],
      },
      options.timeouts === undefined ? {} : { timeouts: options.timeouts },
    );
  let handler: CheckoutHandler;
  let checkout: ReturnType<typeof toNodeHandler> | undefined;
  function restart(): void {
    handler = startHandler();
    checkout = toNodeHandler(handler);
  }
  restart();
  merchantListener = (request, response) => {
    if (checkout === undefined) return void request.socket.destroy();
    return checkout(request, response);
  };

  return {
    shop,
    merchant,
    gateway,
    sandbox,
    get handler() {
      return handler;
    },
    store,
    payments,
    events,
    crash() {
      checkout = undefined;
      void handler.close();
    },
    restart,
    async close() {
      await outerServer.close();
      await shopServer.close();
      await merchantServer.close();
      await handler.close();
      await store.close();
      await sandbox.close();
    },
  };
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

function sendFile(response: ServerResponse, path: string): void {
  readFile(path).then(
    (file) => {
      response.writeHead(200, { 'content-type': `${TYPES[extname(path)]}; charset=utf-8` }).end(file);
    },
    () => response.writeHead(404).end(),
  );
}

function nestPages(client: Gateway, outer: string): Gateway {
  return {
    ...client,
    hpp: {
      create: async (request, options) => {
        const session = await client.hpp.create(request, options);
        return { ...session, redirectUrl: `${outer}/?page=${encodeURIComponent(session.redirectUrl)}` };
      },
    },
  };
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** `told` on the page's window collects what the checkout told it, in order: `['complete', 'close']`. */
export function payLink({
  merchant,
  order,
  query,
}: {
  merchant: string;
  order: string;
  query: URLSearchParams;
}): string {
  const attribute = (text: string) => text.replace(/[&"<]/g, (char) => `&#${char.charCodeAt(0)};`);
  const extra = [...query]
    .filter(([name]) => name !== 'order')
    .map(([name, value]) => `data-${name}="${attribute(value)}"`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>A shop</title>
<style>body { margin: 2rem; font-family: sans-serif } main { min-height: 150vh }</style>
<script>
  window.told = [];
  for (const type of ['complete', 'fail', 'pending', 'expired', 'error', 'close']) {
    document.addEventListener('hpp-checkout:' + type, (event) => told.push([type, event.detail]));
  }
</script>
<main>
  <h1>A shop</h1>
  <a id="pay" href="${merchant}/checkout/pay?order=${encodeURIComponent(order)}" data-hpp-checkout
      data-order="${attribute(order)}" ${extra.join(' ')}>Pay €49.90</a>
</main>
<script async src="/dist/hpp-checkout.js" data-session="${merchant}/checkout/session"></script>
</html>`;
}
