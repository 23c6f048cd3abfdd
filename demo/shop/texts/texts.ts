import type { Language } from '../../settings/languages.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { mt } from './mt.ts';
import type { ShopTexts } from './shopTexts.ts';

export const TEXTS: Readonly<Record<Language, ShopTexts>> = { en, de, fr, es, it, mt, ar };

/** Fills `{name}` in a text. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
