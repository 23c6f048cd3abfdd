import { describe, expect, it } from 'vitest';
import { defaultProfile } from '../../../src/protocol/gateway/defaultProfile.ts';
import { LOCALES, localeFor } from '../../../src/sandbox/page/texts/locale.ts';
import { fill, type Texts } from '../../../src/sandbox/page/texts/texts.ts';
import { fakeHostedPageService } from './fakeHostedPageService.ts';
import { markup, servedPage } from './servedPage.ts';

const english = localeFor('en').texts;
const names = Object.keys(english) as (keyof Texts)[];
const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe('texts of the hosted page', () => {
  it('N5 are there for every language of the profile and for one from right to left', () => {
    for (const language of defaultProfile.limits.languages) expect(LOCALES).toHaveProperty(language);
    expect(Object.values(LOCALES).filter((locale) => locale.direction === 'rtl')).toHaveLength(1);
  });

  it.each(Object.entries(LOCALES))(
    'N5 are complete in %s, with the places that the English has',
    (_, { texts }) => {
      expect(Object.keys(texts).sort()).toEqual([...names].sort());
      for (const name of names) {
        expect(texts[name].trim(), name).not.toBe('');
        expect(places(texts[name]), name).toEqual(places(english[name]));
      }
    },
  );

  it.each(Object.entries(LOCALES).filter(([language]) => language !== 'en'))(
    'N5 are not English in %s',
    (_, { texts }) => {
      const same = names.filter((name) => texts[name] === english[name] && texts[name].length > 8);
      expect(same).toEqual([]);
    },
  );

  it('N5 reads another language, a region and any case', () => {
    expect(localeFor('xx').language).toBe('en');
    expect(localeFor('').language).toBe('en');
    expect(localeFor('FR-ca').language).toBe('fr');
    expect(localeFor('constructor').language).toBe('en');
  });

  it.each(Object.values(LOCALES))('renders the page in $language', async ({ language, direction, texts }) => {
    const html = await (await servedPage(fakeHostedPageService({ language })).get('/hpp/tok1')).text();
    expect(html).toContain(`<html lang="${language}" dir="${direction}"`);
    expect(html).toContain(texts.cardNumber);
    const visible = markup(html).replace(/<[^>]*>/g, ' ');
    expect(visible).not.toMatch(/\{\w+\}/);
  });

  it('shows a place that nobody filled', () => {
    expect(fill('Pay {amount}', {})).toBe('Pay {amount}');
    expect(fill('Pay {amount}', { amount: '$1 & $&' })).toBe('Pay $1 & $&');
  });
});
