import type { FieldProblem } from '../hostedPage/hostedPageService.ts';
import { fill, type Texts } from './texts/texts.ts';

/** The texts for what can be wrong with a card's fields. */
type ProblemTexts = Pick<
  Texts,
  Extract<keyof Texts, `${FieldProblem['field']}${'Missing' | 'Wrong' | 'Live' | 'Past'}`>
>;

const TEXTS: Readonly<Record<FieldProblem['field'], Readonly<Record<string, keyof ProblemTexts>>>> = {
  number: { missing: 'numberMissing', live: 'numberLive' },
  expiry: { missing: 'expiryMissing', past: 'expiryPast' },
  securityCode: { missing: 'securityCodeMissing' },
  holderName: { missing: 'holderNameMissing' },
};
const WRONG = {
  number: 'numberWrong',
  expiry: 'expiryWrong',
  securityCode: 'securityCodeWrong',
  holderName: 'holderNameWrong',
} as const;

/**
 * The customer's text for a field's problem. Codes: `missing`, `wrong`, `past` (expiry), `live` (a real card's number);
 * another code reads as `wrong`.
 */
export function problemText(problem: FieldProblem, texts: ProblemTexts, securityCodeDigits = '3–4'): string {
  const key = TEXTS[problem.field][problem.code] ?? WRONG[problem.field];
  return fill(texts[key], { digits: securityCodeDigits });
}
