import { defaultProfile } from '../../src/protocol/gateway/defaultProfile.ts';
import { platformHmac } from '../../src/protocol/gateway/hmac.ts';
import { decodeNotification } from '../../src/protocol/gateway/notificationBody.ts';
import type { Operation } from '../../src/protocol/gateway/profile.ts';
import type { NotificationWire } from '../../src/protocol/gateway/wire.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';

export const BASE = 'http://sandbox.localhost';

/** What the merchant's server was sent: the payload, and whether its signature holds. */
export interface Received {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
  payload: NotificationWire;
  genuine: boolean;
}

export interface Shop {
  sandbox: Sandbox;
  received: Received[];
  /** Answers of the merchant's server, first to last; then 200. */
  replies: (number | Error)[];
  /** A signed call to an operation; `null` as body sends none. */
  call(operation: Operation, body: object | null, options?: CallOptions): Promise<Reply>;
  create(over?: Record<string, unknown>): Promise<Reply>;
  retrieve(query: Record<string, string>): Promise<Reply>;
  close(): Promise<void>;
}

export interface CallOptions {
  query?: Record<string, string>;
  path?: string;
  headers?: Record<string, string>;
  /** Replaces the body's text; the signature stays that of `body`. */
  raw?: string;
  unsigned?: boolean;
}

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer under test has any shape
  body: any;
  headers: Headers;
  text: string;
}

let orders = 0;

/** A request for a hosted page, complete. */
export function hppRequest(over: Record<string, unknown> = {}): Record<string, unknown> {
  const order = `Order-${++orders}`;
  return {
    TransactionType: 'PURC',
    Amount: '10.00',
    Currency: 'EUR',
    IsTest: true,
    OrderReference: order,
    UniqueReference: `00000000-0000-4000-8000-${String(orders).padStart(12, '0')}`,
    RedirectionURL: 'http://localhost:1/return/success',
    FailRedirectionURL: 'http://localhost:1/return/failure',
    CallBackURL: 'http://localhost:1/notify',
    ...over,
  };
}

/** A sandbox in process, with a merchant's server that remembers its notifications. The clock stands until it is moved. */
export function openShop(options: SandboxOptions = {}): Shop {
  const received: Received[] = [];
  const replies: (number | Error)[] = [];
  const profile = options.profile ?? defaultProfile;
  const hmac = platformHmac();
  const sandbox = createSandbox({
    seed: 7,
    clock: new Date('2030-01-15T12:00:00Z'),
    deliver: async (url, init) => {
      const { encode } = profile.notification;
      const message = decodeNotification(
        { body: init.body ?? '', query: new URL(url).search.slice(1) },
        encode,
      );
      const rules = profile.notification.signature ?? profile.signature;
      const expected = await rules.sign(message, sandbox.credentials.signatureSecret, hmac);
      received.push({
        url,
        method: init.method,
        headers: init.headers,
        body: init.body ?? '',
        payload: message.payload as NotificationWire,
        genuine: init.headers[rules.header] === expected,
      });
      const reply = replies.shift() ?? 200;
      if (reply instanceof Error) throw reply;
      return new Response('OK', { status: reply });
    },
    onError: (error) => {
      throw error;
    },
    ...options,
  });

  async function call(operation: Operation, body: object | null, over: CallOptions = {}): Promise<Reply> {
    const endpoint = profile.endpoints[operation];
    const query = over.query ?? {};
    const search = new URLSearchParams(query).toString();
    const raw = body === null ? null : JSON.stringify(body);
    const message = raw === null ? profile.signature.input(query) : { payload: JSON.parse(raw), raw };
    const signature = await profile.signature.sign(message, sandbox.credentials.signatureSecret, hmac);
    const response = await sandbox.fetch(
      `${BASE}${over.path ?? endpoint.path}${search === '' ? '' : `?${search}`}`,
      {
        method: endpoint.method,
        headers: {
          ...profile.auth(sandbox.credentials),
          ...(raw === null ? {} : { 'Content-Type': 'application/json' }),
          ...(over.unsigned === true || signature === null ? {} : { [profile.signature.header]: signature }),
          ...over.headers,
        },
        ...(raw === null ? {} : { body: over.raw ?? raw }),
      },
    );
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  }

  return {
    sandbox,
    received,
    replies,
    call,
    create: (over) => call('createHpp', hppRequest(over)),
    retrieve: (query) => call('retrieve', null, { query }),
    close: () => sandbox.close(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What a customer types; paid unless told otherwise. */
export function typed(number = '4242424242424242', over: Record<string, string> = {}) {
  const card = {
    holderName: 'Ada Lovelace',
    number,
    expMonth: '12',
    expYear: '2031',
    securityCode: '123',
    ...over,
  };
  return { method: 'card' as const, card };
}

/** A direct connect request's common fields (S117). */
export function directRequest(over: Record<string, unknown> = {}): Record<string, unknown> {
  return hppRequest(over);
}

export function credentials(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    PaymentSource: 'Card',
    CardType: 'VISA',
    CardNumber: '4242424242424242',
    CvV2: '123',
    ExpMonth: '12',
    ExpYear: '2031',
    CardHolderName: 'Ada Lovelace',
    ...over,
  };
}

/** A card token, made through the tokenisation endpoint. */
export async function makeToken(shop: Shop, over: Record<string, unknown> = {}): Promise<string> {
  const reply = await shop.call('tokenise', {
    CardHolderName: 'Ada Lovelace',
    CardNumber: '4242424242424242',
    ExpMonth: '12',
    ExpYear: '2031',
    ...over,
  });
  if (reply.status !== 200) throw new Error(`No token: ${reply.text}`);
  return reply.body.cardToken;
}

/** Leaves out one member, however deep: `Client.Email`. */
export function without(body: Record<string, unknown>, path: string): Record<string, unknown> {
  const [first = '', ...rest] = path.split('.');
  const { [first]: value, ...others } = body;
  return rest.length === 0
    ? others
    : { ...others, [first]: without(value as Record<string, unknown>, rest.join('.')) };
}

/** Puts a value at one place, however deep. */
export function withValue(
  body: Record<string, unknown>,
  path: string,
  value: unknown,
): Record<string, unknown> {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...body, [first]: value };
  const inner = (body[first] ?? {}) as Record<string, unknown>;
  return { ...body, [first]: withValue(inner, rest.join('.'), value) };
}
