import type { Texts } from './texts.ts';

/** What a merchant may say of the language. */
export interface LanguageOptions {
  /** BCP 47. Without it, the page's language counts, then the browser's. */
  locale?: string | undefined;
  /** Sentences that replace ours. */
  messages?: Partial<Texts> | undefined;
}
