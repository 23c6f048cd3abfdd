import { parseCsp } from '../../../protocol/page/csp.ts';
import { type Finding, failed, hint, warning } from '../check.ts';
import type { Origins } from './pagePolicy.ts';

/** What the hosted page does with these: wallets, and passkeys of the bank. */
const FEATURES = ['payment', 'publickey-credentials-get'];

/** What of the page's other headers, and of its address, keeps the checkout from working or makes it less safe. */
export function headerFindings(headers: Headers, origins: Origins, test: boolean | null): Finding[] {
  return [
    ...mixedContent(origins),
    ...isolation(headers),
    ...permissions(headers, origins),
    ...(test === true ? [] : exposure(headers)),
  ];
}

/** Browsers load nothing over http in a page of https, but from this machine. */
function mixedContent({ self, handler, gateway }: Origins): Finding[] {
  if (!self.startsWith('https:')) return [];
  return [handler, gateway].flatMap((origin) => {
    if (origin === null || !origin.startsWith('http:')) return [];
    if (/^http:\/\/(localhost|127\.0\.0\.1|\[::1])(:|$)/.test(origin)) return [];
    return [
      failed('hosted_page_mixed', {
        detail: `The page is https and ${origin} is http: browsers block it as mixed content.`,
        expected: 'https for the page, the handler and the hosted page.',
        change:
          origin === handler
            ? 'Say https in publicUrl. Behind a proxy that ends TLS, publicUrl is still the https address: the handler reads no X-Forwarded-Proto.'
            : 'Set HPP_BASE_URL to the gateway’s https address; a sandbox takes it as --public-url.',
      }),
    ];
  });
}

function isolation(headers: Headers): Finding[] {
  const policy = headers.get('cross-origin-embedder-policy') ?? '';
  if (!/require-corp|credentialless/.test(policy)) return [];
  return [
    failed('page_isolated', {
      detail: `The page sends Cross-Origin-Embedder-Policy: ${policy}, which keeps the hosted page out of its frame.`,
      expected: 'no such header on a page with a Pay button: payment pages do not opt in to it.',
      change: 'Take that header off this page.',
    }),
  ];
}

/** https://www.w3.org/TR/permissions-policy/#permissions-policy-http-header-field */
function permissions(headers: Headers, { self, gateway }: Origins): Finding[] {
  const policy = headers.get('permissions-policy') ?? '';
  return FEATURES.flatMap((feature) => {
    const list = new RegExp(`(?:^|,)\\s*${feature}\\s*=\\s*(\\*|\\([^)]*\\)|[^,\\s]+)`).exec(policy)?.[1];
    if (list === undefined || list.includes('*')) return [];
    // Where the gateway is not known, it may be the origin that is named.
    if (list.includes(gateway ?? '//')) return [];
    if (gateway === self && list.includes('self')) return [];
    const origin = gateway ?? 'https://gateway.example';
    return [
      warning('page_permissions', {
        detail: `The page’s Permissions-Policy says ${feature}=${list}: the hosted page cannot offer ${feature === 'payment' ? 'Apple Pay and Google Pay' : 'passkeys'}.`,
        expected: `the gateway’s origin in ${feature}.`,
        change: `Send Permissions-Policy: ${feature}=(self "${origin}"), or leave ${feature} out of the header.`,
      }),
    ];
  });
}

/** What others could do to the page. It matters once real customers pay. */
function exposure(headers: Headers): Finding[] {
  const found: Finding[] = [];
  // Of a <meta> policy browsers ignore frame-ancestors: https://www.w3.org/TR/CSP3/#meta-element
  const csp = parseCsp(headers.get('content-security-policy'));
  const isFramable =
    !csp.some((policy) => Object.hasOwn(policy, 'frame-ancestors')) &&
    headers.get('x-frame-options') === null;
  if (isFramable) {
    found.push(
      hint('page_framable', {
        detail: 'Any site may frame the page, and draw over the Pay button.',
        expected: 'a policy that says who may.',
        change: "Send Content-Security-Policy: frame-ancestors 'none'.",
      }),
    );
  }
  if (headers.get('cross-origin-opener-policy') === null) {
    found.push(
      hint('page_opener', {
        detail: 'A site that opened the page can talk to it.',
        expected: 'a Cross-Origin-Opener-Policy.',
        change: 'Send Cross-Origin-Opener-Policy: same-origin-allow-popups.',
      }),
    );
  }
  return found;
}
