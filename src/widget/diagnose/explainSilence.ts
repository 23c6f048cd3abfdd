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
  // Not the location's: a page in a sandbox has the address of its server and no origin.
  const { origin } = window;
  const because = cause instanceof Error ? ` (${cause.message})` : '';
  const sentence = `POST ${endpoint.href} from a page of ${origin} got no answer${because}.`;
  const explained = (code: RefusedCode, advice: string) => refused(code, sentence, advice);
  if (origin === 'null') {
    return explained(
      'cors',
      'This page stands in a frame whose sandbox lets it be of no origin, so that no server lets it read an answer: add allow-same-origin to that sandbox, with allow-scripts and allow-forms.',
    );
  }
  if (mode === 'same-origin' && endpoint.origin !== origin) {
    return explained(
      'other_origin',
      `An element of the page may name a session of its own origin only: say data-session="${endpoint.href}" on the script tag, or in createCheckout() or HppCheckoutElement.pageOptions.`,
    );
  }
  const directive = blockingDirective(await policiesOfPage(), CONNECT, endpoint.origin, origin);
  // A page that may ask for nothing may not ask for its own headers: what it is refused tells.
  const { isThere, isForbidden, leadsOn } = await ask(endpoint);
  if (directive || isForbidden) {
    return explained(
      'csp',
      `This page's policy forbids it: add ${endpoint.origin} to ${directive ?? 'connect-src'}.`,
    );
  }
  if (leadsOn) {
    return explained(
      'other_origin',
      'It redirects to another address, which this page may not ask: name the address that answers by itself.',
    );
  }
  if (endpoint.origin !== origin && isThere) {
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

/**
 * Whether anything answers there, readable or not; whether the page's policy lets nobody ask; and whether our own origin leads on.
 * Nobody is led out of the page's own origin by it (T78); elsewhere a request that may not be read cannot but follow
 * (https://fetch.spec.whatwg.org/#scheme-fetch).
 */
async function ask(endpoint: URL): Promise<{ isThere: boolean; isForbidden: boolean; leadsOn: boolean }> {
  let isForbidden = false;
  const hear = ({ effectiveDirective, disposition }: SecurityPolicyViolationEvent) => {
    isForbidden ||= effectiveDirective === 'connect-src' && disposition === 'enforce';
  };
  addEventListener('securitypolicyviolation', hear);
  const isOwn = endpoint.origin === location.origin;
  const reply = await fetch(endpoint, {
    cache: 'no-store',
    ...(isOwn ? { mode: 'same-origin', redirect: 'manual' } : { mode: 'no-cors' }),
  }).catch(() => null);
  // The violation is reported in a turn of its own (https://w3c.github.io/webappsec-csp/#report-violation).
  await new Promise((reported) => setTimeout(reported));
  removeEventListener('securitypolicyviolation', hear);
  return { isThere: reply !== null, isForbidden, leadsOn: reply?.type === 'opaqueredirect' };
}
