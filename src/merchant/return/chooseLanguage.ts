import { RETURN_TEXTS } from './texts.ts';

const MOST_RANGES = 20;

/** The order's language, else the best of `Accept-Language`, else English. Always one that there are texts for. */
export function chooseLanguage(ordered: string | null, accepted: string | null): string {
  const wanted = [ordered ?? '', ...rangesOf(accepted ?? '')];
  for (const range of wanted) {
    const language = range.slice(0, 2).toLowerCase();
    if (Object.hasOwn(RETURN_TEXTS, language)) return language;
  }
  return 'en';
}

function rangesOf(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',', MOST_RANGES)
    .map((part) => {
      const [range = '', quality = ''] = part.trim().split(';q=');
      return { range, weight: quality === '' ? 1 : Number(quality) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ range }) => range);
}
