import { html, raw } from 'hono/html';
import type { Island } from '../../protocol/page/returnIsland.ts';
import { script } from '../../return/page.ts?script';
import { RETURN_TEXTS } from '../../view/language/allReturnTexts.ts';
import { directionOf } from '../../view/language/directionOf.ts';
import { english, type ReturnTexts } from '../../view/language/returnTexts.ts';
import { inlineScript, island as islandOf } from '../page/inlineScript.ts';
import { emptyIcon, logoImage, picturePolicy } from '../page/pictures.ts';
import { shopProperties } from '../page/style.ts';
import type { Settings } from '../settings.ts';
import { RETURN_STYLE } from './style.ts';

/** The states the page can show; `unknown`: the address names no session. */
export type ReturnState = 'confirming' | 'completed' | 'failed' | 'expired' | 'slow' | 'pending' | 'unknown';

export interface ReturnView {
  state: ReturnState;
  language: string;
  /** `null` where there is no session to follow. */
  island: Island | null;
  test: boolean;
  shopName: string | null;
  shopLogo: Settings['shopLogo'];
  shopStyle: Settings['shopStyle'];
  /** Where the shop is; `null`: no link. */
  backUrl: string | null;
  /** That address opens the shop's app. */
  isBackToApp: boolean;
  nonce: string;
}

declare const __VERSION__: string | undefined;
/** For `diagnose()` in the shop's page, which has a version of its own. */
const VERSION = typeof __VERSION__ === 'string' ? __VERSION__ : 'dev';

const SWITCHED = ['confirming', 'completed', 'failed', 'expired', 'slow', 'pending'] as const;
const CLOCK = '<circle cx="28" cy="28" r="24"/><path d="M28 14v14l9 6"/>';
const MARKS: Readonly<Record<ReturnState, string>> = {
  confirming: '<circle cx="28" cy="28" r="24" opacity=".2"/><path class="spin" d="M28 4a24 24 0 0 1 24 24"/>',
  slow: CLOCK,
  pending: CLOCK,
  completed: '<circle cx="28" cy="28" r="24"/><path d="m17 29 8 8 15-17"/>',
  failed: '<circle cx="28" cy="28" r="24"/><path d="m20 20 16 16m0-16-16 16"/>',
  expired: CLOCK,
  unknown: '<circle cx="28" cy="28" r="24"/><path d="M28 16v16m0 7v1"/>',
};

/**
 * The return page: every state's text is in it, one is shown, the script switches. Without JavaScript the page reloads
 * itself until the state is final. Only values that the server knows are in it, and `html` escapes each of them (T16).
 */
export async function returnPage({
  state,
  language,
  island,
  test,
  shopName,
  shopLogo,
  shopStyle,
  backUrl,
  isBackToApp,
  nonce,
}: ReturnView): Promise<string> {
  const texts = RETURN_TEXTS[language] ?? english;
  const states: readonly ReturnState[] = island === null ? [state] : SWITCHED;
  const waiting = state === 'confirming' || state === 'slow';
  const page = await html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}" data-hpp-checkout-return="${VERSION}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
${emptyIcon}
<title>${texts.title}${shopName === null ? '' : ` · ${shopName}`}</title>
${waiting && html`<noscript><meta http-equiv="refresh" content="3"></noscript>`}
<style nonce="${nonce}">${raw(RETURN_STYLE + shopProperties(shopStyle))}</style>
</head>
<body data-state="${state}">
<main>
${logoImage(shopLogo)}
${shopName !== null && html`<p class="shop">${shopName}</p>`}
${test && html`<p class="test">${texts.test}</p>`}
<div role="status" aria-live="polite">
${states.map((one) => section(one, texts, one === state))}
</div>
${backUrl !== null && html`<p class="on"><a href="${backUrl}" target="_top" rel="noreferrer">${isBackToApp ? texts.backToApp : texts.back}</a></p>`}
</main>
${
  // Empty without a session: what takes scripts out of pages shows itself here too.
  islandOf(island)
}
${island !== null && inlineScript(script, nonce)}
</body>
</html>
`;
  return page.toString();
}

function section(state: ReturnState, texts: ReturnTexts, shown: boolean) {
  const { title, text } = texts[state];
  return html`<section class="${state}" data-when="${state}"${shown ? '' : raw(' hidden')}>
<svg class="mark" viewBox="0 0 56 56" aria-hidden="true">${raw(MARKS[state])}</svg>
<h1>${title}</h1>
<p>${text}</p>
</section>
`;
}

/** Nothing may run but our script, nothing load but the status, the empty icon and the shop's logo, and only the shop and the hosted page may frame it (T16, T31). */
export function returnPolicy(
  nonce: string,
  frameAncestors: readonly string[],
  shopLogo: string | undefined,
): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    picturePolicy(shopLogo),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`,
    "require-trusted-types-for 'script'",
  ].join('; ');
}
