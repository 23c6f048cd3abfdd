/** A page's Permissions-Policy: of each feature that it names, who may use it. A feature that is not named is the page's own to give away. */
export type PermissionsPolicy = ReadonlyMap<string, readonly string[]>;

/** https://www.w3.org/TR/permissions-policy/#permissions-policy-http-header-field */
export function parsePermissionsPolicy(header: string | null): PermissionsPolicy {
  const policy = new Map<string, readonly string[]>();
  for (const [, name, list] of (header ?? '').matchAll(
    /(?:^|,)\s*([a-z-]+)\s*=\s*(\*|\([^)]*\)|[^,;\s]+)/g,
  )) {
    // Of two for one feature the last counts.
    policy.set(name as string, list?.replace(/[()"]/g, ' ').split(' ').filter(Boolean) ?? []);
  }
  return policy;
}

/**
 * To whom of those in our frame a policy refuses a feature.
 *
 * - `all`: to everybody, the gateway's page included
 * - `banks`: to a bank's page of another origin that takes the gateway's place in the frame
 *
 * @param self origin of the page that carries the policy.
 * @param gateways origins of the hosted page; none where they are not known: then one that is named may be it.
 */
export function refusedTo(
  policy: PermissionsPolicy,
  feature: string,
  self: string,
  gateways: readonly string[],
): 'all' | 'banks' | null {
  const list = policy.get(feature);
  if (list === undefined || list.includes('*')) return null;
  // A page gives away no right that it does not have itself.
  if (!list.includes('self') && !list.includes(self)) return 'all';
  const others = list.filter((one) => one !== 'self' && one !== self);
  if (gateways.length === 0) return others.length > 0 ? 'banks' : 'all';
  return gateways.every((gateway) => gateway === self || others.some((one) => matches(one, gateway)))
    ? 'banks'
    : 'all';
}

/** An origin, or all below a domain: `https://*.gateway.example`. */
function matches(source: string, origin: string): boolean {
  const [scheme, domain] = source.split('://*.');
  return (
    source === origin ||
    (domain !== undefined && origin.startsWith(`${scheme}://`) && origin.endsWith(`.${domain}`))
  );
}
