import { load as ar } from './texts/ar.ts?lazy';
import { load as bg } from './texts/bg.ts?lazy';
import { load as cs } from './texts/cs.ts?lazy';
import { load as da } from './texts/da.ts?lazy';
import { load as de } from './texts/de.ts?lazy';
import { load as el } from './texts/el.ts?lazy';
import { load as es } from './texts/es.ts?lazy';
import { load as et } from './texts/et.ts?lazy';
import { load as fi } from './texts/fi.ts?lazy';
import { load as fr } from './texts/fr.ts?lazy';
import { load as ga } from './texts/ga.ts?lazy';
import { load as he } from './texts/he.ts?lazy';
import { load as hr } from './texts/hr.ts?lazy';
import { load as hu } from './texts/hu.ts?lazy';
import { load as it } from './texts/it.ts?lazy';
import { load as ja } from './texts/ja.ts?lazy';
import { load as lt } from './texts/lt.ts?lazy';
import { load as lv } from './texts/lv.ts?lazy';
import { load as mt } from './texts/mt.ts?lazy';
import { load as nb } from './texts/nb.ts?lazy';
import { load as nl } from './texts/nl.ts?lazy';
import { load as pl } from './texts/pl.ts?lazy';
import { load as pt } from './texts/pt.ts?lazy';
import { load as ro } from './texts/ro.ts?lazy';
import { load as sk } from './texts/sk.ts?lazy';
import { load as sl } from './texts/sl.ts?lazy';
import { load as sv } from './texts/sv.ts?lazy';
import { load as tr } from './texts/tr.ts?lazy';
import { load as uk } from './texts/uk.ts?lazy';
import { load as zhHans } from './texts/zh-Hans.ts?lazy';
import { load as zhHant } from './texts/zh-Hant.ts?lazy';
import type { Texts } from './texts.ts';

/** Loads one of the script tag's further files, checked against its hash. `undefined` in the npm build, whose bundler loads files. */
export type LoadFile = ((file: string, integrity: string) => Promise<unknown>) | undefined;

/** Every language but English: a file each, loaded when a customer speaks it. */
const FILES: Readonly<Record<string, (loadFile: LoadFile) => Promise<{ texts: Texts }>>> = {
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
  ga,
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
export async function loadTexts(tag: string, loadFile: LoadFile): Promise<Texts> {
  const file = await FILES[tag]?.(loadFile);
  if (file === undefined) throw new RangeError(`No texts for "${tag}".`);
  return file.texts;
}
