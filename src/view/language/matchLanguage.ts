import { TAGS } from './loadTexts.ts';

export interface Match {
  /** As it was wished for, regions and all: numbers are written by it. */
  lang: string;
  /** The file with its texts; `en` needs none. */
  tag: string;
}

/** Both written standards of Norwegian are served by the more common one. */
const INSTEAD: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' };

/** The first wish that there are texts for: `de-AT` is served by `de`, `zh-TW` by `zh-Hant`. English for none of them. */
export function matchLanguage(wishes: readonly (string | undefined)[]): Match {
  for (const wish of wishes) {
    const locale = readTag(wish);
    if (locale === null) continue;
    const { language, script } = locale.maximize();
    const instead = INSTEAD[language];
    if (instead !== undefined) return { lang: instead, tag: instead };
    const tag = ['en', ...TAGS].find((known) => known === language || known === `${language}-${script}`);
    if (tag !== undefined) return { lang: locale.baseName, tag };
  }
  return { lang: 'en', tag: 'en' };
}

/** `de_AT`, as some templates write it, is read as well; what is no tag at all is no wish. */
function readTag(wish: string | undefined): Intl.Locale | null {
  try {
    return wish ? new Intl.Locale(wish.replaceAll('_', '-')) : null;
  } catch {
    return null;
  }
}
