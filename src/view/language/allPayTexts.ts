import { texts as ar } from './payTexts/ar.ts';
import { texts as bg } from './payTexts/bg.ts';
import { texts as cs } from './payTexts/cs.ts';
import { texts as da } from './payTexts/da.ts';
import { texts as de } from './payTexts/de.ts';
import { texts as el } from './payTexts/el.ts';
import { texts as es } from './payTexts/es.ts';
import { texts as et } from './payTexts/et.ts';
import { texts as fi } from './payTexts/fi.ts';
import { texts as fr } from './payTexts/fr.ts';
import { texts as ga } from './payTexts/ga.ts';
import { texts as he } from './payTexts/he.ts';
import { texts as hr } from './payTexts/hr.ts';
import { texts as hu } from './payTexts/hu.ts';
import { texts as it } from './payTexts/it.ts';
import { texts as ja } from './payTexts/ja.ts';
import { texts as lt } from './payTexts/lt.ts';
import { texts as lv } from './payTexts/lv.ts';
import { texts as mt } from './payTexts/mt.ts';
import { texts as nb } from './payTexts/nb.ts';
import { texts as nl } from './payTexts/nl.ts';
import { texts as pl } from './payTexts/pl.ts';
import { texts as pt } from './payTexts/pt.ts';
import { texts as ro } from './payTexts/ro.ts';
import { texts as sk } from './payTexts/sk.ts';
import { texts as sl } from './payTexts/sl.ts';
import { texts as sv } from './payTexts/sv.ts';
import { texts as tr } from './payTexts/tr.ts';
import { texts as uk } from './payTexts/uk.ts';
import { texts as zhHans } from './payTexts/zh-Hans.ts';
import { texts as zhHant } from './payTexts/zh-Hant.ts';
import { english, type PayTexts } from './payTexts.ts';

/** The pay page in each of the dialog's languages. All at hand, since a server loads them once. */
export const PAY_TEXTS: Readonly<Record<string, PayTexts>> = {
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
