import type { BankBehaviour } from '../cards/bankCards.ts';

/** What a bank's page does. */
export interface BankPageBehaviour {
  /** What its script tries before the customer may answer, in the words of a browser; see `client.ts`. */
  needs?: 'motion' | 'otp' | 'spc' | 'passkey' | 'window';
  /** Where its form is sent to. */
  target?: '_parent' | '_top';
  /** How the customer is sent on: by a form that posts, or in a frame of this page. Default: as everywhere. */
  leaves?: 'post' | 'nested';
  needsCookie?: true;
  sendsTwice?: true;
  refusesFrames?: true;
}

export const BANK_PAGES: Readonly<Record<BankBehaviour, BankPageBehaviour>> = {
  challengeMotion: { needs: 'motion' },
  challengeWebOtp: { needs: 'otp' },
  challengePaymentConfirmation: { needs: 'spc' },
  challengePasskey: { needs: 'passkey' },
  challengeParent: { target: '_parent' },
  challengeTop: { target: '_top' },
  challengeWindow: { needs: 'window' },
  challengePost: { leaves: 'post' },
  challengeCookies: { needsCookie: true },
  challengeUnframed: { refusesFrames: true },
  challengeTwice: { sendsTwice: true },
  challengeNested: { leaves: 'nested' },
};
