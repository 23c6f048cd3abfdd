import { createGateway } from '../../../src/gateway/createGateway.ts';
import { createCheckoutHandler } from '../../../src/merchant/createCheckoutHandler.ts';
import type { CheckoutHandlerOptions } from '../../../src/merchant/options.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { createSandbox, type TransactionView } from '../../../src/sandbox/index.ts';
import { createBackend } from '../../../src/testing/verify/backend.ts';
import {
  createContext,
  type VerifyContext,
  type VerifyOptions,
} from '../../../src/testing/verify/context.ts';
import { createGatewaySide, type GatewaySide } from '../../../src/testing/verify/gatewaySide.ts';

type Fetch = (request: Request) => Promise<Response>;

/** What stands before a good backend and spoils it; `undefined` lets the good one answer. */
export type Wrong = (request: Request, path: string, good: Fetch) => Promise<Response | undefined>;

export const ORDERS: readonly string[] = Array.from({ length: 40 }, (_, index) => `A-${1001 + index}`);
const SHOP = 'http://shop.localhost:3000';
const URL_OF = 'http://127.0.0.1:8000/checkout';
const GATEWAY = 'http://127.0.0.1:4010';

/** What is wrong with a backend that is ours in all else. */
export interface Spoilt
  extends Partial<Pick<CheckoutHandlerOptions, 'resolveOrder' | 'limits' | 'sweepEveryMs'>> {
  wrong?: Wrong;
  /** What the gateway is told, as it sees it. */
  transaction?: (transaction: TransactionView) => TransactionView;
  fulfilled?: () => readonly string[];
}

/** Our handler, spoilt or not, before verify, all in this process. */
export function openVerify(
  { wrong = async () => undefined, transaction = (each) => each, fulfilled: list, ...options }: Spoilt = {},
  over: Partial<VerifyOptions> = {},
): { context: VerifyContext; close(): Promise<void> } {
  const silent = () => {};
  const fulfilled: string[] = [];
  const sandbox = createSandbox({
    mode: 'instant',
    publicUrl: GATEWAY,
    deliver: (url, init) => served(new Request(url, init)),
  });
  const handler = createCheckoutHandler({
    gateway: createGateway({
      baseUrl: GATEWAY,
      ...sandbox.credentials,
      test: true,
      retries: 0,
      transport: sandbox.fetch,
    }),
    store: memoryStore(),
    publicUrl: URL_OF,
    allowedOrigins: [SHOP],
    authorize: 'anyone',
    resolveOrder: (order) =>
      typeof order === 'string' && ORDERS.includes(order)
        ? { orderReference: order, amount: '49.90', currency: 'EUR' }
        : null,
    onPayment: ({ orderReference }) => void fulfilled.push(orderReference),
    sweepEveryMs: 50,
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    ...options,
    limits: { pollIntervalMs: 50, sessionsPerAddress: 1000, sessionsPerOrder: 1000, ...options.limits },
  });
  const served: Fetch = async (request) =>
    (await wrong(request, new URL(request.url).pathname.replace('/checkout', ''), handler.fetch)) ??
    handler.fetch(request);
  const fetch = (url: string, init?: RequestInit) => {
    const request = new Request(url, init);
    return url.startsWith(GATEWAY) ? sandbox.fetch(request) : served(request);
  };
  const controlled = async (path: string, init: RequestInit) => {
    const headers = { 'content-type': 'application/json' };
    const response = await sandbox.fetch(`${GATEWAY}/_sandbox${path}`, { ...init, headers });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Record<string, unknown>;
  };
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const backend = createBackend({ url: URL_OF, origin: SHOP, headers: {}, fetch, wait, onLimited: silent });
  const gateway = createGatewaySide({
    url: GATEWAY,
    controls: {
      get: (path) => controlled(path, { method: 'GET' }),
      post: (path, body) => controlled(path, { method: 'POST', body: JSON.stringify(body) }),
    },
    signatureSecret: sandbox.credentials.signatureSecret,
    token: undefined,
    fetch,
  });
  const verifyOptions: VerifyOptions = {
    url: URL_OF,
    origin: SHOP,
    orders: ORDERS,
    unknownOrder: 'no-such-order',
    price: { amount: '49.90', currency: 'EUR' },
    fulfilled: async () => list?.() ?? fulfilled,
    timeoutMs: 3_000,
    ...over,
  };
  return {
    context: createContext(verifyOptions, backend, seeing(gateway, transaction), {
      now: () => Date.now(),
      wait,
    }),
    async close() {
      await handler.close();
      await sandbox.close();
    },
  };
}

function seeing(gateway: GatewaySide, as: (transaction: TransactionView) => TransactionView): GatewaySide {
  return { ...gateway, transactions: async () => (await gateway.transactions()).map(as) };
}
