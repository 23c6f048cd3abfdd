import { framingHeadersOf, framingRefusal } from '../../../protocol/page/framing.ts';
import type { Ask } from '../ask.ts';
import { type Check, failed, ok } from '../check.ts';
import { httpCheck } from '../httpCheck.ts';

/** Whether the session's page may be framed by the shop. */
export function hostedPage(session: () => string | null, shop: string, ask: Ask): Check {
  return httpCheck('Hosted page', ['A session'], async () => {
    const redirectUrl = session();
    if (redirectUrl === null) return [];
    const { origin } = new URL(redirectUrl);
    const { headers } = await ask(redirectUrl);
    const refusal = framingRefusal(framingHeadersOf(headers), shop, origin);
    if (refusal === null) return ok(`The hosted page on ${origin} may be framed by ${shop}.`);
    return failed('hosted_page_not_framed', {
      detail: `The hosted page on ${origin} refuses to be framed by ${shop} (${refusal}): customers are sent to the full page, or to an empty dialog until the handler has noticed.`,
      expected: `frame-ancestors with ${shop}.`,
      change: `Ask the operator of the gateway to allow ${shop} in frame-ancestors, or use presentation: 'redirect'.`,
    });
  });
}
