import { wantedLanguage } from './chooseLanguage.ts';
import { formatPrice } from './formatPrice.ts';
import { type LoadFile, loadTexts } from './loadTexts.ts';
import type { LanguageOptions } from './options.ts';
import { buttonInEnglish, fill } from './texts.ts';

/**
 * The words on our button in the customer's language: "Pay", "Pay €49.90", or those of the law, which stand alone. Rejects when
 * the language cannot be loaded.
 */
export async function labelOf(
  options: LanguageOptions & {
    amount?: string | undefined;
    currency?: string | undefined;
    wording?: 'pay' | 'order' | undefined;
  },
  loadFile: LoadFile,
): Promise<string> {
  const { amount, currency, wording } = options;
  const { lang, tag } = wantedLanguage(options);
  const texts = {
    ...(tag === 'en' ? buttonInEnglish : await loadTexts(tag, loadFile)),
    ...options.messages,
  };
  if (wording === 'order') return texts.payOrder;
  if (!amount || !currency) return texts.pay;
  return fill(texts.payAmount, { amount: formatPrice({ amount, currency }, lang) });
}
