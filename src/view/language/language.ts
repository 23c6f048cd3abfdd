import { type DialogTexts, dialogInEnglish } from './texts.ts';

/** A language as the dialog needs it. */
export interface Language {
  /** BCP 47, for the element and for numbers. */
  lang: string;
  dir: 'ltr' | 'rtl';
  texts: DialogTexts;
  /** Seconds in words: "1 second", "2 seconds". */
  time: (seconds: number) => string;
}

/** The language that is built in, and what a customer gets whose own cannot be loaded. */
export const inEnglish: Language = {
  lang: 'en',
  dir: 'ltr',
  texts: dialogInEnglish,
  time: (n) => `${n} second${n === 1 ? '' : 's'}`,
};
