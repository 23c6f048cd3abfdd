import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGateway } from '../../../src/gateway/createGateway.ts';
import { createCheckoutHandler } from '../../../src/merchant/createCheckoutHandler.ts';
import { toNodeHandler } from '../../../src/merchant/node.ts';
import type { CheckoutHandlerOptions } from '../../../src/merchant/options.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { createSandbox } from '../../../src/sandbox/createSandbox.ts';
import { openTerminal, type Terminal } from '../terminal.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** What is wrong with an otherwise sound installation. */
export interface Fault {
  credentials?: { clientSecret?: string; signatureSecret?: string };
  /** Of `toNodeHandler`. */
  trustedProxies?: number;
  /** The handler's address; `port` is where the server listens. */
  publicUrl?: (port: number) => string;
  handler?: Partial<CheckoutHandlerOptions>;
  /** Headers and HTML of the page, given the gateway's origin. */
  pageHeaders?: undefined | ((gateway: string) => Record<string, string>);
  pageHtml?: string;
  /** Stands between socket and server. */
  before?: (...args: Parameters<RequestListener>) => void;
  /** A server of a framework in place of the plain one. */
  serve?:
    | undefined
    | ((parts: {
        checkout: RequestListener;
        page: RequestListener;
      }) => Promise<RequestListener> | RequestListener);
}

export interface RealShop {
  /** Where the server listens: `http://127.0.0.1:<port>`. */
  origin: string;
  gateway: string;
  terminal: Terminal;
  closeGateway(): Promise<void>;
  closeServer(): Promise<void>;
  close(): Promise<void>;
}

export const SOUND_PAGE =
  '<!doctype html><title>Basket</title><script async src="/hpp-checkout.js"></script><a data-hpp-checkout>Pay</a>';

/** The headers that the docs recommend, for a page of the handler's own origin. */
export const soundHeaders = (gateway: string): Record<string, string> => ({
  'content-security-policy': `default-src 'self'; frame-src 'self' ${gateway}; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types hpp-checkout`,
  'permissions-policy': 'payment=*, publickey-credentials-get=*, camera=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
});

/** A sandbox and a small shop's server, on real ports, with one fault or none. */
export async function openRealShop(fault: Fault = {}): Promise<RealShop> {
  const sandbox = createSandbox();
  const gateway = (await sandbox.listen()).url;
  let listener: RequestListener = () => {};
  const server = createServer((request, response) => {
    fault.before?.(request, response);
    if (!response.writableEnded) listener(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const handler = createCheckoutHandler({
    gateway: createGateway({
      baseUrl: gateway,
      ...sandbox.credentials,
      ...fault.credentials,
      test: true,
      retries: 0,
    }),
    store: memoryStore(),
    publicUrl: fault.publicUrl?.(port) ?? `${origin}/checkout`,
    authorize: 'anyone',
    resolveOrder: (order) =>
      order === 'A-1001' ? { orderReference: 'A-1001', amount: '49.90', currency: 'EUR' } : null,
    sweepEveryMs: false,
    logger: silent,
    ...fault.handler,
  });
  const checkout = toNodeHandler(handler, { trustedProxies: fault.trustedProxies ?? 0 });
  const page: RequestListener = (request, response) => {
    const answer = (status: number, type: string, text: string, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': type, ...headers }).end(text);
    if (request.url === '/') {
      return answer(
        200,
        'text/html',
        fault.pageHtml ?? SOUND_PAGE,
        (fault.pageHeaders ?? soundHeaders)(gateway),
      );
    }
    if (request.url === '/hpp-checkout.js') {
      return answer(200, 'text/javascript', 'load("hpp-checkout.frame.0123456789ab.js")');
    }
    if (request.url === '/hpp-checkout.frame.0123456789ab.js')
      return answer(200, 'text/javascript', 'load("hpp-checkout.dialog.0123456789ab.js")');
    if (request.url === '/hpp-checkout.dialog.0123456789ab.js')
      return answer(200, 'text/javascript', 'dialog()');
    return answer(404, 'text/html', '<h1>Not found</h1>');
  };
  listener =
    (await fault.serve?.({ checkout, page })) ??
    ((request, response) => {
      (request.url?.startsWith('/checkout/') ? checkout : page)(request, response);
    });
  const closeServer = () => closed(server);
  return {
    origin,
    gateway,
    terminal: openTerminal({ now: () => Date.now() }),
    closeGateway: () => sandbox.close(),
    closeServer,
    async close() {
      await closeServer();
      await handler.close();
      await sandbox.close();
    },
  };
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
