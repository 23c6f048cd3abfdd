import { ProblemError } from '../http/problem.ts';
import type { Settings } from '../settings.ts';
import { callMerchant } from '../shop/callMerchant.ts';

/** Asks the merchant who it is that wants to pay; `null` where anyone may. @throws ProblemError `not_authorized` */
export async function authorizeRequest(
  ask: Settings['authorize'],
  answerTimeoutMs: number,
  request: Request,
): Promise<unknown> {
  if (ask === 'anyone') return null;
  const principal: unknown = await callMerchant(
    { name: 'authorize', limitMs: answerTimeoutMs, limitName: 'limits.answerTimeoutMs' },
    () => ask(request),
  );
  // `false` and '' too: what a check such as `isLoggedIn(request)` or `session.userId` says of nobody.
  if (!principal) throw new ProblemError('not_authorized');
  return principal;
}
