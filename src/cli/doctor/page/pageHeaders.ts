import { parseCsp } from '../../../protocol/page/csp.ts';
import type { FrameRight } from '../../../protocol/page/frameAllow.ts';
import { frameFeatures } from '../../../protocol/page/frameFeatures.ts';
import {
  type PermissionsPolicy,
  parsePermissionsPolicy,
  refusedTo,
} from '../../../protocol/page/permissionsPolicy.ts';
import { type Finding, failed, hint, warning } from '../check.ts';
import type { Origins } from './pagePolicy.ts';

/** What of the page's other headers, and of its address, keeps the checkout from working or makes it less safe. */
export function headerFindings(
  headers: Headers,
  origins: Origins,
  rights: readonly FrameRight[],
  test: boolean | null,
): Finding[] {
  return [
    ...mixedContent(origins),
    ...isolation(headers),
    ...permissions(headers, origins, rights),
    ...narrowed(rights),
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

/** What the page keeps from its frames: from all of them, or from a bank's page that takes the gateway's place in ours. */
function permissions(headers: Headers, { self, gateway }: Origins, rights: readonly FrameRight[]): Finding[] {
  const policy = parsePermissionsPolicy(headers.get('permissions-policy'));
  const dropped = rights.filter(isDropped).map(({ name }) => name);
  const wanted = [...new Set([...frameFeatures(), ...rights.map(({ name }) => name)])];
  const refused = (to: 'all' | 'banks') =>
    wanted
      .filter((feature) => !dropped.includes(feature))
      .filter((feature) => refusedTo(policy, feature, self, gateway === null ? [] : [gateway]) === to);
  const found: Finding[] = [];
  const all = refused('all');
  if (all.length > 0) {
    const narrow = all.map((feature) => `${feature}=(self "${gateway ?? 'https://gateway.example'}")`);
    found.push(
      warning('page_permissions', {
        detail: `The page’s Permissions-Policy says ${said(policy, all)}: the hosted page cannot offer ${lost(all)}.`,
        expected: 'a header that lets the hosted page and the bank’s page have what they ask for.',
        change: `${openUp(all)} For a hosted page that no bank’s page replaces, this does: ${narrow.join(', ')}.`,
      }),
    );
  }
  const banks = refused('banks');
  if (banks.length > 0) {
    found.push(
      hint('page_permissions_bank', {
        detail: `The page’s Permissions-Policy says ${said(policy, banks)}: a bank’s page that takes the hosted page’s place in the frame has another origin, and cannot offer ${lost(banks)}.`,
        expected: 'no list of origins for what a bank’s page may need: banks are too many to name.',
        change: openUp(banks),
      }),
    );
  }
  return found;
}

/** What the shop has taken away by name is its own wish. */
const isDropped = ({ list }: FrameRight) => list.includes("'none'");

/** What banks may need, and the page gives to the origins that it names alone. */
function narrowed(rights: readonly FrameRight[]): Finding[] {
  const names = rights
    .filter((right) => right.list.length > 0 && !right.list.includes('*') && !isDropped(right))
    .map(({ name }) => name)
    .filter((name) => frameFeatures().includes(name))
    .join(', ');
  if (names === '') return [];
  return [
    hint('page_permissions_bank', {
      detail: `The page’s data-frame-allow keeps ${names} from a bank’s page that takes the hosted page’s place in the frame.`,
      expected: 'no list of origins for what a bank’s page may need: banks are too many to name.',
      change: `Leave ${names} out of data-frame-allow: every page that comes into the frame may use it, then.`,
    }),
  ];
}

const openUp = (features: readonly string[]) =>
  `Send Permissions-Policy: ${features.map((feature) => `${feature}=*`).join(', ')}, or leave ${features.length === 1 ? 'it' : 'them'} out of the header: who gets it is still for a frame’s own allow to say. A page that shows this one in a frame has to give the same on, by its header and by allow="${features.join(' *; ')} *".`;

function said(policy: PermissionsPolicy, features: readonly string[]): string {
  const quote = (source: string) => (source === 'self' ? source : `"${source}"`);
  return features.map((name) => `${name}=(${policy.get(name)?.map(quote).join(' ')})`).join(', ');
}

/** What does not work without these. */
function lost(features: readonly string[]): string {
  const WHAT = {
    '^payment': 'Apple Pay and Google Pay',
    '^publickey': 'passkeys',
    '^otp': 'codes out of text messages',
    '^(identity|digital)': 'identity wallets',
    '^clipboard': 'copying',
    '(meter|gyroscope)$': 'a check by motion sensors',
  };
  const known = Object.entries(WHAT);
  const whats = features.map(
    (feature) => known.find(([pattern]) => new RegExp(pattern).test(feature))?.[1] ?? feature,
  );
  return [...new Set(whats)].join(', ');
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
