import { jsonResponse } from '../http/textResponse.ts';
import type { FetchContext } from '../options.ts';
import type { Parts } from '../parts.ts';
import { isNotFound } from '../poll/gatewayErrors.ts';

export interface Health {
  status: 'ok' | 'degraded' | 'down';
  store: 'ok' | 'down';
  gateway: 'ok' | 'down';
}

/**
 * How well the asker's own address is known, which limits by address build on. `untrusted_proxy`: the request names an
 * address in a forwarding header that nobody trusts, so that all customers may count as one. `unknown`: no address reaches
 * the handler, so there are no limits by address.
 */
export type AddressKnowledge = 'known' | 'untrusted_proxy' | 'unknown';

export type HealthCheck = () => Promise<Health>;

const STORE_MS = 2_000;
const GATEWAY_MS = 3_000;
const FRESH_MS = 15_000;
/** No transaction has it: a gateway that says so is there, and takes our credentials. */
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Asks store and gateway, at most every 15 s however often it is called. Without the store nothing works; without the gateway, status and notifications do. */
export function createHealthCheck(parts: Parts, monotonic: () => number): HealthCheck {
  let last: { at: number; health: Promise<Health> } | null = null;
  return () => {
    if (last === null || monotonic() - last.at > FRESH_MS) last = { at: monotonic(), health: check(parts) };
    return last.health;
  };
}

async function check({ store, gateway, log }: Parts): Promise<Health> {
  const [storeIs, gatewayIs] = await Promise.all([
    answers(STORE_MS, store.now(), log),
    answers(
      GATEWAY_MS,
      gateway.transactions
        .retrieve({ uniqueReference: NOBODY }, { timeoutMs: GATEWAY_MS, deadlineMs: GATEWAY_MS })
        .catch((error) => {
          if (!isNotFound(error)) throw error;
        }),
      log,
    ),
  ]);
  const status = storeIs === 'down' ? 'down' : gatewayIs === 'down' ? 'degraded' : 'ok';
  return { status, store: storeIs, gateway: gatewayIs };
}

async function answers(ms: number, question: Promise<unknown>, log: Parts['log']): Promise<'ok' | 'down'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms.`)), ms);
  });
  try {
    await Promise.race([question, late]);
    return 'ok';
  } catch (error) {
    log.warn({ err: error }, 'Health check: no good answer');
    return 'down';
  } finally {
    clearTimeout(timer);
  }
}

/** `GET /health`: 503 only where a load balancer should look elsewhere. */
export async function health(check: HealthCheck, context: FetchContext): Promise<Response> {
  const found = await check();
  return jsonResponse({ ...found, addresses: knowledgeOf(context) }, found.status === 'down' ? 503 : 200);
}

function knowledgeOf({ clientAddress, untrustedForwarding }: FetchContext): AddressKnowledge {
  if (clientAddress === undefined) return 'unknown';
  return untrustedForwarding === true ? 'untrusted_proxy' : 'known';
}
