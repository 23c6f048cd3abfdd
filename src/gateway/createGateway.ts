import { defaultProfile } from '../protocol/gateway/defaultProfile.ts';
import type { GatewayProfile } from '../protocol/gateway/profile.ts';
import { apmPayout } from './apmPayout.ts';
import { createCaller } from './caller.ts';
import { type Cards, cards } from './cards.ts';
import { checkOptions } from './checkOptions.ts';
import { directConnect } from './directConnect.ts';
import { fetchTransport } from './fetchTransport.ts';
import type { GatewayHooks, GatewayLogger } from './hooks.ts';
import { hpp } from './hpp.ts';
import { nodeTransport } from './nodeTransport.ts';
import { notifications } from './notifications.ts';
import { createObserver } from './observer.ts';
import { type Payments, payments } from './payments.ts';
import { type Payouts, payouts } from './payouts.ts';
import { pciGate } from './pciGate.ts';
import { rawRequest, type SendRaw } from './rawRequest.ts';
import { type GatewayRuntime, platformRuntime } from './runtime.ts';
import { createSigner } from './signer.ts';
import type { GatewayTracer } from './tracing.ts';
import { transactions } from './transactions.ts';
import type { Transport } from './transport.ts';
import type { CheckoutGateway, Secret } from './types.ts';

/** Address, credentials and behaviour of the client. */
export interface GatewayOptions {
  /** The gateway's one address, for live and test alike (S24): `https://gateway.example`. A path in it is kept. */
  baseUrl: string;
  clientId: Secret;
  clientSecret: Secret;
  /** Two while one replaces the other: the first signs, any is recognised. */
  signatureSecret: Secret | readonly Secret[];
  /** `true` marks every transaction as a test. There is no default (G19). */
  test: boolean;
  /** `'saq-d'` allows full card details; by default they are refused before a byte is sent. */
  pciLevel?: 'none' | 'saq-d';
  profile?: GatewayProfile;
  /** Default: Node's own keep-alive client, elsewhere `fetch`. */
  transport?: Transport;
  /** For one try. Default 30,000. */
  timeoutMs?: number;
  /** For all tries of a call together. Default 90,000. */
  deadlineMs?: number;
  /** Further tries; default 2. Anything but a read is tried again only when it was provably not accepted. */
  retries?: number | { get?: number; post?: number; delete?: number };
  /** What input that breaks a rule leads to. Default `'strict'`: a `ValidationError`. `'warn'` tells the `warning` hook. */
  validate?: 'strict' | 'warn' | 'off';
  /** Pino-shaped. Nothing is logged by default. */
  logger?: GatewayLogger;
  hooks?: GatewayHooks;
  /** OpenTelemetry: `trace.getTracer('shop')`. Nothing of it is loaded otherwise. */
  tracer?: GatewayTracer;
}

export interface Gateway extends CheckoutGateway {
  readonly payments: Payments;
  readonly payouts: Payouts;
  readonly cards: Cards;
  /** Any other request, signed. */
  readonly request: SendRaw;
  /** Closes idle connections of the default transport on Node. Calls may still be made. */
  close(): void;
}

/**
 * The typed client of a gateway: all that its interface document describes, from a server.
 *
 * @example
 * const gateway = createGateway({ baseUrl, clientId, clientSecret, signatureSecret, test: true });
 * const session = await gateway.hpp.create({ amount: '10.00', currency: 'EUR', orderReference, redirectionUrl, callBackUrl });
 * @throws BrowserNotAllowedError in a browser, ConfigurationError for an option that cannot be.
 */
export function createGateway(options: GatewayOptions, platform: Partial<GatewayRuntime> = {}): Gateway {
  const { baseUrl, retries, signatureSecrets } = checkOptions(options);
  const { clientId, clientSecret, test, profile = defaultProfile, validate = 'strict' } = options;
  const runtime = { ...platformRuntime(), ...platform };
  const observer = createObserver(options.hooks, options.logger);
  const signer = createSigner(signatureSecrets, runtime.hmac);
  const own = options.transport === undefined ? nodeTransport(globalThis.process?.env ?? {}) : undefined;
  const call = createCaller({
    baseUrl,
    clientId,
    clientSecret,
    profile,
    transport: options.transport ?? own ?? fetchTransport(),
    signer,
    observer,
    tracer: options.tracer,
    runtime,
    timeoutMs: options.timeoutMs ?? 30_000,
    deadlineMs: options.deadlineMs ?? 90_000,
    retries,
  });
  const requestSetup = {
    profile,
    test,
    validate,
    now: runtime.now,
    uuid: runtime.uuid,
    warn: (operation: string, warning: string) =>
      observer.tell('warning', () => ({ callId: '', operation, method: '', url: '', attempt: 0, warning })),
  };
  const gate = pciGate(options.pciLevel ?? 'none');
  const status = transactions(call, profile, runtime.now, test);
  const execute = directConnect(call, profile, requestSetup, status);
  return {
    profile,
    test,
    hpp: hpp(call, profile, requestSetup, status),
    transactions: status,
    notifications: notifications(profile, signer),
    payments: payments(execute, gate),
    payouts: payouts(execute, gate, apmPayout(call, profile, requestSetup, status)),
    cards: cards(call, profile, requestSetup),
    request: rawRequest(call),
    close: () => own?.close(),
  };
}
