import { blockingDirective, type Csp, parseCsp } from '../../protocol/page/csp.ts';
import type { CheckoutOptions } from '../options.ts';
import { type Finding, finding } from './finding.ts';

const FRAME = ['frame-src', 'child-src', 'default-src'];
/** What a policy says of requests, and what it falls back to. */
export const CONNECT = ['connect-src', 'default-src'];

/** The origins that the option names. */
export const originsOf = ({ gatewayOrigins = '' }: Partial<Pick<CheckoutOptions, 'gatewayOrigins'>>) =>
  `${gatewayOrigins}`.split(/[ ,]+/).filter((origin) => URL.canParse(origin));

/** The page's own headers, asked for once more; none when it cannot be asked. */
export const headersOfPage = (): Promise<Headers> =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ headers }) => headers,
    () => new Headers(),
  );

/** Of the page's headers, and of its `<meta>` elements. */
export async function policiesOfPage(headers = headersOfPage()): Promise<Csp> {
  const metas = [
    ...document.querySelectorAll<HTMLMetaElement>('head meta[http-equiv="content-security-policy" i]'),
  ].map(({ content }) => content);
  const header = (await headers).get('content-security-policy') ?? '';
  return [header, ...metas].flatMap(parseCsp);
}

/** Whether the page's policies keep out the frames or requests that a checkout needs. */
export function checkPolicies(
  policies: Csp,
  asked: Partial<Pick<CheckoutOptions, 'gatewayOrigins'>>,
  endpoint: URL | null,
): Finding[] {
  const found: Finding[] = [];
  const framed = [...originsOf(asked), ...(endpoint ? [endpoint.origin] : [])];
  for (const origin of new Set(framed)) {
    const directive = blockingDirective(policies, FRAME, origin, location.origin);
    if (directive === null) continue;
    found.push(
      finding(
        'policy_blocks_frame',
        `This page's policy keeps ${origin} out of its frames: ${directive}.`,
        `Add ${origin} to frame-src.`,
      ),
    );
  }
  const directive = endpoint && blockingDirective(policies, CONNECT, endpoint.origin, location.origin);
  if (directive) {
    found.push(
      finding(
        'policy_blocks_session',
        `This page's policy keeps it from asking ${endpoint?.origin}: ${directive}.`,
        `Add ${endpoint?.origin} to connect-src.`,
      ),
    );
  }
  return found;
}
