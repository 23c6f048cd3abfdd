import { createCheckoutHandler } from '../../src/merchant/createCheckoutHandler.ts';
import type { PaymentEvent } from '../../src/merchant/observe/events.ts';
import type {
  CheckoutHandler,
  CheckoutHandlerOptions,
  FetchContext,
  Payment,
} from '../../src/merchant/options.ts';
import type { PlatformOverrides } from '../../src/merchant/platform/platform.ts';
import type { CheckoutStore, SessionRecord } from '../../src/merchant/store/contract.ts';
import { memoryStore } from '../../src/merchant/store/memory.ts';
import { type FakeGateway, type FakeGatewayOptions, fakeGateway } from './fakeGateway.ts';

export const BASE = 'https://shop.example/checkout';

export interface HandlerHarness {
  handler: CheckoutHandler;
  /** A handler with the same options on the same gateway, and a memory of its own; on the same store unless given another view of it. */
  anotherProcess(view?: CheckoutStore): CheckoutHandler;
  store: CheckoutStore;
  gateway: FakeGateway;
  payments: Payment[];
  events: PaymentEvent[];
  /** Log lines, as JSON. */
  logs: string[];
  /** Moves all clocks. */
  advance(ms: number): void;
  now(): number;
  /** `POST /session`. */
  open(order?: unknown, extra?: Record<string, unknown>, headers?: Record<string, string>): Promise<Response>;
  /** `POST /session` that succeeds, and its session id. */
  session(order?: unknown): Promise<string>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** The parsed answer of `GET /session/:id`. */
  status(id: string): Promise<Record<string, unknown>>;
  /** Delivers a signed notification to the CallBackURL of a transaction (the last by default). */
  notify(change?: Record<string, unknown>, uniqueReference?: string): Promise<Response>;
  /** The hosted page sends the customer of a session back, by the address that the gateway was given. */
  comeBack(id: string, headers?: Record<string, string>): Promise<Response>;
  fetch(path: string, init?: RequestInit, context?: FetchContext): Promise<Response>;
  record(id: string): Promise<SessionRecord>;
  /** Waits until nothing is in hand. */
  drain(): Promise<void>;
  alerts(): string[];
}

export interface HandlerHarnessOptions {
  gateway?: FakeGatewayOptions;
  handler?: Partial<CheckoutHandlerOptions>;
  timeouts?: PlatformOverrides['timeouts'];
  /** What the hosted page answers when the handler looks at it; default: nothing does. */
  pageFetch?: PlatformOverrides['fetch'];
  /** What the handler does later: kept, for a test to run. */
  later?: PlatformOverrides['later'];
  /** In place of a memory store on the harness's clock. */
  store?: (now: () => number) => CheckoutStore;
  /** Stands between handler and store. */
  wrap?: (store: CheckoutStore) => CheckoutStore;
}

/** A handler on a fake gateway, with clocks that move only when told. */
export function handlerHarness(options: HandlerHarnessOptions = {}): HandlerHarness {
  let now = 1_700_000_000_000;
  const gateway = fakeGateway(options.gateway);
  const made = options.store?.(() => now) ?? memoryStore({ now: () => now });
  const store = options.wrap?.(made) ?? made;
  const payments: Payment[] = [];
  const events: PaymentEvent[] = [];
  const logs: string[] = [];
  const log = (fields: object, message: string) => logs.push(JSON.stringify({ ...fields, message }));

  /** What runs in the background after an answer. Closing the handler would wait for it too, and refuse what comes next. */
  const inHand = new Set<Promise<unknown>>();
  const startHandler = (view = store): CheckoutHandler => {
    const started = createCheckoutHandler(
      {
        gateway,
        store: view,
        publicUrl: BASE,
        allowedOrigins: ['https://www.shop.example'],
        authorize: 'anyone',
        resolveOrder: (order) =>
          typeof order === 'string' && order !== 'none'
            ? { orderReference: order, amount: '49.90', currency: 'EUR' }
            : null,
        onPayment: (payment) => {
          payments.push(payment);
        },
        onEvent: (event) => events.push(event),
        logger: { debug: log, info: log, warn: log, error: log },
        sweepEveryMs: false,
        ...options.handler,
      },
      {
        monotonic: () => now,
        wall: () => now,
        wait: async (ms) => {
          now += ms;
          await new Promise(setImmediate);
        },
        fetch: options.pageFetch ?? (() => Promise.reject(new Error('no hosted page'))),
        later: options.later ?? (() => () => {}),
        // By the machine's own clock, and of no interest unless a test gives it: a database under load may take its time.
        timeouts: { storeNotificationMs: 120_000, bodyMs: 120_000, ...options.timeouts },
      },
    );
    const fetch: CheckoutHandler['fetch'] = (request, context) => {
      const waitUntil = (task: Promise<unknown>) => {
        inHand.add(task);
        void task.finally(() => inHand.delete(task));
        return context?.waitUntil?.(task);
      };
      return started.fetch(request, { ...context, waitUntil });
    };
    return { ...started, fetch };
  };
  const handler = startHandler();

  const harness: HandlerHarness = {
    handler,
    anotherProcess: startHandler,
    store,
    gateway,
    payments,
    events,
    logs,
    advance(ms) {
      now += ms;
    },
    now: () => now,
    fetch: (path, init, context) => handler.fetch(new Request(`${BASE}${path}`, init), context),
    open: (order = 'A-1', extra = {}, headers = {}) =>
      harness.fetch('/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://shop.example', ...headers },
        body: JSON.stringify({ order, reason: 'open', ...extra }),
      }),
    async session(order) {
      const response = await harness.open(order);
      const body = (await response.json()) as { sessionId: string };
      if (response.status !== 201) throw new Error(`No session: ${JSON.stringify(body)}`);
      return body.sessionId;
    },
    get: (path, headers = {}) => harness.fetch(path, { headers }),
    comeBack: (id, headers = {}) => {
      const request = gateway.created.find(({ redirectionUrl }) => redirectionUrl.includes(id));
      return handler.fetch(new Request(request?.redirectionUrl ?? '', { headers }));
    },
    status: async (id) => (await harness.get(`/session/${id}`)).json() as Promise<Record<string, unknown>>,
    async notify(change, uniqueReference) {
      const { body, headers } = await gateway.notification(change, uniqueReference);
      const request = [...gateway.ledger.entries()].find(([unique]) => unique === uniqueReference)?.[1]
        .request;
      const url = (request ?? [...gateway.ledger.values()].at(-1)?.request)?.callBackUrl ?? '';
      const response = await handler.fetch(new Request(url, { method: 'POST', body, headers }));
      await harness.drain();
      return response;
    },
    async record(id) {
      const stored = await store.getSession(id);
      if (stored === null) throw new Error(`No session ${id}.`);
      return stored.value;
    },
    async drain() {
      while (inHand.size > 0) await Promise.all(inHand);
    },
    alerts: () => events.filter((event) => event.alert).map((event) => event.type),
  };
  return harness;
}
