import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../../../src/view/language/chooseLanguage.ts';
import { formatPrice } from '../../../src/view/language/formatPrice.ts';
import { labelOf } from '../../../src/view/language/labelOf.ts';
import { inEnglish } from '../../../src/view/language/language.ts';
import { loadTexts, TAGS } from '../../../src/view/language/loadTexts.ts';
import { matchLanguage } from '../../../src/view/language/matchLanguage.ts';
import { english, type Texts } from '../../../src/view/language/texts.ts';

const load = () => Promise.reject(new Error('a bundler needs no file'));
const placeholders = (text: string) => [...text.matchAll(/\{\w+}/g)].map(([name]) => name).sort();
const KEYS = Object.keys(english) as (keyof Texts)[];

describe('each language', () => {
  it('is one of the European Union’s 24, or another', () => {
    const union = 'bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv'.split(' ');
    expect(union.filter((tag) => !['en', ...TAGS].includes(tag))).toEqual([]);
    expect([...TAGS]).toEqual([...TAGS].sort());
    expect(TAGS.map((tag) => new Intl.Locale(tag).baseName)).toEqual(TAGS);
  });

  it.each([...TAGS])('%s is complete, in its own words, with the same places to fill', async (tag) => {
    const texts = await loadTexts(tag, load);
    expect(Object.keys(texts)).toEqual(KEYS);
    // A word that another language shares with English; never a sentence.
    const shared = KEYS.filter((key) => texts[key] === english[key]);
    expect(shared.filter((key) => key !== 'reference' && key !== 'testTag')).toEqual([]);
    for (const key of KEYS) {
      expect([key, placeholders(texts[key])]).toEqual([key, placeholders(english[key])]);
      expect(texts[key]).toBe(texts[key].trim());
      expect(texts[key]).not.toMatch(/\b(the|payment|please|your|with|you)\b/i);
      // What ends as a sentence, a question or a wait does so everywhere.
      if (english[key].endsWith('…')) expect(texts[key]).toMatch(/…$/);
      if (english[key].endsWith('?')) expect(texts[key]).toMatch(/[?;؟？]$/);
      if (english[key].endsWith('.')) expect(texts[key]).toMatch(/[.。]$/);
    }
  });

  it('is written in its own script', async () => {
    const script: Record<string, RegExp> = {
      ar: /\p{Script=Arabic}/u,
      he: /\p{Script=Hebrew}/u,
      el: /\p{Script=Greek}/u,
      bg: /\p{Script=Cyrillic}/u,
      uk: /\p{Script=Cyrillic}/u,
      ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
      'zh-Hans': /\p{Script=Han}/u,
      'zh-Hant': /\p{Script=Han}/u,
    };
    for (const tag of TAGS) {
      const texts = await loadTexts(tag, load);
      for (const key of KEYS) expect(texts[key]).toMatch(script[tag] ?? /\p{Script=Latin}/u);
    }
  });
});

describe('the language is chosen', () => {
  beforeEach(() => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-CH', 'it']);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    document.documentElement.lang = '';
  });
  const langOf = async (options: Parameters<typeof chooseLanguage>[0]) =>
    (await chooseLanguage(options, load, inEnglish)).lang;

  it('by the option, then the page, then the browser', async () => {
    expect(await langOf({})).toBe('fr-CH');
    document.documentElement.lang = 'de-AT';
    expect(await langOf({})).toBe('de-AT');
    expect(await langOf({ locale: 'pl' })).toBe('pl');
  });

  it('by the next wish where there are no texts for the first, or it is no tag', async () => {
    document.documentElement.lang = 'sv';
    for (const locale of ['tlh', 'not a tag', '-', '']) expect(await langOf({ locale })).toBe('sv');
  });

  it.each([
    ['de-AT', 'de', 'de-AT'],
    ['de_CH', 'de', 'de-CH'],
    ['pt-BR', 'pt', 'pt-BR'],
    ['zh', 'zh-Hans', 'zh'],
    ['zh-CN', 'zh-Hans', 'zh-CN'],
    ['zh-TW', 'zh-Hant', 'zh-TW'],
    ['zh-HK', 'zh-Hant', 'zh-HK'],
    ['no', 'nb', 'nb'],
    ['nn-NO', 'nb', 'nb'],
    ['iw', 'he', 'he'],
    ['EN-gb', 'en', 'en-GB'],
    ['eo', 'en', 'en'],
  ])('%s is served by %s', (wish, tag, lang) => {
    expect(matchLanguage([wish], TAGS)).toEqual({ tag, lang });
  });

  it('with its direction', async () => {
    const dirs = await Promise.all(
      ['ar', 'he-IL', 'de'].map((locale) => chooseLanguage({ locale }, load, inEnglish)),
    );
    expect(dirs.map(({ dir }) => dir)).toEqual(['rtl', 'rtl', 'ltr']);
  });

  it('with seconds in words, in the right number', async () => {
    const says = async (locale: string) => {
      const { time } = await chooseLanguage({ locale }, load, inEnglish);
      return [1, 2, 5].map(time);
    };
    expect(await says('en')).toEqual(['1 second', '2 seconds', '5 seconds']);
    expect(await says('pl')).toEqual(['1 sekunda', '2 sekundy', '5 sekund']);
    expect(await says('de-AT')).toEqual(['1 Sekunde', '2 Sekunden', '5 Sekunden']);
  });

  it('and each text can be replaced by the merchant, in a language that is not ours too', async () => {
    const german = await chooseLanguage({ locale: 'de', messages: { title: 'Kasse' } }, load, inEnglish);
    expect([german.texts.title, german.texts.close]).toEqual(['Kasse', 'Schließen']);
    const persian = await chooseLanguage(
      { locale: 'fa', messages: { title: 'پرداخت امن' } },
      load,
      inEnglish,
    );
    expect([persian.lang, persian.dir, persian.texts.title]).toEqual(['fa', 'rtl', 'پرداخت امن']);
  });
});

describe('the words on our button', () => {
  const spaced = (text: string) => text.replace(/\s/g, ' ');
  it.each([
    ['en', 'Pay €49.90'],
    ['de', '49,90 € bezahlen'],
    ['fr', 'Payer 49,90 €'],
    ['ja', '€49.90 を支払う'],
  ])('%s: with the amount as the language writes it', async (locale, label) => {
    expect(spaced(await labelOf({ locale, amount: '49.90', currency: 'EUR' }, load))).toBe(label);
    expect(await labelOf({ locale }, load)).toBe(
      (locale === 'en' ? english : await loadTexts(locale, load)).pay,
    );
  });

  const docs = readFileSync('demo/docs/button-wording.md', 'utf8').split('<!-- wordings -->')[1] ?? '';
  const lawful = [...docs.matchAll(/^\| \w+ \(`(\w\w)`\) \| ([^|]+) \| \[/gm)].map(
    ([, tag = '', words = '']) => ({ tag, words }),
  );

  it('there are words of the law for each language of the European Union that we speak', () => {
    const others = ['ar', 'he', 'ja', 'nb', 'tr', 'uk', 'zh-Hans', 'zh-Hant'];
    const union = ['en', ...TAGS].filter((tag) => !others.includes(tag)).sort();
    expect(lawful.map(({ tag }) => tag).sort()).toEqual(union);
  });

  it.each(lawful)(
    'where it concludes the order, in $tag: "$words", without the sum',
    async ({ tag, words }) => {
      expect(await labelOf({ locale: tag, amount: '49.90', currency: 'EUR', wording: 'order' }, load)).toBe(
        words,
      );
      expect(await labelOf({ locale: tag, wording: 'pay' }, load)).not.toBe(words);
    },
  );

  it('the merchant’s own words win', async () => {
    const messages = { payOrder: 'Jetzt kaufen' };
    expect(await labelOf({ locale: 'de', wording: 'order', messages }, load)).toBe('Jetzt kaufen');
  });

  // Browsers write forints without decimals, though the interface has two (ISO 4217).
  it('say every decimal that is charged, as the dialog and the pay page do', async () => {
    const price = { amount: '1999.50', currency: 'HUF' };
    expect(await labelOf({ locale: 'en', ...price }, load)).toBe(`Pay ${formatPrice(price, 'en')}`);
    expect(await labelOf({ locale: 'en', ...price }, load)).toContain('1,999.5');
  });

  it('keep Western digits', async () => {
    expect(await labelOf({ locale: 'ar-EG', amount: '12.50', currency: 'EUR' }, load)).toContain('12');
  });
});

// The translations say the same (above), so that English stands for all.
it('WCAG 1.3.3 no text goes by a colour, a shape or a side', () => {
  const seen = /\b(red|green|blue|gr[ae]y|round|square|circle|left|right|above|below|top|bottom|corner)\b/i;
  expect(Object.values(english).filter((text) => seen.test(text.replace('{time} left', '')))).toEqual([]);
});
