import type { ErrorContext } from '../errors/gatewayError.ts';
import { ValidationError } from '../errors/requestErrors.ts';
import type { CallEvent } from '../hooks.ts';
import type { CallOptions } from '../types.ts';
import { addressSecrets } from './addressSecrets.ts';
import type { CallerContext, Exchange } from './call.ts';
import { requestHeaders } from './requestHeaders.ts';
import type { Attempt } from './sendOnce.ts';

/**
 * Everything that the tries of one call have in common: they send the same bytes.
 * @throws ValidationError for a body that is too large, ConfigurationError, SigningError
 */
export async function prepareAttempt(
  context: CallerContext,
  exchange: Exchange,
  options: Pick<CallOptions, 'headers'>,
): Promise<Attempt> {
  const { operation, method, uniqueReference, orderReference } = exchange;
  const query = exchange.query === undefined ? '' : new URLSearchParams(exchange.query).toString();
  const url = `${context.baseUrl}${exchange.path}${query === '' ? '' : `?${query}`}`;
  const body = exchange.body === undefined ? undefined : JSON.stringify(exchange.body);
  const limit = context.profile.limits.bodyBytes;
  if (body !== undefined && new TextEncoder().encode(body).length > limit) {
    throw new ValidationError(
      [{ path: '(body)', rule: 'size', message: `expected at most ${limit} bytes` }],
      errorContext(exchange, 0),
    );
  }
  const { headers, shown, secrets } = await requestHeaders(context, exchange, body, options.headers);
  const requestSecrets = () => [...secrets, ...(exchange.secrets ?? []), ...addressSecrets(exchange.body)];

  let callId: string | undefined;
  return {
    context,
    url,
    method,
    headers,
    body,
    event(attempt): CallEvent {
      // Made when the first hook or logger needs it.
      callId ??= context.runtime.uuid();
      return {
        callId,
        operation,
        method,
        url,
        attempt,
        ...(uniqueReference === undefined ? {} : { uniqueReference }),
        ...(orderReference === undefined ? {} : { orderReference }),
      };
    },
    errorContext: (attempts) => errorContext(exchange, attempts),
    shownHeaders: shown,
    requestSecrets,
    secrets: (json) => [...requestSecrets(), ...addressSecrets(json), ...answerSecrets(exchange, json)],
  };
}

/** What every error of this call has. */
export function errorContext(exchange: Exchange, attempts: number): ErrorContext {
  const { operation, uniqueReference, orderReference } = exchange;
  return { operation, attempts, uniqueReference, orderReference };
}

/** A reader of the profile's own may throw on an answer that is no success. */
function answerSecrets({ secretsIn }: Exchange, json: Record<string, unknown> | null): string[] {
  try {
    return (secretsIn?.(json) ?? []).filter((secret) => typeof secret === 'string');
  } catch {
    return [];
  }
}
