import type { CheckoutGateway } from '../../gateway/checkoutGateway.ts';
import { AuthenticationError, HttpError } from '../../gateway/errors/answerErrors.ts';
import { isSignatureRefused } from '../../gateway/errors/isSignatureRefused.ts';
import type { FailureLog } from '../observe/failureLog.ts';
import type { FetchContext } from '../options.ts';
import { withTimeout } from '../platform/withTimeout.ts';
import { isNotFound } from '../poll/gatewayErrors.ts';
import type { ModeStore } from '../store/modeStore.ts';

export interface Health {
  status: 'ok' | 'degraded' | 'down';
  store: 'ok' | 'down';
  gateway: 'ok' | 'down';
  /** Why `gateway` is down. */
  gatewayError?: GatewayTrouble;
}

/** The gateway refuses the client id or secret, refuses the request's signature, does not answer, or answers something else. */
export type GatewayTrouble = 'credentials' | 'signature' | 'unreachable' | 'other';

/** What `npx hpp-checkout doctor` compares with the address that it was given. None of it is secret. */
export interface Installed {
  readonly test: boolean;
  readonly publicUrl: string;
}

/**
 * How well the client's own address is known, which limits by address build on. `untrusted_proxy`: the request names an
 * address in a forwarding header that nobody trusts, so that all customers may count as one. `unknown`: no address reaches
 * the handler, so there are no limits by address. `forgeable`: it comes from a header that customers can write themselves.
 */
export type AddressKnowledge = 'known' | 'untrusted_proxy' | 'unknown' | 'forgeable';

/** The address that the doctor writes into `X-Forwarded-For`. A handler that believes it believes anybody. */
export const FORGED_ADDRESS = 'doctor.invalid';

export type HealthCheck = () => Promise<Health>;

const STORE_MS = 2_000;
const GATEWAY_MS = 3_000;
const FRESH_MS = 15_000;
/** No transaction has it: a gateway that says so is there, and takes our credentials. */
const NOBODY = '00000000-0000-4000-8000-000000000000';

export interface HealthContext {
  readonly store: Pick<ModeStore, 'now'>;
  readonly gateway: Pick<CheckoutGateway, 'transactions'>;
  readonly failures: FailureLog;
}

/** Asks store and gateway, at most every 15 s however often it is called. Without the store nothing works; without the gateway, status and notifications do. */
export function createHealthCheck(context: HealthContext, monotonic: () => number): HealthCheck {
  let last: { at: number; health: Promise<Health> } | null = null;
  return () => {
    if (last === null || monotonic() - last.at > FRESH_MS) last = { at: monotonic(), health: check(context) };
    return last.health;
  };
}

async function check({ store, gateway, failures }: HealthContext): Promise<Health> {
  const budget = { timeoutMs: GATEWAY_MS, deadlineMs: GATEWAY_MS };
  const gatewayCall = gateway.transactions.retrieve({ uniqueReference: NOBODY }, budget).catch((error) => {
    if (!isNotFound(error)) throw error;
  });
  const [storeError, gatewayError] = await Promise.all([
    troubleOf('the store, asked for its health', store.now(), STORE_MS, failures),
    troubleOf('the gateway, asked for its health', gatewayCall, GATEWAY_MS, failures),
  ]);
  const isStoreDown = storeError !== null;
  const status = isStoreDown ? 'down' : gatewayError === null ? 'ok' : 'degraded';
  const health: Health = { status, store: isStoreDown ? 'down' : 'ok', gateway: 'ok' };
  return gatewayError === null ? health : { ...health, gateway: 'down', gatewayError };
}

/** `null` for a good answer in time. */
async function troubleOf(
  what: string,
  question: Promise<unknown>,
  ms: number,
  failures: FailureLog,
): Promise<GatewayTrouble | null> {
  try {
    await withTimeout(question, ms, () => new Error(`No answer within ${ms} ms.`));
    failures.succeeded(what);
    return null;
  } catch (error) {
    failures.failed(what, error, `Health check: no good answer of ${what}`);
    if (AuthenticationError.is(error)) return isSignatureRefused(error) ? 'signature' : 'credentials';
    return HttpError.is(error) ? 'other' : 'unreachable';
  }
}

/** `GET /health`: 503 only where a load balancer should send requests elsewhere. */
export async function health(
  check: HealthCheck,
  { test, publicUrl }: Installed,
  context: FetchContext,
): Promise<Response> {
  const found = await check();
  const answer = { ...found, addresses: knowledgeOf(context), test, publicUrl };
  return Response.json(answer, { status: found.status === 'down' ? 503 : 200 });
}

function knowledgeOf({ clientAddress, untrustedForwarding }: FetchContext): AddressKnowledge {
  if (clientAddress === undefined) return 'unknown';
  if (clientAddress === FORGED_ADDRESS) return 'forgeable';
  return untrustedForwarding === true ? 'untrusted_proxy' : 'known';
}
