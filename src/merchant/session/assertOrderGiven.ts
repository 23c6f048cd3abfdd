import { CheckoutConfigError } from '../configError.ts';

/**
 * An order that the merchant's own code names: it is kept as JSON, as if a browser had sent it.
 *
 * @param call for the message.
 * @throws CheckoutConfigError for what JSON cannot hold, and for none.
 */
export function assertOrderGiven(call: string, order: unknown): void {
  const expected = `${call}: expected the order as resolveOrder gets it, such as "A-1001"`;
  let text: string | undefined;
  try {
    text = JSON.stringify(order);
  } catch (error) {
    throw new CheckoutConfigError(
      `${expected}; this one is no JSON: ${String((error as Error)?.message).split('\n')[0]}.`,
    );
  }
  // JSON writes `null` for what is no number and no date, too.
  if (text === undefined || text === 'null') {
    const got = order === null || typeof order === 'number' ? String(order) : typeof order;
    throw new CheckoutConfigError(`${expected}, got ${got}.`);
  }
}
