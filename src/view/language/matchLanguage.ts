export interface Match {
  /** As it was wanted, regions and all: numbers are written by it. */
  lang: string;
  /** The one of the known languages that serves it. */
  tag: string;
}

/** Both written standards of Norwegian are served by the more common one. */
const INSTEAD: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' };

/**
 * The first language wanted that is known: `de-AT` is served by `de`, `zh-TW` by `zh-Hant`. English if none is.
 *
 * @param wanted the best first.
 * @param known without English, which is always known.
 */
export function matchLanguage(
  wanted: readonly (string | null | undefined)[],
  known: readonly string[],
): Match {
  for (const text of wanted) {
    const locale = readTag(text);
    if (locale === null) continue;
    const { language, script } = locale.maximize();
    const instead = INSTEAD[language];
    if (instead !== undefined) return { lang: instead, tag: instead };
    const tag = ['en', ...known].find((one) => one === language || one === `${language}-${script}`);
    if (tag !== undefined) return { lang: locale.baseName, tag };
  }
  return { lang: 'en', tag: 'en' };
}

/** Reads `de_AT` as well, as some templates write it. `null` for what is no language tag. */
function readTag(text: string | null | undefined): Intl.Locale | null {
  try {
    return text ? new Intl.Locale(text.replaceAll('_', '-')) : null;
  } catch {
    return null;
  }
}
