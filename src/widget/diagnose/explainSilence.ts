import { blockingDirective } from '../../protocol/page/csp.ts';
import { type Explanation, type RefusedCode, refused } from './explanation.ts';
import { CONNECT, policiesOfPage } from './policies.ts';

/**
 * Why a request for a session got no answer that this page may read. Browsers tell scripts nothing but "failed"
 * (https://fetch.spec.whatwg.org/#concept-network-error), so what can be the reason is looked into one by one.
 */
export async function explainSilence(
  endpoint: URL,
  cause: unknown,
  mode: RequestMode | undefined,
): Promise<Explanation> {
  const { origin } = location;
  const because = cause instanceof Error ? ` (${cause.message})` : '';
  const sentence = `POST ${endpoint.href} from a page of ${origin} got no answer${because}.`;
  const explained = (code: RefusedCode, advice: string) => refused(code, sentence, advice);
  if (mode === 'same-origin' && endpoint.origin !== origin) {
    return explained(
      'other_origin',
      `An element of the page may name a session of its own origin only: say data-session="${endpoint.href}" on the script tag, or in createCheckout() or HppCheckoutElement.pageOptions.`,
    );
  }
  const directive = blockingDirective(await policiesOfPage(), CONNECT, endpoint.origin, origin);
  if (directive) {
    return explained('csp', `This page's policy forbids it: add ${endpoint.origin} to ${directive}.`);
  }
  if (endpoint.origin !== origin && (await isThere(endpoint))) {
    return explained(
      'cors',
      `The server is there and does not let this page read its answer: add '${origin}' to allowedOrigins of createCheckoutHandler.`,
    );
  }
  return explained(
    'unreachable',
    `Nothing answers at ${endpoint.origin}: start your server, and see whether the option session names its address and port.`,
  );
}

/** Whether anything answers there, readable or not. */
function isThere(endpoint: URL): Promise<boolean> {
  return fetch(endpoint, { mode: 'no-cors', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}
