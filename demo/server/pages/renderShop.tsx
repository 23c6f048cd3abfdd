import { renderToString } from 'preact-render-to-string';
import { CLOSED } from '../../playground/state/rememberClosed.ts';
import { directionOf } from '../../settings/languages.ts';
import { themeProperties } from '../../settings/themeProperties.ts';
import { Shop } from '../../shop/components/Shop.tsx';
import { OWN_TITLE, shopTitle } from '../../shop/shopTitle.ts';
import { createShopState } from '../../shop/state/createShopState.ts';
import type { ShopPageData } from '../../wire/shopPage.ts';
import { escapeHtml, fillTemplate, pageData } from './fillTemplate.ts';

/** From this width there is space for the shop and the control room side by side. */
const WIDE_PX = 1360;

export interface RenderShopOptions {
  page: ShopPageData;
  /** Of the content security policy, for the page's inline script and style. */
  nonce: string;
  /** Whether a wide screen opens the control room by itself, unless the visitor has closed it before. */
  opensPlayground: boolean;
}

/** The shop's page, complete before any script has run. */
export function renderShop(template: string, { page, nonce, opensPlayground }: RenderShopOptions): string {
  const { lang, theme } = page.settings;
  const properties = Object.entries(themeProperties(page.settings)).map(
    ([name, value]) => `${name}:${value}`,
  );
  const style =
    properties.length === 0 ? '' : `<style nonce="${nonce}">:root{${properties.join(';')}}</style>`;
  const toPlayground = `<script nonce="${nonce}">innerWidth>=${WIDE_PX}&&localStorage.getItem('${CLOSED.key}')!=='${CLOSED.value}'&&location.replace('/?room')</script>`;
  return fillTemplate(template, {
    '<html lang="en">': `<html lang="${lang}" dir="${directionOf(lang)}" data-theme="${theme}">`,
    [OWN_TITLE]: escapeHtml(shopTitle(page.settings)),
    '<!--shop-->': renderToString(<Shop state={createShopState(page)} />),
    '<!--checkout-script-->': `<script async src="/hpp-checkout/hpp-checkout.js" data-session="${page.merchantOrigin}/checkout/session" data-gateway-origins="${page.gatewayOrigin}" data-warm="connect"></script>`,
    '</head>': `${style}${pageData(page)}${opensPlayground ? toPlayground : ''}</head>`,
  });
}
