import { type MerchantError, merchantError } from './merchantError.ts';

/**
 * Calls a function of the merchant's whose answer nobody waits for: a hook, a logger, a span, `onEvent`. Never throws.
 * The function may throw, or answer with a promise that rejects: `failed` gets the error, and nothing else changes (T54).
 *
 * What a function starts by itself (a timer, a listener) runs outside this call, and its errors are the process's.
 */
export function tellMerchant(
  functionName: string,
  call: () => unknown,
  failed: (error: MerchantError) => void,
): void {
  const report = (thrown: unknown) => failed(merchantError(functionName, thrown));
  try {
    const answer = call();
    if (isThenable(answer)) new Promise((resolve) => resolve(answer)).catch(report);
  } catch (thrown) {
    report(thrown);
  }
}

function isThenable(value: unknown): boolean {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObject && typeof (value as { then?: unknown }).then === 'function';
}
