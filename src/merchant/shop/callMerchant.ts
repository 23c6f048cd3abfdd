import { MerchantError, merchantError } from '../../gateway/merchantError.ts';

/** The longest time a platform's timer can wait; a longer one would be over at once. */
const LONGEST_MS = 2 ** 31 - 1;

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
  const giveUp = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        const error = new MerchantError(name, `took longer than ${limitMs} ms (${limitName}).`);
        // In this order: the function's own answer to the signal comes too late to be the outcome.
        reject(error);
        giveUp.abort(error);
      },
      Math.min(limitMs, LONGEST_MS),
    );
  });
  // A throw becomes a rejection inside, so that the race below watches both promises in every case.
  const answer = new Promise<T>((resolve) => resolve(call(giveUp.signal)));
  try {
    return await Promise.race([answer, late]);
  } catch (thrown) {
    throw merchantError(name, thrown);
  } finally {
    clearTimeout(timer);
  }
}
