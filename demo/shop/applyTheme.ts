import { directionOf } from '../settings/languages.ts';
import type { Settings } from '../settings/settings.ts';
import { themeProperties } from '../settings/themeProperties.ts';
import { shopTitle } from './shopTitle.ts';

const NAMES = ['--hpp-accent', '--hpp-on-accent', '--hpp-radius', '--hpp-font'];

/** Sets language, direction, colour scheme and custom properties of the page's root element, and the page's title. */
export function applyTheme(root: HTMLElement, settings: Settings): void {
  root.lang = settings.lang;
  root.dir = directionOf(settings.lang);
  root.dataset.theme = settings.theme;
  root.ownerDocument.title = shopTitle(settings);
  const properties = themeProperties(settings);
  for (const name of NAMES) {
    const value = properties[name];
    if (value === undefined) root.style.removeProperty(name);
    else root.style.setProperty(name, value);
  }
}
