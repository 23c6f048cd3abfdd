import { signal } from '@preact/signals';
import { renderToString } from 'preact-render-to-string';
import { directionOf } from '../../settings/languages.ts';
import { themeProperties } from '../../settings/themeProperties.ts';
import { Shop } from '../../shop/Shop.tsx';
import type { Page } from '../../wire/shopPage.ts';
import { fillTemplate, island } from './fillTemplate.ts';

/**
 * The shop's page, whole before any script has run.
 *
 * @param front whether it is the front page, which opens the control room by itself where there is space for it.
 */
export function renderShop(template: string, nonce: string, page: Page, front: boolean): string {
  const shop = renderToString(
    <Shop
      state={{
        ...page,
        basket: signal(page.basket),
        settings: signal(page.settings),
        told: signal(null),
        setQuantity: () => {},
        startAgain: () => {},
      }}
    />,
  );
  const { lang, theme } = page.settings;
  const look = Object.entries(themeProperties(page.settings))
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
  // A wide screen has room for both; the visitor who closed the control room meets the shop alone.
  const toRoom = `<script nonce="${nonce}">innerWidth>=1360&&localStorage.getItem('morrow-room')!=='closed'&&location.replace('/?room')</script>`;
  return fillTemplate(template, {
    '<html lang="en">': `<html lang="${lang}" dir="${directionOf(lang)}" data-theme="${theme}">`,
    '<!--shop-->': shop,
    '<!--checkout-script-->': `<script async src="/hpp-checkout/hpp-checkout.js" data-session="${page.merchantOrigin}/checkout/session" data-gateway-origins="${page.gatewayOrigin}" data-warm="connect"></script>`,
    '</head>': `${look === '' ? '' : `<style nonce="${nonce}">:root{${look}}</style>`}${island('page', page)}${front ? toRoom : ''}</head>`,
  });
}
