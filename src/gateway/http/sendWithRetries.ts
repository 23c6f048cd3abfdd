import { checkMilliseconds } from '../checkOptions.ts';
import { AbortedError, OutcomeUnknownError } from '../errors/connectionErrors.ts';
import type { ErrorContext } from '../errors/gatewayError.ts';
import { ValidationError } from '../errors/requestErrors.ts';
import type { CallEvent } from '../hooks.ts';
import type { GatewayRuntime } from '../runtime.ts';
import { startSpan } from '../tracing.ts';
import { addressSecrets } from './addressSecrets.ts';
import { backoffMs } from './backoff.ts';
import type { Call, CallerContext, Exchange } from './call.ts';
import { requestHeaders } from './requestHeaders.ts';
import { type Attempt, attemptOnce } from './sendOnce.ts';

/**
 * Makes the function that sends a request and reads its answer.
 *
 * 1. A read is tried again after a broken connection, a timeout, 408, 429 and 5xx.
 * 2. Anything else is tried again only when it was provably not accepted: no connection ever stood, or 429.
 * 3. Where 2 does not hold and the request moves money, the call ends in `OutcomeUnknownError` (T11).
 * 4. All tries send the same bytes, and end with the deadline.
 */
export function createCaller(context: CallerContext): Call {
  const { profile, observer, runtime } = context;
  const { host } = new URL(context.baseUrl);

  return async (exchange, read, options = {}) => {
    const { operation, method, uniqueReference, orderReference } = exchange;
    checkMilliseconds(options.timeoutMs, 'timeoutMs');
    checkMilliseconds(options.deadlineMs, 'deadlineMs');
    const deadline = runtime.now() + (options.deadlineMs ?? context.deadlineMs);
    const errorContext = (attempts: number): ErrorContext => ({
      operation,
      attempts,
      uniqueReference,
      orderReference,
    });
    if (options.signal?.aborted) {
      throw new AbortedError('The call was aborted before it began.', {
        ...errorContext(0),
        cause: options.signal.reason,
      });
    }

    const query = exchange.query === undefined ? '' : new URLSearchParams(exchange.query).toString();
    const url = `${context.baseUrl}${exchange.path}${query === '' ? '' : `?${query}`}`;
    const body = exchange.body === undefined ? undefined : JSON.stringify(exchange.body);
    if (body !== undefined) checkSize(body, profile.limits.bodyBytes, errorContext(0));
    const { headers, shown, secrets } = await requestHeaders(context, exchange, body, options.headers);
    const hidden = () => [...secrets, ...(exchange.secrets ?? []), ...addressSecrets(exchange.body)];

    let callId: string | undefined;
    const event = (attempt: number): CallEvent => {
      callId ??= runtime.uuid();
      return {
        callId,
        operation,
        method,
        url,
        attempt,
        ...(uniqueReference === undefined ? {} : { uniqueReference }),
        ...(orderReference === undefined ? {} : { orderReference }),
      };
    };
    const endSpan = startSpan(context.tracer, operation, method, host);
    const retries =
      method === 'GET'
        ? context.retries.get
        : method === 'DELETE'
          ? context.retries.delete
          : context.retries.post;
    const attempt: Attempt = {
      context,
      url,
      method,
      headers,
      body,
      event,
      errorContext,
      secrets: (json) => [...hidden(), ...addressSecrets(json), ...answerSecrets(exchange, json)],
    };

    for (let tries = 1; ; tries++) {
      const startedAt = runtime.now();
      const timeoutMs = Math.min(options.timeoutMs ?? context.timeoutMs, deadline - startedAt);
      observer.tell(
        'request',
        () => ({ ...event(tries), headers: shown(), body: exchange.body ?? null }),
        hidden,
      );
      const result = await attemptOnce(attempt, read, tries, timeoutMs, options.signal);
      if (result.ok) {
        endSpan({ attempts: tries, status: result.status });
        return result.value;
      }

      const { error, outcome, status } = result;
      const again =
        !options.signal?.aborted &&
        (outcome === 'not accepted' || (method === 'GET' && outcome === 'unknown'));
      const waitMs = Math.max(backoffMs(tries, runtime.random), result.retryAfterMs ?? 0);
      if (again && tries <= retries && waitMs < deadline - runtime.now()) {
        observer.tell('retry', () => ({ ...event(tries), waitMs, reason: error.code }), hidden);
        if (await sleep(runtime, waitMs, options.signal)) continue;
        const aborted = new AbortedError('The call was aborted while it waited to try again.', {
          ...errorContext(tries),
          cause: error,
        });
        endSpan({ attempts: tries, code: aborted.code });
        throw aborted;
      }

      const final =
        outcome === 'unknown' && exchange.recover !== undefined && uniqueReference !== undefined
          ? new OutcomeUnknownError(
              `Whether the gateway accepted the request "${uniqueReference}" is not known: ${error.message} Ask with recover() before you send anything again.`,
              { ...errorContext(tries), uniqueReference, cause: error },
              exchange.recover,
            )
          : error;
      endSpan({ attempts: tries, code: final.code, ...(status === undefined ? {} : { status }) });
      observer.tell(
        'error',
        () => ({ ...event(tries), durationMs: runtime.now() - startedAt, error: final.toJSON() }),
        hidden,
      );
      throw final;
    }
  };
}

/** A reader of the profile's own may throw on an answer that is no success. */
function answerSecrets({ secretsIn }: Exchange, json: Record<string, unknown> | null): string[] {
  try {
    return (secretsIn?.(json) ?? []).filter((secret) => typeof secret === 'string');
  } catch {
    return [];
  }
}

function checkSize(body: string, limit: number, errorContext: ErrorContext): void {
  if (new TextEncoder().encode(body).length <= limit) return;
  throw new ValidationError(
    [{ path: '(body)', rule: 'size', message: `expected at most ${limit} bytes` }],
    errorContext,
  );
}

/** `false` when the signal ended the wait. */
function sleep(runtime: GatewayRuntime, ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const stop = () => {
      cancel();
      resolve(false);
    };
    const cancel = runtime.timer(ms, () => {
      signal?.removeEventListener('abort', stop);
      resolve(true);
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
}
