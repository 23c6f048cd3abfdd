import type { CheckoutOptions } from '../options.ts';
import { checkoutScripts } from './checkoutScripts.ts';
import { type Diagnosis, type Finding, finding } from './finding.ts';
import { keptAnswers } from './keptAnswers.ts';
import { mistakesInMarkup } from './mistakesInMarkup.ts';
import { optionMistakes } from './optionMistakes.ts';
import { checkPolicies, headersOfPage, originsOf, policiesOfPage } from './policies.ts';
import { print } from './print.ts';
import { checkReturnPage } from './returnPage.ts';
import { checkRights } from './rights.ts';

type DiagnoseOptions = Pick<CheckoutOptions, 'session' | 'gatewayOrigins' | 'frameAllow'>;

/**
 * Finds what is wrong with the checkout on this page, and prints it in the console. For developers: it asks the
 * merchant's own server for this page and for a return page, opens nothing and pays nothing.
 *
 * @param options of the checkout; default: those of the first `[data-hpp-checkout]` or `<hpp-checkout>` in the page.
 */
export async function diagnosePage(options?: Partial<DiagnoseOptions>): Promise<Diagnosis> {
  const findings = [...optionMistakes(options ?? {}), ...mistakesInMarkup(), ...(await inspectPage(options))];
  findings.sort((a, b) => Number(a.level === 'note') - Number(b.level === 'note'));
  print(findings);
  return { findings };
}

/** What is wrong beside the options: scripts, policies, the merchant's server, its return page. */
export async function inspectPage(options?: Partial<DiagnoseOptions>): Promise<Finding[]> {
  const asked = options ?? optionsInPage();
  const headers = headersOfPage();
  const embedder = (await headers).get('cross-origin-embedder-policy');
  const findings = [...checkScripts(), ...checkIsolation(embedder)];
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
  findings.push(...checkPolicies(await policiesOfPage(headers), asked ?? {}, endpoint));
  findings.push(...checkRights((await headers).get('permissions-policy'), asked ?? {}));
  if (endpoint !== null) {
    findings.push(...(await checkServer(endpoint)));
    // Beside `/session` there is each session's status.
    findings.push(...(await keptAnswers(`${endpoint.origin}${endpoint.pathname}/`)));
  }
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
  return findings;
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
  return {
    session: read('session'),
    gatewayOrigins: read('gateway-origins'),
    frameAllow: read('frame-allow'),
  };
}

export function checkScripts(): Finding[] {
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

/** @param embedder the page's own Cross-Origin-Embedder-Policy, if it has one. */
export function checkIsolation(embedder: string | null): Finding[] {
  const found = window.crossOriginIsolated
    ? 'This page is cross-origin isolated (COOP with COEP): payment pages do not load in its frames, so they open on the full page.'
    : /^(require-corp|credentialless)\b/.test(embedder ?? '')
      ? `This page's Cross-Origin-Embedder-Policy (${embedder}) keeps payment pages out of its frames, which stay empty: customers are offered the full page after some seconds.`
      : undefined;
  return found ? [finding('page_isolated', found, 'Take Cross-Origin-Embedder-Policy off this page.')] : [];
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
