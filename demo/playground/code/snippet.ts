import type { Settings } from '../../settings/settings.ts';
import { themeProperties } from '../../settings/themeProperties.ts';
import type { Basket } from '../../wire/basket.ts';

/** What the code of all tabs is made from: what is on screen now. */
export interface OnScreen {
  settings: Settings;
  basket: Basket;
  /** As text, such as `€119.30`. */
  total: string;
  shopOrigin: string;
  merchantOrigin: string;
  gatewayOrigin: string;
}

/** The order as the browser names it. What the control room adds for its scenarios is no part of a shop's code. */
export function orderOnScreen({ basket: { id, items } }: OnScreen): Pick<Basket, 'id' | 'items'> {
  return { id, items };
}

/** Options that differ from the widget's defaults, in the order in which a person would write them. */
export function changedOptions({ settings, gatewayOrigin }: OnScreen): [name: string, value: string][] {
  const { presentation, lang, theme } = settings;
  const options: [string, string][] = [['gatewayOrigins', gatewayOrigin]];
  if (presentation !== 'modal') options.push(['presentation', presentation]);
  if (lang !== 'en') options.push(['locale', lang]);
  if (theme !== 'auto') options.push(['theme', theme]);
  return options;
}

/** Of Morrow's own style sheet. */
const SHOP_GREEN = {
  light: { '--hpp-accent': '#264a3f', '--hpp-on-accent': '#fdfbf5' },
  dark: { '--hpp-accent': '#9fd0bb', '--hpp-on-accent': '#10201b' },
};

/** The theme as CSS. */
export function css({ settings }: OnScreen): string {
  const own = settings.theme === 'dark' ? SHOP_GREEN.dark : SHOP_GREEN.light;
  const lines = Object.entries({ ...own, ...themeProperties(settings) }).map(
    ([name, value]) => `  ${name}: ${value};`,
  );
  return `:root {\n${lines.join('\n')}\n}\n`;
}

/** Longer than this, an object or a list stands on several lines. */
const LINE = 44;

/**
 * A value as a person would type it in JavaScript.
 * @param indent how far the line is indented that it begins on.
 */
export function js(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const line = `[${value.map((each) => js(each)).join(', ')}]`;
    if (line.length <= LINE) return line;
    return `[\n${value.map((each) => `${inner}${js(each, inner)},\n`).join('')}${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value);
    const line = `{ ${members.map(([name, member]) => `${name}: ${js(member)}`).join(', ')} }`;
    if (line.length <= LINE) return line;
    return `{\n${members.map(([name, member]) => `${inner}${name}: ${js(member, inner)},\n`).join('')}${indent}}`;
  }
  return String(value);
}

export function html(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** `successUrl` → `success-url`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
