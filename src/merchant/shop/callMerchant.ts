import { MerchantError, merchantError } from '../../gateway/merchantError.ts';
import { withTimeout } from '../platform/withTimeout.ts';

/** Which function is called and how long it may take. */
export interface MerchantCall {
  /** As in the options. */
  name: string;
  limitMs: number;
  /** The option that sets the limit, for the message. */
  limitName: string;
}

/**
 * Calls a function of the merchant's whose answer we need: `onPayment`, `resolveOrder`, `authorize`, an address function.
 * It may throw at once, reject, hang, or throw `undefined`: the promise rejects within `limitMs`, always with a
 * `MerchantError`, and nothing is left that could reject later (T54). Nobody calls such a function without it; those
 * whose answer nobody waits for go through `tellMerchant`.
 *
 * @param call is given a signal that aborts when the time is over.
 */
export async function callMerchant<T>(
  { name, limitMs, limitName }: MerchantCall,
  call: (signal: AbortSignal) => T | PromiseLike<T>,
): Promise<T> {
  const abort = new AbortController();
  let late: MerchantError | undefined;
  // A throw becomes a rejection inside, so that the race watches both promises in every case.
  const answer = new Promise<T>((resolve) => resolve(call(abort.signal)));
  try {
    return await withTimeout(answer, limitMs, () => {
      late = new MerchantError(name, `took longer than ${limitMs} ms (${limitName}).`);
      return late;
    });
  } catch (thrown) {
    // Only now: the function's own answer to the signal comes too late to be the outcome.
    if (late !== undefined) abort.abort(late);
    throw merchantError(name, thrown);
  }
}
