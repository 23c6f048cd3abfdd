import { blockingDirective, parseCsp } from '../../../protocol/page/csp.ts';
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
    const csp = parseCsp(headers.get('content-security-policy'));
    const hasPolicy = csp.some((policy) => Object.hasOwn(policy, 'frame-ancestors'));
    const options = headers.get('x-frame-options');
    // Where both are sent, browsers go by frame-ancestors (https://www.w3.org/TR/CSP3/#frame-ancestors-and-frame-options).
    const isFramed = hasPolicy
      ? blockingDirective(csp, ['frame-ancestors'], shop, origin) === null
      : options === null;
    if (isFramed) return ok(`The hosted page on ${origin} may be framed by ${shop}.`);
    return failed('hosted_page_not_framed', {
      detail: `The hosted page on ${origin} refuses to be framed by ${shop}: the dialog would stay white.`,
      expected: `frame-ancestors with ${shop}.`,
      change: `Ask the operator of the gateway to allow ${shop} in frame-ancestors, or use presentation: 'redirect'.`,
    });
  });
}
