import { parseCsp } from '../../../protocol/page/csp.ts';
import { type Answer, type Ask, brief } from '../ask.ts';
import { type Check, type Finding, failed, ok } from '../check.ts';
import { httpCheck } from '../httpCheck.ts';
import { frameRightsIn } from './frameRights.ts';
import { headerFindings } from './pageHeaders.ts';
import { type PlacedPolicy, policyFindings } from './pagePolicy.ts';
import { findScript, scriptFindings } from './pageScript.ts';

/** A page of the shop, and what the checkout on it has to reach. */
export interface PageQuestion {
  page: string;
  /** `publicUrl` of the handler. */
  url: string;
  /** Whether the shop is in test mode; `null` where that is not known. */
  test: boolean | null;
  /** Origin of the hosted page: of the session that was made, else as far as it is known. */
  gatewayOrigin: () => string | null;
}

/** Looks at a page of the shop as a browser would: may it open the checkout? */
export function shopPage({ page, url, test, gatewayOrigin }: PageQuestion, ask: Ask): Check {
  return httpCheck('Page', ['publicUrl'], async () => {
    const answer = await ask(page);
    if (answer.status !== 200) return pageMissing(page, answer);
    const script = findScript(answer.text, page);
    const gateway = gatewayOrigin() ?? script?.gatewayOrigin ?? null;
    const policies: PlacedPolicy[] = [
      {
        name: 'Content-Security-Policy header',
        csp: parseCsp(answer.headers.get('content-security-policy')),
      },
      { name: '<meta> Content-Security-Policy', csp: metaPolicies(answer.text).flatMap(parseCsp) },
    ];
    const self = new URL(page).origin;
    const origins = { self, handler: new URL(url).origin, gateway };
    const findings: Finding[] = [
      ...policies.flatMap((policy) => policyFindings(policy, origins, script)),
      ...headerFindings(answer.headers, origins, frameRightsIn(answer.text), test),
      ...(script === null ? [] : await scriptFindings(script, self, ask)),
    ];
    return findings.length === 0
      ? ok(`It lets the checkout work${gateway === null ? '' : ` with ${gateway}`}.`)
      : findings;
  });
}

function pageMissing(page: string, answer: Answer): Finding {
  return failed('page_missing', {
    detail: `${page} answers ${brief(answer)}.`,
    expected: '200 and the page that shows the Pay button.',
    change:
      answer.status >= 300 && answer.status < 400
        ? `If ${answer.headers.get('location')} is the page with the button, give --page that address. A login cannot be passed.`
        : 'Correct the address in --page.',
  });
}

/** Policies that stand in the page's head. */
function metaPolicies(html: string): string[] {
  const found: string[] = [];
  for (const [tag] of html.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<meta\s[^>]*>/gi)) {
    if (!/http-equiv\s*=\s*["']?content-security-policy["'\s>]/i.test(tag)) continue;
    const content = /\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
    if (content !== null)
      found.push((content[1] ?? content[2] ?? '').replaceAll('&quot;', '"').replaceAll('&#39;', "'"));
  }
  return found;
}
