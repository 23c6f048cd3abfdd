import { createGateway, type Gateway } from '../../src/gateway/createGateway.ts';
import type { Transport, TransportRequest } from '../../src/gateway/http/transport.ts';
import type { GatewayOptions } from '../../src/gateway/options.ts';
import type { GatewayRuntime } from '../../src/gateway/runtime.ts';

export const SECRETS = {
  clientId: 'shop',
  clientSecret: 'shop-secret',
  signatureSecret: 'signing-secret',
} as const;

/** What the wire carried. */
export interface Sent extends TransportRequest {
  url: URL;
  // biome-ignore lint/suspicious/noExplicitAny: a body under test has any shape
  json: any;
}

export type Reply =
  | { status?: number; json?: unknown; text?: string; headers?: Record<string, string> }
  | Error
  | 'hang'
  | ((sent: Sent) => Reply);

export interface Wire {
  gateway: Gateway;
  sent: Sent[];
  last(): Sent;
  /** Answers, first to last; the last one stays. */
  replies: Reply[];
  /** Milliseconds of each wait before another try. */
  waits: number[];
  clock: { now: number };
}

/**
 * A client on a wire of the test's own. The clock moves only by its timers: when every request is answered the next timer
 * rings at once, so waits take no time and a reply that hangs ends in its timeout.
 */
export function openWire(options: Partial<GatewayOptions> = {}, replies: Reply[] = []): Wire {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const clock = { now: Date.UTC(2026, 10, 21) };
  const runtime: Partial<GatewayRuntime> = {
    now: () => clock.now,
    random: () => 0.5,
    timer(ms, ring) {
      let live = true;
      const at = clock.now + ms;
      // A macrotask later, whatever can happen without time has happened.
      const handle = setTimeout(() => {
        if (!live) return;
        clock.now = Math.max(clock.now, at);
        waits.push(ms);
        ring();
      }, 5);
      return () => {
        live = false;
        clearTimeout(handle);
      };
    },
  };
  const transport: Transport = (address, init) => {
    const request = {
      ...init,
      url: new URL(address),
      json: init.body === undefined ? null : JSON.parse(init.body),
    };
    sent.push(request);
    let reply: Reply = replies.length > 1 ? (replies.shift() as Reply) : (replies[0] ?? {});
    while (typeof reply === 'function') reply = reply(request);
    if (reply instanceof Error) return Promise.reject(reply);
    if (reply === 'hang') {
      return new Promise((_resolve, reject) => {
        init.signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    }
    const { status = 200, json, headers = {} } = reply;
    const text = reply.text ?? (json === undefined ? '' : JSON.stringify(json));
    return Promise.resolve({ status, headers: new Headers(headers), text: () => Promise.resolve(text) });
  };
  const gateway = createGateway({
    baseUrl: 'https://gateway.example',
    ...SECRETS,
    test: true,
    transport,
    testing: runtime,
    ...options,
  });
  return { gateway, sent, replies, waits, clock, last: () => sent.at(-1) as Sent };
}

export function failure(code: string, message = code): Error {
  return Object.assign(new Error(message), { code });
}

export const HPP = {
  amount: '10.00',
  currency: 'EUR',
  orderReference: 'Order-1',
  redirectionUrl: 'https://shop.example/return',
  callBackUrl: 'https://shop.example/notify',
} as const;

export const HPP_ANSWER = {
  pspid: 850907,
  token: '2ed7aa0a6fa04f3b8c3ab9fa4a4136ab',
  redirectUrl: 'https://gateway.example/page?token=2ed7aa0a',
  status: 'PENDING',
  isSuccess: true,
  errorMessage: null,
} as const;

export const CARD = {
  cardNumber: '4111111111111111',
  cvv2: '123',
  expMonth: '12',
  expYear: '2030',
  cardHolderName: 'Ada Lovelace',
  cardType: 'VISA',
} as const;

export const TOKEN = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** As card payments answer (S101). */
export const PAID = {
  pspid: 850908,
  bankResponse: 'Processed',
  bankAccept: 'YES',
  cardToken: TOKEN,
  redirectUrl: null,
  isSuccess: true,
  errorMessage: null,
} as const;

/** As payouts answer (S102). */
export const PAID_OUT = {
  PspId: 850909,
  BankResponse: 'Processed',
  BankAccept: true,
  CardToken: null,
  RedirectUrl: null,
  IsSuccess: true,
  ErrorMessage: null,
} as const;

export const NOTIFICATION = {
  AttemptNumber: 1,
  SentDateTime: 1_700_000_000_000,
  TransactionToken: '2ed7aa0a6fa04f3b8c3ab9fa4a4136ab',
  OrderReference: 'Order-1',
  Status: 'Processed',
  AuthCode: '123456',
  CardInput: true,
  PspId: '850907',
  Currency: 'EUR',
  Amount: '10.00',
  CardNumber: '411111******1111',
  CardExpiry: '12/2030',
  CardHolderName: 'Ada Lovelace',
  CardCountry: 'MLT',
  CardType: 'VISA',
  CardToken: TOKEN,
  Acquirer: 'BANK',
  Email: 'ada@example.com',
  UniqueReference: '6b29fc40-ca47-1067-b31d-00dd010662da',
  ClientAccount: '',
  Is3DS: false,
} as const;

/** As the status endpoint answers (N6). */
export const STATUS = (() => {
  const { AttemptNumber: _attempt, SentDateTime: _sent, ...rest } = NOTIFICATION;
  return { ...rest, isSuccess: true, errorMessage: null };
})();

/** The error a call ends in; fails the test when it ends otherwise. */
export async function errorOf(call: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  const value = await call.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  if ('error' in value) return value.error as Error & Record<string, unknown>;
  throw new Error(`Expected an error, got ${JSON.stringify(value.result)}`);
}
