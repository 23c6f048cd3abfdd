import type { Island } from '../../protocol/page/returnIsland.ts';
import { script } from '../../return/page.ts?script';
import { escapeHtml, scriptJson } from './html.ts';
import { RETURN_STYLE } from './style.ts';
import { RETURN_TEXTS, type ReturnTexts, RIGHT_TO_LEFT } from './texts.ts';

/** The states the page can show; `unknown`: the address names no session. */
export type ReturnState = 'confirming' | 'completed' | 'failed' | 'expired' | 'slow' | 'unknown';

export interface ReturnView {
  state: ReturnState;
  language: string;
  /** `null` where there is no session to follow. */
  island: Island | null;
  test: boolean;
  shopName: string | null;
  /** Where the shop is; `null`: no link. */
  backUrl: string | null;
  nonce: string;
}

declare const __VERSION__: string | undefined;
/** For `diagnose()` in the shop's page, which has a version of its own. */
const VERSION = typeof __VERSION__ === 'string' ? __VERSION__ : 'dev';

const SWITCHED = ['confirming', 'completed', 'failed', 'expired', 'slow'] as const;
const MARKS: Readonly<Record<ReturnState, string>> = {
  confirming: '<circle cx="28" cy="28" r="24" opacity=".2"/><path class="spin" d="M28 4a24 24 0 0 1 24 24"/>',
  slow: '<circle cx="28" cy="28" r="24"/><path d="M28 14v14l9 6"/>',
  completed: '<circle cx="28" cy="28" r="24"/><path d="m17 29 8 8 15-17"/>',
  failed: '<circle cx="28" cy="28" r="24"/><path d="m20 20 16 16m0-16-16 16"/>',
  expired: '<circle cx="28" cy="28" r="24"/><path d="M28 14v14l9 6"/>',
  unknown: '<circle cx="28" cy="28" r="24"/><path d="M28 16v16m0 7v1"/>',
};

/**
 * The return page: every state's text is in it, one is shown, the script switches. Without JavaScript the page reloads
 * itself until the state is final. Only values that the server knows are in it, each of them escaped (T16).
 */
export function returnPage(view: ReturnView): string {
  const texts = RETURN_TEXTS[view.language] ?? (RETURN_TEXTS.en as ReturnTexts);
  const states: readonly ReturnState[] = view.island === null ? [view.state] : SWITCHED;
  const waiting = view.state === 'confirming' || view.state === 'slow';
  return `<!doctype html>
<html lang="${escapeHtml(view.language)}" dir="${RIGHT_TO_LEFT.has(view.language) ? 'rtl' : 'ltr'}" data-hpp-checkout-return="${escapeHtml(VERSION)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(texts.title)}${view.shopName === null ? '' : ` · ${escapeHtml(view.shopName)}`}</title>
${waiting ? '<noscript><meta http-equiv="refresh" content="3"></noscript>' : ''}
<style nonce="${view.nonce}">${RETURN_STYLE}</style>
</head>
<body data-state="${view.state}">
<main>
${view.shopName === null ? '' : `<p class="shop">${escapeHtml(view.shopName)}</p>`}
${view.test ? `<p class="test">${escapeHtml(texts.test)}</p>` : ''}
<div role="status" aria-live="polite">
${states.map((state) => section(state, texts, state === view.state)).join('\n')}
</div>
${view.backUrl === null ? '' : `<p class="on"><a href="${escapeHtml(view.backUrl)}" target="_top" rel="noreferrer">${escapeHtml(texts.back)}</a></p>`}
</main>
${
  view.island === null
    ? // Empty: what takes scripts out of pages shows itself here too.
      '<script type="application/json" id="checkout">null</script>'
    : `<script type="application/json" id="checkout">${scriptJson(view.island)}</script>
<script nonce="${view.nonce}">${script.replaceAll('</script', '<\\/script')}</script>`
}
</body>
</html>
`;
}

function section(state: ReturnState, texts: ReturnTexts, shown: boolean): string {
  const { title, text } = texts[state];
  return `<section class="${state}" data-when="${state}"${shown ? '' : ' hidden'}>
<svg class="mark" viewBox="0 0 56 56" aria-hidden="true">${MARKS[state]}</svg>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
</section>`;
}

/** Nothing may run but our script, nothing load but the status, and only the shop and the hosted page may frame it (T16, T31). */
export function returnPolicy(nonce: string, frameAncestors: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`,
    "require-trusted-types-for 'script'",
  ].join('; ');
}
