import { type Settings, toQuery } from '../../settings/settings.ts';
import type { PlaygroundPageData } from '../../wire/playgroundPage.ts';
import type { DemoConfig } from '../config.ts';
import { fillTemplate, pageData } from './fillTemplate.ts';

/** The control room's page. Without JavaScript it is the shop in a frame, and nothing else. */
export function renderPlayground(
  template: string,
  { shop, merchant, gateway, lan }: Pick<DemoConfig, 'shop' | 'merchant' | 'gateway' | 'lan'>,
  settings: Settings,
): string {
  const page: PlaygroundPageData = {
    settings,
    merchantOrigin: merchant.origin,
    gatewayOrigin: gateway.origin,
    lanOrigin: lan === null ? null : shop.origin,
  };
  const address = `/shop?${toQuery(settings)}`.replaceAll('&', '&amp;');
  return fillTemplate(template, {
    '<!--playground-->': `<noscript><iframe class="bare" title="Morrow, the shop" src="${address}"></iframe></noscript>`,
    '</head>': `${pageData(page)}</head>`,
  });
}
