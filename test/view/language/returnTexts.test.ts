import { describe, expect, it } from 'vitest';
import { RETURN_TEXTS } from '../../../src/view/language/allReturnTexts.ts';
import { TAGS } from '../../../src/view/language/loadTexts.ts';
import { english } from '../../../src/view/language/returnTexts.ts';

/** Every sentence with the way to it: `failed.title`. */
function sentences(value: unknown, at = ''): [path: string, text: string][] {
  return typeof value === 'string'
    ? [[at, value]]
    : Object.entries(value as object).flatMap(([key, item]) => sentences(item, `${at}.${key}`));
}
const ENGLISH = new Map(sentences(english));
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  el: /\p{Script=Greek}/u,
  bg: /\p{Script=Cyrillic}/u,
  uk: /\p{Script=Cyrillic}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  'zh-Hans': /\p{Script=Han}/u,
  'zh-Hant': /\p{Script=Han}/u,
};

describe('the return page', () => {
  it('speaks the languages of the dialog', () => {
    expect(Object.keys(RETURN_TEXTS)).toEqual(['en', ...TAGS]);
  });

  it.each([...TAGS])('speaks %s with every sentence, in words of its own', (tag) => {
    const texts = sentences(RETURN_TEXTS[tag]);
    expect(texts.map(([path]) => path)).toEqual([...ENGLISH.keys()]);
    for (const [path, text] of texts) {
      const original = ENGLISH.get(path) as string;
      expect(text).not.toBe(original);
      expect(text).toBe(text.trim());
      expect(text).toMatch(SCRIPTS[tag] ?? /\p{Script=Latin}/u);
      expect(text).not.toMatch(/\b(the|payment|please|your|with|you)\b/i);
      expect([path, /[.。]$/.test(text)]).toEqual([path, original.endsWith('.')]);
    }
    // No sentence was given to two places by mistake. What is pending is said in the dialog's words.
    const own = texts.filter(([path]) => !path.startsWith('.pending')).map(([, text]) => text);
    expect(new Set(own).size).toBe(own.length);
  });
});
