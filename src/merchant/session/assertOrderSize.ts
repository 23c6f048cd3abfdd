import { ProblemError } from '../http/problem.ts';

/** The order is kept with the session: the bound keeps browsers from filling the store. @throws ProblemError `body_too_large` */
export function assertOrderSize(order: unknown, maxOrderBytes: number): void {
  const bytes = new TextEncoder().encode(JSON.stringify(order) ?? '').length;
  if (bytes <= maxOrderBytes) return;
  throw new ProblemError('body_too_large', {
    detail: `The order is ${bytes} bytes long; at most ${maxOrderBytes} are taken (limits.maxOrderBytes). Send the basket's id in place of the basket.`,
  });
}
