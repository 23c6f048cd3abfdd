import { OWN_NAME, shopNameOf } from '../settings/brand.ts';
import type { Settings } from '../settings/settings.ts';

/** As it stands in the page's file. */
export const OWN_TITLE = `${OWN_NAME} — tools for a slow coffee`;

/** Of the page: somebody else's name stands without our own line. */
export function shopTitle(settings: Pick<Settings, 'name'>): string {
  return settings.name === '' ? OWN_TITLE : shopNameOf(settings);
}
