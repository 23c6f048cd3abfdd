import { blockingDirective, type Csp, parseCsp } from '../../protocol/page/csp.ts';
import type { CheckoutOptions } from '../options.ts';
import { type Diagnosis, type Finding, finding } from './finding.ts';
import { checkReturnPage } from './returnPage.ts';

const FRAME = ['frame-src', 'child-src', 'default-src'];
const CONNECT = ['connect-src', 'default-src'];

type DiagnoseOptions = Pick<CheckoutOptions, 'session' | 'gatewayOrigins'>;

/**
 * Finds what is wrong with the checkout on this page, and prints it in the console. For developers: it asks the
 * merchant's own server for this page and for a return page, opens nothing and pays nothing.
 *
 * @param options of the checkout; default: those of the first `[data-hpp-checkout]` or `<hpp-checkout>` in the page.
 */
export async function diagnose(options?: Partial<DiagnoseOptions>): Promise<Diagnosis> {
  const asked = options ?? optionsInPage();
  const findings = [...checkScripts(), ...checkIsolation()];
  const { session } = asked ?? {};
  if (asked === null) {
    findings.push(
      finding(
        'no_checkout',
        'There is no checkout in this page.',
        'Give diagnose() the options of your checkout.',
        'note',
      ),
    );
  }
  const endpoint = typeof session === 'string' && session !== '' ? new URL(session, document.baseURI) : null;
  findings.push(...checkPolicies(await policiesOfPage(), asked ?? {}, endpoint));
  if (endpoint !== null) findings.push(...(await checkServer(endpoint)));
  for (const origin of originsOf(asked ?? {})) {
    findings.push(
      finding(
        'cannot_see',
        `A browser does not show the headers of ${origin}: whether the hosted page may be framed is not known.`,
        'Ask from the command line, with an order: npx hpp-checkout doctor.',
        'note',
      ),
    );
  }
  findings.sort((a, b) => Number(a.level === 'note') - Number(b.level === 'note'));
  print(findings);
  return { findings };
}

function optionsInPage(): Partial<DiagnoseOptions> | null {
  const element = document.querySelector<HTMLElement>('[data-hpp-checkout], hpp-checkout');
  if (element === null) return null;
  // What the script tag says wins, as it does for the checkout.
  const [script] = checkoutScripts();
  const read = (name: string) =>
    script?.getAttribute(`data-${name}`) ??
    element.getAttribute(`data-${name}`) ??
    element.getAttribute(name) ??
    '';
  return { session: read('session'), gatewayOrigins: read('gateway-origins') };
}

const originsOf = ({ gatewayOrigins = '' }: Partial<DiagnoseOptions>) =>
  `${gatewayOrigins}`.split(/[ ,]+/).filter((origin) => URL.canParse(origin));

function checkoutScripts(): HTMLScriptElement[] {
  return [...document.querySelectorAll<HTMLScriptElement>('script[src]')].filter(({ src }) =>
    /\bhpp-checkout\.js([?#]|$)/.test(src),
  );
}

function checkScripts(): Finding[] {
  const scripts = checkoutScripts().map(({ src }) => src);
  if (scripts.length < 2) return [];
  return [
    finding(
      'script_twice',
      `The script stands ${scripts.length} times in this page: ${scripts.join(', ')}. The first one is used.`,
      'Keep one of them.',
    ),
  ];
}

function checkIsolation(): Finding[] {
  if (!window.crossOriginIsolated) return [];
  return [
    finding(
      'page_isolated',
      'This page is cross-origin isolated (COOP with COEP): payment pages do not load in its frames, so they open on the full page.',
      'Take Cross-Origin-Embedder-Policy off this page.',
    ),
  ];
}

/** Of the page's own headers, asked for once more, and of its `<meta>` elements. */
async function policiesOfPage(): Promise<Csp> {
  const metas = [
    ...document.querySelectorAll<HTMLMetaElement>('head meta[http-equiv="content-security-policy" i]'),
  ].map(({ content }) => content);
  const header = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ headers }) => headers.get('content-security-policy') ?? '',
    () => '',
  );
  return [header, ...metas].flatMap(parseCsp);
}

function checkPolicies(policies: Csp, asked: Partial<DiagnoseOptions>, endpoint: URL | null): Finding[] {
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

async function checkServer(endpoint: URL): Promise<Finding[]> {
  try {
    return await checkReturnPage(endpoint, location, __VERSION__);
  } catch (error) {
    return [
      finding(
        'server_unreachable',
        `${endpoint.origin} cannot be asked: ${(error as Error).message}.`,
        'Check that it runs, and whether its allowedOrigins and the connect-src of this page allow it.',
      ),
    ];
  }
}

function print(findings: readonly Finding[]): void {
  if (findings.length === 0) console.info('[hpp-checkout] Nothing is wrong that a browser can see.');
  for (const { level, code, sentence, advice, docs } of findings) {
    console[level === 'problem' ? 'warn' : 'info'](`[hpp-checkout] ${code}: ${sentence} ${advice} (${docs})`);
  }
}
