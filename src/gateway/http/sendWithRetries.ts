import { checkMilliseconds } from '../checkMilliseconds.ts';
import { AbortedError, OutcomeUnknownError } from '../errors/connectionErrors.ts';
import type { GatewayError } from '../errors/gatewayError.ts';
import type { GatewayRuntime } from '../runtime.ts';
import { startSpan } from '../tracing.ts';
import { backoffMs } from './backoff.ts';
import type { Call, CallerContext, Exchange } from './call.ts';
import { errorContext, prepareAttempt } from './prepareAttempt.ts';
import { attemptOnce } from './sendOnce.ts';

/**
 * Makes the function that sends a request and reads its answer.
 *
 * 1. A read is tried again after a broken connection, a timeout, 408, 429 and 5xx.
 * 2. Anything else is tried again only when it was provably not accepted: no connection ever stood, or 429.
 * 3. Where 2 does not hold and the request moves money, the call ends in `OutcomeUnknownError` (T11).
 * 4. All tries send the same bytes, and end with the deadline.
 */
export function createCaller(context: CallerContext): Call {
  const { observer, runtime, retries } = context;
  const { host } = new URL(context.baseUrl);

  return async (exchange, read, options = {}) => {
    const { operation, method } = exchange;
    const { signal } = options;
    checkMilliseconds(options.timeoutMs, 'timeoutMs');
    checkMilliseconds(options.deadlineMs, 'deadlineMs');
    const deadline = runtime.now() + (options.deadlineMs ?? context.deadlineMs);
    if (signal?.aborted) throw aborted('before it began', exchange, 0, signal.reason);

    const attempt = await prepareAttempt(context, exchange, options);
    const { event, requestSecrets } = attempt;
    const endSpan = startSpan(context.tracer, operation, method, host);
    const mostRetries = method === 'GET' ? retries.get : method === 'DELETE' ? retries.delete : retries.post;

    for (let tries = 1; ; tries++) {
      const startedAt = runtime.now();
      const timeoutMs = Math.min(options.timeoutMs ?? context.timeoutMs, deadline - startedAt);
      observer.emit(
        'request',
        () => ({ ...event(tries), headers: attempt.shownHeaders(), body: exchange.body ?? null }),
        requestSecrets,
      );
      const result = await attemptOnce(attempt, read, tries, timeoutMs, signal);
      if (result.ok) {
        endSpan({ attempts: tries, status: result.status });
        return result.value;
      }

      const { error, outcome, status } = result;
      const mayRepeat = outcome === 'not accepted' || (method === 'GET' && outcome === 'unknown');
      const waitMs = Math.max(backoffMs(tries, runtime.random), result.retryAfterMs ?? 0);
      if (mayRepeat && !signal?.aborted && tries <= mostRetries && waitMs < deadline - runtime.now()) {
        observer.emit('retry', () => ({ ...event(tries), waitMs, reason: error.code }), requestSecrets);
        if (await sleep(runtime, waitMs, signal)) continue;
        endSpan({ attempts: tries, code: 'aborted' });
        throw aborted('while it waited to try again', exchange, tries, error);
      }

      const final = outcome === 'unknown' ? unknownOutcome(exchange, tries, error) : error;
      endSpan({ attempts: tries, code: final.code, ...(status === undefined ? {} : { status }) });
      observer.emit(
        'error',
        () => ({ ...event(tries), durationMs: runtime.now() - startedAt, error: final.toJSON() }),
        requestSecrets,
      );
      throw final;
    }
  };
}

function aborted(when: string, exchange: Exchange, attempts: number, cause: unknown): AbortedError {
  return new AbortedError(`The call was aborted ${when}.`, { ...errorContext(exchange, attempts), cause });
}

/** Rule 3: what is thrown when nobody knows whether the gateway accepted the request. */
function unknownOutcome(exchange: Exchange, attempts: number, error: GatewayError): GatewayError {
  const { uniqueReference, recover } = exchange;
  if (recover === undefined || uniqueReference === undefined) return error;
  return new OutcomeUnknownError(
    `Whether the gateway accepted the request "${uniqueReference}" is not known: ${error.message} Ask with recover() before you send anything again.`,
    { ...errorContext(exchange, attempts), uniqueReference, cause: error },
    recover,
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
