/*
 * Errors of the gateway client, told apart by their stable `code`, so that another client may stand in for ours.
 */

function textOf(error: unknown, name: 'code' | 'gatewayCode'): string | null {
  if (typeof error !== 'object' || error === null || !(name in error)) return null;
  const value = (error as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : null;
}

/** The gateway knows no such transaction. */
export function isNotFound(error: unknown): boolean {
  return textOf(error, 'code') === 'not_found' || textOf(error, 'gatewayCode') === 'NOT_FOUND';
}

const REFUSALS: ReadonlySet<string> = new Set([
  'http_error',
  'authentication_failed',
  'permission_denied',
  'conflict',
  'not_found',
  'rejected',
  'validation_failed',
]);

/** The gateway, or the client before it, said no: asking again the same way is of no use. */
export function isRefusal(error: unknown): boolean {
  const code = textOf(error, 'code');
  return code !== null && REFUSALS.has(code);
}

const LONGEST_WAIT_MS = 30_000;

/** How long an overloaded gateway asks us to wait, capped; `null` where it does not say. */
export function retryAfterOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('retryAfterMs' in error)) return null;
  const { retryAfterMs } = error;
  if (typeof retryAfterMs !== 'number' || !(retryAfterMs >= 0)) return null;
  return Math.round(Math.min(retryAfterMs, LONGEST_WAIT_MS));
}
