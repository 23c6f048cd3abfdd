import type { ErrorCode } from '../../protocol/gateway/profile.ts';
import { isExpired, type KnownCard } from '../cards/card.ts';

/** The issuer's answer to one try. */
export type Verdict =
  | { kind: 'approved' }
  | { kind: 'challenge' }
  | Refusal
  /** The gateway itself does not know: a status outside the vocabulary (G1). */
  | { kind: 'unknown' };

export interface Refusal {
  kind: 'refused';
  state: 'declined' | 'failed';
  code: ErrorCode;
}

export interface Try {
  card: KnownCard;
  securityCode: string | null;
  now: number;
  /** Cardholder is authenticated already, or is not there to be asked (S89, S158). */
  withoutChallenge: boolean;
}

const declined = (code: ErrorCode = 'DECLINED'): Refusal => ({ kind: 'refused', state: 'declined', code });
const failed = (code: ErrorCode): Refusal => ({ kind: 'refused', state: 'failed', code });

/** What the issuer answers, by the card, the holder's name and the security code. */
export function judge({ card, securityCode, now, withoutChallenge }: Try): Verdict {
  if (isExpired(card.expiry, now)) return declined('CARD_EXPIRED');
  const byName = judgeByName(card.holderName);
  if (byName !== null) return byName;
  if (securityCode !== null && /^0+$/.test(securityCode)) return declined('SECURITY_CODE_WRONG');
  switch (card.behaviour) {
    case 'processed':
      return { kind: 'approved' };
    case 'declined':
      return declined();
    case 'insufficientFunds':
      return declined('INSUFFICIENT_FUNDS');
    case 'challengeThenDeclined':
      return withoutChallenge ? declined() : { kind: 'challenge' };
    default:
      // Every other card is challenged.
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
