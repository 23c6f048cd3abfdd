import { html, raw } from 'hono/html';
import type { AppMessage } from '../../protocol/page/appMessage.ts';
import { script } from '../../return/payNotice.ts?script';
import { PAY_TEXTS } from '../../view/language/allPayTexts.ts';
import { directionOf } from '../../view/language/directionOf.ts';
import { formatPrice } from '../../view/language/formatPrice.ts';
import { english, type PayTexts } from '../../view/language/payTexts.ts';
import { fill } from '../../view/language/texts.ts';
import type { Price } from '../options.ts';
import { inlineScript, island } from '../page/inlineScript.ts';
import { emptyIcon, logoImage, picturePolicy } from '../page/pictures.ts';
import { shopProperties } from '../page/style.ts';
import type { Settings } from '../settings.ts';
import type { Wish } from './readWish.ts';
import { PAY_STYLE } from './style.ts';

/** What the page can say in place of an order to pay. */
export type PayNotice = Exclude<
  keyof PayTexts,
  'title' | 'pay' | 'order' | 'reference' | 'onward' | 'tryAgain' | 'back' | 'backToApp' | 'test'
>;

/** What the page shows: an order and the button, or why there is none. */
export type PayContent =
  | { state: 'pay'; wish: Wish; orderReference: string; price: Price }
  /** `again`: where to try again. `why`: for the shop's developer, in test mode. `tell`: what an app around the page is told. `backToApp`: its address. */
  | { state: PayNotice; again: string | null; why?: string; tell?: AppMessage; backToApp?: string | null };

export interface PayView {
  content: PayContent;
  language: string;
  /** Where the form is sent. */
  action: string;
  test: boolean;
  shopName: string;
  shopLogo: Settings['shopLogo'];
  shopStyle: Settings['shopStyle'];
  wording: 'pay' | 'order';
  /** Where the shop is; `null`: no link. */
  backUrl: string | null;
  nonce: string;
}

const LOCK =
  '<svg class="lock" viewBox="0 0 16 16" aria-hidden="true"><rect x="3" y="7" width="10" height="7" rx="1.5"/><path d="M5 7V5a3 3 0 0 1 6 0v2"/></svg>';
const CROSS = '<circle cx="28" cy="28" r="24"/><path d="m20 20 16 16m0-16-16 16"/>';
const CLOCK = '<circle cx="28" cy="28" r="24"/><path d="M28 14v14l9 6"/>';
const CALL = '<circle cx="28" cy="28" r="24"/><path d="M28 16v16m0 7v1"/>';
const MARKS: Readonly<Record<PayNotice, string>> = {
  paid: '<circle cx="28" cy="28" r="24"/><path d="m17 29 8 8 15-17"/>',
  ended: CLOCK,
  unknown: CALL,
  notPayable: CROSS,
  signIn: '<circle cx="28" cy="21" r="9"/><path d="M11 47c2-9 9-13 17-13s15 4 17 13"/>',
  busy: CLOCK,
  failed: CALL,
  refused: CROSS,
};

/**
 * The page on which a person decides to pay. It has no script: the button is a form. Where there is nothing to pay, one tells the app
 * around it. Only what the server knows is in it, and
 * the order that was asked for; `html` escapes each value (T16).
 */
export async function payPage(view: PayView): Promise<string> {
  const { content, language, shopName, shopLogo, shopStyle, nonce } = view;
  const tell = toldOf(content);
  const texts = PAY_TEXTS[language] ?? english;
  const title = content.state === 'pay' ? texts.title : texts[content.state].title;
  const page = await html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow">
${emptyIcon}
<title>${title} · ${shopName}</title>
<style nonce="${nonce}">${raw(PAY_STYLE + shopProperties(shopStyle))}</style>
</head>
<body>
<main>
${logoImage(shopLogo)}
<p class="shop"><bdi>${shopName}</bdi></p>
${view.test && html`<p class="test">${texts.test}</p>`}
${content.state === 'pay' ? order(view, content, texts) : notice(content, texts)}
${back(view, texts)}
</main>
${tell !== null && html`${island(tell)}${inlineScript(script, nonce)}`}
</body>
</html>
`;
  return page.toString();
}

function order(
  { action, language, wording }: PayView,
  { wish, orderReference, price }: PayContent & { state: 'pay' },
  texts: PayTexts,
) {
  const amount = formatPrice(price, language);
  const [before = '', after = ''] = texts.reference.split('{ref}');
  return html`<div class="pay">
<h1>${texts.title}</h1>
<p class="amount"><bdi>${amount}</bdi></p>
<p class="reference">${before}<bdi>${orderReference}</bdi>${after}</p>
<form method="post" action="${action}">
<input type="hidden" name="${wish.name}" value="${wish.text}">
${wish.app !== null && html`<input type="hidden" name="app" value="${wish.app}">`}
<button>${wording === 'order' ? texts.order : fill(texts.pay, { amount })}</button>
</form>
<p class="onward">${raw(LOCK)}${texts.onward}</p>
</div>`;
}

function notice({ state, again, why }: PayContent & { state: PayNotice }, texts: PayTexts) {
  const { title, text } = texts[state];
  return html`<div class="${state}">
<svg class="mark" viewBox="0 0 56 56" aria-hidden="true">${raw(MARKS[state])}</svg>
<h1>${title}</h1>
<p>${text}</p>
${why !== undefined && html`<p class="why" lang="en" dir="ltr">${why}</p>`}
</div>
${again !== null && html`<p class="on"><a href="${again}">${texts.tryAgain}</a></p>`}`;
}

/** To the app that the order was to be paid for, or to the shop. */
function back({ content, backUrl }: PayView, texts: PayTexts) {
  const app = content.state === 'pay' ? null : (content.backToApp ?? null);
  if (app !== null) return html`<p class="on"><a href="${app}" rel="noreferrer">${texts.backToApp}</a></p>`;
  return backUrl !== null && html`<p class="on"><a href="${backUrl}" rel="noreferrer">${texts.back}</a></p>`;
}

/** What the app around the page is told; `null`: there is no news. */
function toldOf(content: PayContent): AppMessage | null {
  return content.state === 'pay' ? null : (content.tell ?? null);
}

/**
 * No script runs but the one that tells an app, nothing loads but its empty icon and the shop's logo, and no page may frame it. The form is sent to us, and our answer leads to the hosted page,
 * whose origin only the gateway knows before: browsers ask `form-action` about that too. (https://github.com/w3c/webappsec-csp/issues/8)
 */
export function payPolicy(
  nonce: string,
  { content, test, shopLogo }: Pick<PayView, 'content' | 'test' | 'shopLogo'>,
): string {
  return [
    "default-src 'none'",
    ...(toldOf(content) === null ? [] : [`script-src 'nonce-${nonce}'`]),
    `style-src 'nonce-${nonce}'`,
    picturePolicy(shopLogo),
    "base-uri 'none'",
    `form-action 'self' https:${test ? ' http:' : ''}`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
