import { passesLuhn } from '../../protocol/gateway/luhn.ts';
import { isExpired } from '../cards/card.ts';
import { cardBrand, securityCodeDigits } from '../cards/cardBrand.ts';
import { type TestCard, testCardBehaviour } from '../cards/testCards.ts';
import type { Instrument } from '../payment/paymentProcessor.ts';
import type { Vault } from '../vault/vault.ts';
import type { FieldProblem, TypedCard } from './hostedPageService.ts';

/** Checks what the customer typed. Codes: `missing`, `wrong`, `past`, and `live` for a number that is no test number. */
export function typedCard(
  card: TypedCard,
  { vault, now, testCards }: { vault: Vault; now: () => number; testCards: readonly TestCard[] },
): Instrument | { problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const holderName = card.holderName.trim();
  const number = card.number.replace(/[\s-]/g, '');
  const { expMonth, expYear, securityCode } = card;
  const behaviour = testCardBehaviour(number, testCards);

  if (holderName === '') problems.push({ field: 'holderName', code: 'missing' });
  else if (holderName.length < 2 || holderName.length > 45 || /\p{Cc}/u.test(holderName)) {
    problems.push({ field: 'holderName', code: 'wrong' });
  }
  if (number === '') problems.push({ field: 'number', code: 'missing' });
  else if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    problems.push({ field: 'number', code: 'wrong' });
  else if (behaviour === null) problems.push({ field: 'number', code: 'live' });
  if (expMonth === '' && expYear === '') problems.push({ field: 'expiry', code: 'missing' });
  else if (!/^(?:0[1-9]|1[0-2])$/.test(expMonth) || !/^\d{4}$/.test(expYear)) {
    problems.push({ field: 'expiry', code: 'wrong' });
  } else if (isExpired(`${expMonth}/${expYear}`, now())) problems.push({ field: 'expiry', code: 'past' });
  const digits = securityCodeDigits(cardBrand(number));
  if (securityCode === '') problems.push({ field: 'securityCode', code: 'missing' });
  else if (!/^\d+$/.test(securityCode) || securityCode.length !== digits) {
    problems.push({ field: 'securityCode', code: 'wrong' });
  }

  if (problems.length > 0 || behaviour === null) return { problems };
  const full = { number, securityCode, expMonth, expYear, holderName };
  return { card: vault.know(full, behaviour), securityCode, cardToken: null };
}
