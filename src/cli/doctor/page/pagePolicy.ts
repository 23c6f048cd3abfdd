import { blockingDirective, type Csp } from '../../../protocol/page/csp.ts';
import { type Finding, failed } from '../check.ts';
import type { PageScript } from './pageScript.ts';

/** Of the page, of the handler, of the hosted page; `gateway` is null where it is not known. */
export interface Origins {
  self: string;
  handler: string;
  gateway: string | null;
}

const FRAME = ['frame-src', 'child-src', 'default-src'];
const CONNECT = ['connect-src', 'default-src'];
const SCRIPT = ['script-src-elem', 'script-src', 'default-src'];
/** The script tag's one policy; see `widget/loadScript.ts`. */
const TRUSTED_TYPES_POLICY = 'hpp-checkout';

/** A policy, and where it stands: each is mended in its own place. */
export interface PlacedPolicy {
  name: 'Content-Security-Policy header' | '<meta> Content-Security-Policy';
  csp: Csp;
}

/** What of one of the page's policies keeps the checkout from working. */
export function policyFindings(policy: PlacedPolicy, origins: Origins, script: PageScript | null): Finding[] {
  const { handler, gateway } = origins;
  return [
    ...blocked(policy, CONNECT, origins, [[handler, 'ask the handler for a session']]),
    ...blocked(policy, FRAME, origins, [
      [handler, 'show the return page'],
      [gateway, 'show the hosted page'],
    ]),
    ...scriptBlocked(policy, origins.self, script),
    ...trustedTypes(policy, script),
  ];
}

/** One finding for all that one directive keeps out. */
function blocked(
  { name, csp }: PlacedPolicy,
  names: readonly string[],
  { self }: Origins,
  needs: readonly (readonly [origin: string | null, what: string])[],
): Finding[] {
  const [wanted = ''] = names;
  const missing = needs.flatMap(([origin, what]) => {
    const directive = origin === null ? null : blockingDirective(csp, names, origin, self);
    return directive === null
      ? []
      : [{ what, directive, source: origin === self ? "'self'" : String(origin) }];
  });
  const [first] = missing;
  if (first === undefined) return [];
  const whats = missing.map(({ what }) => what).join(' and ');
  const sources = [...new Set(missing.map(({ source }) => source))].join(' ');
  const { directive } = first;
  return [
    failed('page_policy', {
      detail: `The page’s ${name} does not let it ${whats}: ${directive} lacks ${sources}.`,
      expected: `${sources} in ${wanted}.`,
      change:
        directive === wanted
          ? `Add ${sources} to ${wanted} of that policy, in place of 'none' if that stands there.`
          : `Add "${wanted} ${sources}" to that policy; as long as it has no ${wanted}, ${directive} counts.`,
    }),
  ];
}

/** A script is let in by its address, its nonce or its hash; with 'strict-dynamic' the address does not count. */
function scriptBlocked({ name, csp }: PlacedPolicy, self: string, script: PageScript | null): Finding[] {
  if (script === null) return [];
  const { origin } = new URL(script.url);
  const isBlocked = csp.some((policy) => {
    const directive = SCRIPT.find((candidate) => Object.hasOwn(policy, candidate));
    const sources = directive === undefined ? null : (policy[directive] ?? []);
    if (sources === null) return false;
    if (script.nonce !== null && sources.includes(`'nonce-${script.nonce}'`)) return false;
    if (script.integrity !== null && sources.includes(`'${script.integrity}'`)) return false;
    return (
      sources.includes("'strict-dynamic'") || blockingDirective([policy], SCRIPT, script.url, self) !== null
    );
  });
  if (!isBlocked) return [];
  const source = origin === self ? "'self'" : origin;
  return [
    failed('page_policy', {
      detail: `The page’s ${name} does not let the script ${script.url} run.`,
      expected: `${source} in script-src, or the nonce of the policy on the script tag.`,
      change: `Add ${source} to script-src, or nonce="…" to the tag.`,
    }),
  ];
}

/** The script tag makes one policy for the address of the dialog's file; a bundle makes none. */
function trustedTypes({ name, csp }: PlacedPolicy, script: PageScript | null): Finding[] {
  if (script === null) return [];
  const refusing = csp
    .map((policy) => policy['trusted-types'])
    .find((names) => names !== undefined && !names.includes('*') && !names.includes(TRUSTED_TYPES_POLICY));
  if (refusing === undefined) return [];
  return [
    failed('page_trusted_types', {
      detail: `The page’s ${name} does not let the script make its Trusted Types policy: it says trusted-types ${refusing.join(' ')}. The dialog does not load.`,
      expected: `trusted-types with the name ${TRUSTED_TYPES_POLICY}.`,
      change: refusing.includes("'none'")
        ? `Write trusted-types ${TRUSTED_TYPES_POLICY} in place of 'none'.`
        : `Add ${TRUSTED_TYPES_POLICY} to trusted-types.`,
    }),
  ];
}
