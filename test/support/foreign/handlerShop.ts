import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGateway, type Gateway } from '../../../src/gateway/createGateway.ts';
import { createCheckoutHandler } from '../../../src/merchant/createCheckoutHandler.ts';
import { toNodeHandler } from '../../../src/merchant/node.ts';
import type { PaymentEvent } from '../../../src/merchant/observe/events.ts';
import type { CheckoutHandlerOptions, Payment } from '../../../src/merchant/options.ts';
import type { CheckoutStore } from '../../../src/merchant/store/contract.ts';
import type { PaymentNotification } from '../../../src/protocol/gateway/transaction.ts';
import { type ForeignGateway, type ForeignOptions, startForeignGateway } from './startForeignGateway.ts';

/** What the merchant was told about one order. */
export interface Told {
  payments: Payment[];
  details: Payment[];
  events: PaymentEvent[];
}

export interface OpenedSession {
  sessionId: string;
  redirectUrl: string;
  statusUrl: string;
}

type ServesPage = (...exchange: Parameters<RequestListener>) => boolean;

/** Our handler on a real port, a customer without a browser, and the foreign gateway. */
export interface HandlerShop {
  readonly foreign: ForeignGateway;
  readonly gateway: Gateway;
  readonly publicUrl: string;
  /** A new order's name, with the gateway's behaviour for it. */
  order(options?: ForeignOptions): Promise<string>;
  /** As the widget does: opens a session for the order. */
  open(orderReference: string): Promise<{ status: number; session: OpenedSession }>;
  /** As the widget does: the session's status. */
  status(session: OpenedSession): Promise<string>;
  /** Asks for the status, at the widget's pace or a faster one, until it is one of those; the last one when they never come. */
  statusBecomes(session: OpenedSession, wanted: readonly string[], withinMs?: number): Promise<string>;
  told(orderReference: string): Told;
  /** Has `onPaymentDetails` (or `onPayment`) fail that often for the order. */
  failHook(hook: 'payment' | 'details', orderReference: string, times: number): void;
  readonly notifications: PaymentNotification[];
  /** Lines of the handler's log from `warn` on, as text. */
  readonly log: string[];
  /** Every event, as text. */
  readonly events: string[];
  close(): Promise<void>;
}

/** @param page serves what is not the handler's, and says whether it did. */
export async function openHandlerShop(
  store: CheckoutStore,
  over: Partial<CheckoutHandlerOptions> = {},
  { host = '127.0.0.1', page = () => false }: { host?: string; page?: ServesPage } = {},
): Promise<HandlerShop> {
  const foreign = await startForeignGateway();
  let listener: RequestListener = () => {};
  const server = createServer((request, response) => {
    if (!page(request, response)) listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  const publicUrl = `${origin}/checkout`;
  const gateway = createGateway({
    baseUrl: foreign.url,
    ...foreign.credentials,
    test: true,
    pciLevel: 'saq-d',
    ...(over.gateway === undefined ? {} : { profile: over.gateway.profile }),
  });

  const told = new Map<string, Told>();
  const failures = new Map<string, number>();
  const notifications: PaymentNotification[] = [];
  const log: string[] = [];
  const events: string[] = [];
  const of = (orderReference: string): Told => {
    const known = told.get(orderReference) ?? { payments: [], details: [], events: [] };
    told.set(orderReference, known);
    return known;
  };
  const failIfAsked = (hook: string, orderReference: string) => {
    const key = `${hook} ${orderReference}`;
    const left = failures.get(key) ?? 0;
    if (left === 0) return;
    failures.set(key, left - 1);
    throw new Error('the shop is closed for a moment');
  };
  const line = (level: string) => (facts: object, text?: string) => {
    const err = 'err' in facts ? String((facts as { err: unknown }).err) : '';
    log.push(`${level} ${text} ${err} ${JSON.stringify(facts)}`);
  };

  const handler = createCheckoutHandler({
    store,
    publicUrl,
    authorize: () => 'anybody',
    resolveOrder: (order) => ({
      orderReference: String(order),
      amount: '10.50',
      currency: 'EUR',
      client: { email: 'ada@example.com', clientAccount: 'acc-1' },
      udf: { MerchantField1: 'mine' },
    }),
    onPayment: (payment) => {
      failIfAsked('payment', payment.orderReference);
      of(payment.orderReference).payments.push(payment);
    },
    onPaymentDetails: (payment) => {
      failIfAsked('details', payment.orderReference);
      of(payment.orderReference).details.push(payment);
    },
    onNotification: (notification) => {
      notifications.push(notification);
    },
    onEvent: (event) => {
      events.push(JSON.stringify(event));
      if (event.orderReference !== null) of(event.orderReference).events.push(event);
    },
    logger: { debug() {}, info() {}, warn: line('warn'), error: line('error') } as never,
    // The pace of a test: what is due is done soon.
    sweepEveryMs: 50,
    limits: {
      pollIntervalMs: 200,
      sessionsPerAddress: 10_000,
      readsPerAddress: 100_000,
      orphanNotificationsPerMinute: 10_000,
    },
    ...over,
    gateway,
  });
  listener = toNodeHandler(handler) as RequestListener;
  let orders = 0;

  async function status(session: OpenedSession): Promise<string> {
    const response = await fetch(session.statusUrl);
    return ((await response.json()) as { status?: string }).status ?? `HTTP ${response.status}`;
  }

  return {
    foreign,
    gateway,
    publicUrl,
    async order(options = {}) {
      const orderReference = `H-${++orders}`;
      await foreign.set(options, orderReference);
      return orderReference;
    },
    async open(orderReference) {
      const response = await fetch(`${publicUrl}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ order: orderReference, reason: 'open' }),
      });
      return { status: response.status, session: (await response.json()) as OpenedSession };
    },
    status,
    async statusBecomes(session, wanted, withinMs = 8_000) {
      const deadline = performance.now() + withinMs;
      for (;;) {
        const now = await status(session);
        if (wanted.includes(now) || performance.now() > deadline) return now;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    told: of,
    failHook: (hook, orderReference, times) => void failures.set(`${hook} ${orderReference}`, times),
    notifications,
    log,
    events,
    async close() {
      await handler.close();
      gateway.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await foreign.close();
    },
  };
}
