import { texts as ar } from './returnTexts/ar.ts';
import { texts as bg } from './returnTexts/bg.ts';
import { texts as cs } from './returnTexts/cs.ts';
import { texts as da } from './returnTexts/da.ts';
import { texts as de } from './returnTexts/de.ts';
import { texts as el } from './returnTexts/el.ts';
import { texts as es } from './returnTexts/es.ts';
import { texts as et } from './returnTexts/et.ts';
import { texts as fi } from './returnTexts/fi.ts';
import { texts as fr } from './returnTexts/fr.ts';
import { texts as ga } from './returnTexts/ga.ts';
import { texts as he } from './returnTexts/he.ts';
import { texts as hr } from './returnTexts/hr.ts';
import { texts as hu } from './returnTexts/hu.ts';
import { texts as it } from './returnTexts/it.ts';
import { texts as ja } from './returnTexts/ja.ts';
import { texts as lt } from './returnTexts/lt.ts';
import { texts as lv } from './returnTexts/lv.ts';
import { texts as mt } from './returnTexts/mt.ts';
import { texts as nb } from './returnTexts/nb.ts';
import { texts as nl } from './returnTexts/nl.ts';
import { texts as pl } from './returnTexts/pl.ts';
import { texts as pt } from './returnTexts/pt.ts';
import { texts as ro } from './returnTexts/ro.ts';
import { texts as sk } from './returnTexts/sk.ts';
import { texts as sl } from './returnTexts/sl.ts';
import { texts as sv } from './returnTexts/sv.ts';
import { texts as tr } from './returnTexts/tr.ts';
import { texts as uk } from './returnTexts/uk.ts';
import { texts as zhHans } from './returnTexts/zh-Hans.ts';
import { texts as zhHant } from './returnTexts/zh-Hant.ts';
import { english, type ReturnTexts } from './returnTexts.ts';

/** The return page in each of the dialog's languages. All at hand, since a server loads them once. */
export const RETURN_TEXTS: Readonly<Record<string, ReturnTexts>> = {
  en: english,
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
