import { chooseLanguage } from './chooseLanguage.ts';
import type { LoadFile } from './loadTexts.ts';
import type { LanguageOptions } from './options.ts';
import { fill } from './texts.ts';

/** The words on our button in the customer's language: "Pay", or "Pay €49.90". Rejects when the language cannot be loaded. */
export async function labelOf(
  options: LanguageOptions & { amount?: string | undefined; currency?: string | undefined },
  loadFile: LoadFile,
): Promise<string> {
  const { amount, currency } = options;
  const { lang, texts } = await chooseLanguage(options, loadFile);
  if (!amount || !currency) return texts.pay;
  // English for a language whose numbers the browser does not know.
  const format = new Intl.NumberFormat([lang, 'en'], {
    style: 'currency',
    currency,
    numberingSystem: 'latn',
  });
  return fill(texts.payAmount, { amount: format.format(amount as Intl.StringNumericLiteral) });
}
