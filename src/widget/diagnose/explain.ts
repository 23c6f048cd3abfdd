import type { CheckoutError, CheckoutErrorCode } from '../../checkout/checkoutError.ts';
import type { Refusal } from '../../checkout/sessionAnswer.ts';
import type { CheckoutOptions } from '../options.ts';
import { checkIsolation } from './diagnosePage.ts';
import { explainAnswer } from './explainAnswer.ts';
import { explainSilence } from './explainSilence.ts';
import { type Explanation, refused } from './explanation.ts';
import { headersOfPage } from './policies.ts';

const ADVICE: { readonly [Code in CheckoutErrorCode]?: string } = {
  session_create_timeout:
    "Look into the server's log, and whether the server reaches the gateway: npx hpp-checkout doctor. The option timeouts.session says how long is waited.",
  invalid_redirect_url: "The server has to answer with the hosted page's address as the gateway gave it.",
  origin_not_allowed:
    'Add it to the option gatewayOrigins (data-gateway-origins), if it is the gateway that you use.',
  frame_load_timeout: 'Open the address in a tab of its own: does the page load there?',
  frame_blocked: 'Add the origin to frame-src in the policy of this page.',
  status_failed:
    'The statusUrl of the session has to answer this page: is the handler mounted with all its routes, and does allowedOrigins name this page?',
  offline: 'Connect this machine to the network.',
};

/** For a frame that no policy has blocked. */
const ADVICE_ON_HIDDEN =
  'Look for a style or a script of this page that hides or removes elements which it does not know, and let it spare hpp-checkout-dialog.';

/** Explains an error of the checkout on this page. May ask the merchant's server once more, in order to tell why it was silent. */
export async function explain(
  error: CheckoutError,
  options: CheckoutOptions & { mode?: RequestMode },
): Promise<Explanation> {
  const { code, message, docs, cause } = error;
  const { session } = options;
  const endpoint = typeof session === 'string' ? new URL(session, document.baseURI) : null;
  if (code === 'session_create_failed') {
    const { status } = (cause ?? {}) as Partial<Refusal>;
    if (endpoint === null) return explainOwnFunction(error);
    return typeof status === 'number'
      ? explainAnswer(endpoint, cause as Refusal, message, options.order)
      : explainSilence(endpoint, cause, options.mode);
  }
  if (code === 'frame_load_timeout') {
    // Firefox tells of no load where this header keeps the frame empty, the others do (`watchSilence.ts`):
    // https://html.spec.whatwg.org/multipage/browsers.html#the-coep-headers
    const [found] = checkIsolation((await headersOfPage()).get('cross-origin-embedder-policy'));
    if (found) return found;
  }
  const detail = cause instanceof Error && cause.message ? `: ${cause.message}` : '';
  return {
    sentence: `${message.replace(`${code}: `, '')}${detail} (the session was asked of ${endpoint?.origin ?? 'your own function'} by a page of ${location.origin}).`,
    advice: message.includes('hides or removes') ? ADVICE_ON_HIDDEN : (ADVICE[code] ?? ''),
    docs,
  };
}

/** The merchant's own call in the option `session`. */
function explainOwnFunction({ message, cause }: CheckoutError): Explanation {
  const thrown = cause instanceof Error ? `${cause.name}: ${cause.message}` : message;
  return refused(
    'own_function',
    `Your own function in the option "session" gave no session to this page (${location.origin}): ${thrown}.`,
    'It has to resolve with { sessionId, redirectUrl, statusUrl }, as the handler answers it.',
  );
}
