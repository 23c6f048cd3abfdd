import type { ErrorCode } from '../../protocol/gateway/profile.ts';
import { isExpired, type KnownCard } from '../cards/card.ts';

/** The issuer's answer to one try. */
export type Verdict =
  | { kind: 'approved' }
  | { kind: 'challenge' }
  | Refusal
  /** The gateway itself does not know: a status word outside the vocabulary (G1). */
  | { kind: 'unknown' };

export interface Refusal {
  kind: 'refused';
  state: 'declined' | 'failed';
  code: ErrorCode;
  /** Replaces the catalogue's text. */
  text?: string;
}

export interface Try {
  card: KnownCard;
  securityCode: string | null;
  /** Decimal string. */
  amount: string;
  now: number;
  /** Cardholder is authenticated already, or is not there to be asked (S89, S158). */
  withoutChallenge: boolean;
  /** Whether amounts trigger outcomes; real baskets reach these sums, so it is off by default. */
  magicAmounts: boolean;
}

const declined = (code: ErrorCode = 'DECLINED', text?: string): Refusal => ({
  kind: 'refused',
  state: 'declined',
  code,
  ...(text === undefined ? {} : { text }),
});
const failed = (code: ErrorCode): Refusal => ({ kind: 'refused', state: 'failed', code });

/** What the issuer says, by the card, the holder's name, the security code and, when switched on, the amount. */
export function judge({ card, securityCode, amount, now, withoutChallenge, magicAmounts }: Try): Verdict {
  if (isExpired(card.expiry, now)) return declined('CARD_EXPIRED');
  const byName = judgeByName(card.holderName);
  if (byName !== null) return byName;
  if (securityCode !== null && /^0+$/.test(securityCode)) return declined('SECURITY_CODE_WRONG');
  const byAmount = magicAmounts ? judgeByAmount(amount) : null;
  if (byAmount !== null) return byAmount;
  switch (card.behaviour) {
    case 'processed':
      return { kind: 'approved' };
    case 'declined':
      return declined();
    case 'insufficientFunds':
      return declined('INSUFFICIENT_FUNDS');
    case 'challengeThenDeclined':
      return withoutChallenge ? declined() : { kind: 'challenge' };
    case 'challenge':
    case 'challengeError':
      return { kind: withoutChallenge ? 'approved' : 'challenge' };
  }
}

/** The issuer's answer once the customer has proved to be the cardholder. */
export function judgeAfterChallenge(card: KnownCard): Verdict {
  if (card.behaviour === 'challengeThenDeclined') return declined();
  if (card.behaviour === 'challengeError') return failed('AUTHENTICATION_3DS_FAILED');
  return { kind: 'approved' };
}

function judgeByName(holderName: string): Verdict | null {
  switch (holderName.trim().toUpperCase()) {
    case 'DECLINED':
      return declined();
    case 'CARD_EXPIRED':
      return declined('CARD_EXPIRED');
    case 'ERROR':
      return failed('ACQUIRER_UNAVAILABLE');
    case 'UNKNOWN':
      return { kind: 'unknown' };
    default:
      return null;
  }
}

function judgeByAmount(amount: string): Verdict | null {
  const whole = Number(amount.split('.')[0]);
  if (whole >= 2000 && whole <= 2999) return declined('DECLINED', `The issuer declined with code ${whole}.`);
  return whole === 3000 ? failed('ACQUIRER_UNAVAILABLE') : null;
}
