import type { Locale } from './texts/locale.ts';
import type { Texts } from './texts/texts.ts';

const NAMES = [
  'busy',
  'checkFields',
  'timeLeft',
  'timeLeftSpoken',
  'timeIsUp',
  'securityCodeHint',
  'numberMissing',
  'numberWrong',
  'numberLive',
  'expiryMissing',
  'expiryWrong',
  'expiryPast',
  'securityCodeMissing',
  'securityCodeWrong',
  'holderNameMissing',
  'holderNameWrong',
] as const satisfies readonly (keyof Texts)[];

/** The texts that the page's script needs. */
export type ClientTexts = Pick<Texts, (typeof NAMES)[number]>;

/** Those texts as JSON, for an attribute. */
export function clientTexts({ texts }: Locale): string {
  return JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, texts[name]])));
}
