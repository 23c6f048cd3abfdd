import { defaultProfile } from '../protocol/gateway/defaultProfile.ts';
import { accountOf } from './accountOf.ts';
import { checkOptions } from './checkOptions.ts';
import type { CheckoutGateway } from './checkoutGateway.ts';
import { fetchTransport } from './http/fetchTransport.ts';
import { nodeTransport } from './http/nodeTransport.ts';
import { createCaller } from './http/sendWithRetries.ts';
import { notifications } from './notifications/notifications.ts';
import { createObserver } from './observer.ts';
import { apmPayout } from './operations/apmPayout.ts';
import { type Cards, cards } from './operations/cards.ts';
import { directConnect } from './operations/directConnect.ts';
import { hpp } from './operations/hpp.ts';
import { type Payments, payments } from './operations/payments.ts';
import { type Payouts, payouts } from './operations/payouts.ts';
import { pciGate } from './operations/pciGate.ts';
import { rawRequest, type SendRaw } from './operations/rawRequest.ts';
import { sendExecute } from './operations/sendExecute.ts';
import { transactions } from './operations/transactions.ts';
import type { GatewayOptions } from './options.ts';
import { platformRuntime } from './runtime.ts';
import { readSecret } from './secrets.ts';
import { createSigner } from './signer.ts';

/** The typed client of a gateway, as `createGateway` returns it. Safe to share: make one for the whole process. */
export interface Gateway extends CheckoutGateway {
  /** Card payments without the hosted page, by card token or full card details. */
  readonly payments: Payments;
  /** Money to a card. */
  readonly payouts: Payouts;
  /** Card tokens without a payment. */
  readonly cards: Cards;
  /** Any other request, signed: a capture, or what your operator adds. */
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
export function createGateway(options: GatewayOptions): Gateway {
  const { baseUrl, retries, signatureSecrets } = checkOptions(options);
  const { clientId, clientSecret, test, profile = defaultProfile, validate = 'strict' } = options;
  const runtime = { ...platformRuntime(), ...options.testing };
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
  const warn = (operation: string, warning: string) =>
    observer.emit('warning', () => ({ callId: '', operation, method: '', url: '', attempt: 0, warning }));
  const requestContext = {
    profile,
    test,
    validate,
    now: runtime.now,
    uuid: runtime.uuid,
    warn,
  };
  const gate = pciGate(options.pciLevel ?? 'none');
  const status = transactions(call, profile, { now: runtime.now, test, warn });
  const execute = sendExecute(call, profile, status);
  const direct = directConnect(execute, requestContext);
  return {
    profile,
    test,
    account: async () => accountOf(await readSecret(clientId, 'clientId'), runtime.hmac),
    hpp: hpp(call, profile, requestContext, status),
    transactions: status,
    notifications: notifications(profile, signer, warn),
    payments: payments(direct, gate),
    payouts: payouts(direct, gate, apmPayout(execute, profile, requestContext)),
    cards: cards(call, profile, requestContext),
    request: rawRequest(call),
    close: () => own?.close(),
  };
}
