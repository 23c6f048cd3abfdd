import { later as ar } from './texts/ar.ts?later';
import { later as bg } from './texts/bg.ts?later';
import { later as cs } from './texts/cs.ts?later';
import { later as da } from './texts/da.ts?later';
import { later as de } from './texts/de.ts?later';
import { later as el } from './texts/el.ts?later';
import { later as es } from './texts/es.ts?later';
import { later as et } from './texts/et.ts?later';
import { later as fi } from './texts/fi.ts?later';
import { later as fr } from './texts/fr.ts?later';
import { later as he } from './texts/he.ts?later';
import { later as hr } from './texts/hr.ts?later';
import { later as hu } from './texts/hu.ts?later';
import { later as it } from './texts/it.ts?later';
import { later as ja } from './texts/ja.ts?later';
import { later as lt } from './texts/lt.ts?later';
import { later as lv } from './texts/lv.ts?later';
import { later as mt } from './texts/mt.ts?later';
import { later as nb } from './texts/nb.ts?later';
import { later as nl } from './texts/nl.ts?later';
import { later as pl } from './texts/pl.ts?later';
import { later as pt } from './texts/pt.ts?later';
import { later as ro } from './texts/ro.ts?later';
import { later as sk } from './texts/sk.ts?later';
import { later as sl } from './texts/sl.ts?later';
import { later as sv } from './texts/sv.ts?later';
import { later as tr } from './texts/tr.ts?later';
import { later as uk } from './texts/uk.ts?later';
import { later as zhHans } from './texts/zh-Hans.ts?later';
import { later as zhHant } from './texts/zh-Hant.ts?later';
import type { Texts } from './texts.ts';

/** Loads one of our further script files, checked against its hash. The npm build needs none: its bundler has it. */
export type LoadFile = (file: string, integrity: string) => Promise<unknown>;

/** Every language but English: a file each, loaded when a customer speaks it. */
const FILES: Readonly<Record<string, (load: LoadFile) => Promise<{ texts: Texts }>>> = {
  ar,
  bg,
  cs,
  da,
  de,
  el,
  es,
  et,
  fi,
  fr,
  he,
  hr,
  hu,
  it,
  ja,
  lt,
  lv,
  mt,
  nb,
  nl,
  pl,
  pt,
  ro,
  sk,
  sl,
  sv,
  tr,
  uk,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
};

/** The tags of all files, without English. */
export const TAGS: readonly string[] = Object.keys(FILES);

/** The texts of one of `TAGS`. */
export async function loadTexts(tag: string, load: LoadFile): Promise<Texts> {
  const file = await FILES[tag]?.(load);
  if (file === undefined) throw new RangeError(`No texts for "${tag}".`);
  return file.texts;
}
