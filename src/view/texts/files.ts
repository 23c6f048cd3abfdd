import type { Texts } from '../texts.ts';
import { later as ar } from './ar.ts?later';
import { later as bg } from './bg.ts?later';
import { later as cs } from './cs.ts?later';
import { later as da } from './da.ts?later';
import { later as de } from './de.ts?later';
import { later as el } from './el.ts?later';
import { later as es } from './es.ts?later';
import { later as et } from './et.ts?later';
import { later as fi } from './fi.ts?later';
import { later as fr } from './fr.ts?later';
import { later as he } from './he.ts?later';
import { later as hr } from './hr.ts?later';
import { later as hu } from './hu.ts?later';
import { later as it } from './it.ts?later';
import { later as ja } from './ja.ts?later';
import { later as lt } from './lt.ts?later';
import { later as lv } from './lv.ts?later';
import { later as mt } from './mt.ts?later';
import { later as nb } from './nb.ts?later';
import { later as nl } from './nl.ts?later';
import { later as pl } from './pl.ts?later';
import { later as pt } from './pt.ts?later';
import { later as ro } from './ro.ts?later';
import { later as sk } from './sk.ts?later';
import { later as sl } from './sl.ts?later';
import { later as sv } from './sv.ts?later';
import { later as tr } from './tr.ts?later';
import { later as uk } from './uk.ts?later';
import { later as zhHans } from './zh-Hans.ts?later';
import { later as zhHant } from './zh-Hant.ts?later';

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
