/** Nobody is kept waiting for longer: a wrong number must not hide a payment from the customer. */
const LONGEST_MS = 300_000;

/**
 * How long a reply asks us to wait before the next question: 0 to 300,000 ms. `undefined` for what is no such number.
 *
 * A timer of more than 2,147,483,647 ms rings at once, so a number taken as it came makes a poll that asks without end (T74).
 */
export function readWaitMs(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? Math.min(value, LONGEST_MS) : undefined;
}
