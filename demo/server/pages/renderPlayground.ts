import { type Settings, toQuery } from '../../settings/settings.ts';
import type { RoomFacts } from '../../wire/playgroundPage.ts';
import type { DemoConfig } from '../config.ts';
import { fillTemplate, island } from './fillTemplate.ts';

/** The control room's page. Without JavaScript it is the shop in a frame, and nothing else. */
export function renderRoom(template: string, { merchant, gateway }: DemoConfig, settings: Settings): string {
  const facts: RoomFacts = {
    settings,
    merchantOrigin: merchant.origin,
    gatewayOrigin: gateway.origin,
  };
  const address = `/shop?${toQuery(settings)}`.replaceAll('&', '&amp;');
  return fillTemplate(template, {
    '<!--room-->': `<noscript><iframe class="bare" title="Morrow, the shop" src="${address}"></iframe></noscript>`,
    '</head>': `${island('facts', facts)}</head>`,
  });
}
