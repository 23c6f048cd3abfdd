import { readFrameAllow } from '../../protocol/page/frameAllow.ts';
import { frameFeatures } from '../../protocol/page/frameFeatures.ts';
import { parsePermissionsPolicy, refusedTo } from '../../protocol/page/permissionsPolicy.ts';
import type { CheckoutOptions } from '../options.ts';
import { type Finding, finding } from './finding.ts';
import { originsOf } from './policies.ts';

type Asked = Partial<Pick<CheckoutOptions, 'gatewayOrigins' | 'frameAllow'>>;

/** What a browser says of this page's own rights, where it says it (https://developer.mozilla.org/en-US/docs/Web/API/FeaturePolicy). */
interface FeaturePolicy {
  features(): string[];
  allowsFeature(name: string): boolean;
}

/**
 * What the frame should give to the hosted page and to a bank's page, and cannot, since this page may not: by its own
 * Permissions-Policy, or by the page that shows this one in a frame. The header is read here
 * where the browser itself does not obey it, too: most customers' does
 * (https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Permissions-Policy#browser_compatibility).
 */
export function checkRights(header: string | null, asked: Asked): Finding[] {
  const policy = parsePermissionsPolicy(header);
  const { featurePolicy } = document as { featurePolicy?: FeaturePolicy };
  const own = readFrameAllow(asked.frameAllow).rights;
  const dropped = own.filter(({ list }) => list.includes("'none'")).map(({ name }) => name);
  const wanted = [...new Set([...frameFeatures(), ...own.map(({ name }) => name)])].filter(
    (name) => !dropped.includes(name),
  );
  // What the shop has taken away by name is its own wish.
  const narrowed = own
    .filter(({ name, list }) => list.length > 0 && !list.includes('*') && !dropped.includes(name))
    .map(({ name }) => name)
    .filter((name) => frameFeatures().includes(name));
  const known = new Set(featurePolicy?.features());
  const refused = { all: [] as string[], banks: [] as string[], byParent: [] as string[] };
  for (const name of wanted) {
    const to = refusedTo(policy, name, location.origin, originsOf(asked));
    if (to !== null) refused[to].push(name);
    // A page of no origin, as in a sandbox, has no rights in the first place: that it is one is said where its request fails.
    if (window.origin === 'null') continue;
    if (to !== 'all' && known.has(name) && !featurePolicy?.allowsFeature(name)) refused.byParent.push(name);
  }
  const { all, banks, byParent } = refused;
  const found: Finding[] = [];
  if (all.length > 0) {
    found.push(
      finding(
        'feature_refused',
        `The Permissions-Policy of this page keeps ${all.join(', ')} from the payment page: a bank that needs it refuses the payment.`,
        headerFor(all),
      ),
    );
  }
  if (byParent.length > 0) {
    const names = byParent.join(', ');
    found.push(
      window === window.top
        ? finding(
            'feature_refused',
            `This page may not use ${names}, and so cannot give it to the payment page.`,
            `Look for a Feature-Policy header. ${headerFor(byParent)}`,
          )
        : finding(
            'feature_refused_by_parent',
            `The page that shows this one in a frame keeps ${names} from it, and so from the payment page.`,
            `Say allow="${byParent.join(' *; ')} *" on that frame, and let the Permissions-Policy of its page name none of them, or say *.`,
          ),
    );
  }
  if (banks.length > 0) {
    found.push(
      finding(
        'feature_refused_to_banks',
        `The Permissions-Policy of this page names who may use ${banks.join(', ')}: a bank's page that takes the gateway's place in the frame has another origin, and may not.`,
        headerFor(banks),
        'note',
      ),
    );
  }
  if (narrowed.length > 0) {
    const names = narrowed.join(', ');
    found.push(
      finding(
        'feature_refused_to_banks',
        `frameAllow keeps ${names} from a bank's page that takes the gateway's place in the frame.`,
        `Leave ${names} out of frameAllow: ${narrowed.length === 1 ? 'it is' : 'they are'} allowed to every page that comes into the frame, then.`,
        'note',
      ),
    );
  }
  return found;
}

const headerFor = (features: readonly string[]) =>
  `Send Permissions-Policy: ${features.map((name) => `${name}=*`).join(', ')}, or leave ${features.length === 1 ? 'it' : 'them'} out of that header: who gets it is still for a frame's own allow to say.`;
