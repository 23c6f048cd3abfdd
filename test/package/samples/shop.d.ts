/*
 * What a merchant reading the docs has already: the names that samples use and do not explain.
 */
import type {
  CheckoutHandler,
  CheckoutHandlerOptions,
  CheckoutMeter,
  CheckoutStore,
  CheckoutTracer,
  GatewayOptions,
  GatewayTracer,
  OrderFacts,
  PaymentNotification,
  TokenPaymentRequest,
} from 'hpp-checkout/server';

declare global {
  const baseUrl: string;
  const clientId: string;
  const clientSecret: string;
  const signatureSecret: string;
  const newSecret: string;
  const oldSecret: string;
  const credentials: GatewayOptions;
  const tracer: GatewayTracer & CheckoutTracer;
  const meter: CheckoutMeter;
  const secrets: { get(name: string): Promise<string> };
  // biome-ignore lint/suspicious/noExplicitAny: stands for the options of any shop
  const options: CheckoutHandlerOptions<any>;
  const handler: CheckoutHandler;
  const store: CheckoutStore;
  const server: import('node:http').Server;
  function storeOf(env: object): CheckoutStore;

  function priceOf(order: unknown): Promise<OrderFacts | null>;
  function priceOfOrderOf(customer: string | null | undefined, order: unknown): Promise<OrderFacts | null>;
  function customerOf(cookie: string | null): Promise<string | null>;
  function ship(orderReference: string, idempotencyKey: string): Promise<void>;
  function sendCustomerTo(url: string): void;
  function compareWithMyRecordAndSettle(payment: PaymentNotification): Promise<void>;
  function showThanks(orderReference: string | undefined): void;
  function showBasket(problem: string): void;

  const vault: { keep(orderReference: string, cardToken: string): Promise<void> };
  const books: {
    keep(orderReference: string, ...facts: (string | null)[]): Promise<void>;
    note(orderReference: string, ...facts: (string | null)[]): Promise<void>;
  };
  const page: { somebody(...facts: unknown[]): void };
  interface Sql {
    insert(table: string, row: object): Promise<void>;
    insertOnce(table: string, row: object): Promise<boolean>;
  }
  const db: { transaction(work: (sql: Sql) => Promise<void>, signal: AbortSignal): Promise<void> };

  const payment: TokenPaymentRequest;
  const sessionId: string;
  const cardToken: string;
  const cvv2: string;
  const pspId: string;
  const uniqueReference: string;
  const userAgent: string;
  const acceptHeader: string;

  const Bun: {
    serve(options: { port: number; fetch(request: Request): Promise<Response> }): { stop(): Promise<void> };
  };
  const Deno: {
    serve(
      options: { port: number },
      handler: (request: Request) => Promise<Response>,
    ): { shutdown(): Promise<void> };
    addSignalListener(signal: 'SIGTERM', listener: () => void): void;
    exit(code: number): never;
  };
}
