import type { BankBehaviour } from '../cards/bankCards.ts';

/** What a bank's page does. */
export interface BankPageBehaviour {
  /** Told on the page. */
  says: string;
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
  challengeMotion: {
    says: 'This bank looks at how the phone is held: its page needs the motion sensors.',
    needs: 'motion',
  },
  challengeWebOtp: {
    says: 'This bank sends a code by text message: its page needs the browser to fill it in (WebOTP).',
    needs: 'otp',
  },
  challengePaymentConfirmation: {
    says: 'This bank has the payment confirmed by a passkey: its page needs secure payment confirmation.',
    needs: 'spc',
  },
  challengePasskey: {
    says: 'This bank asks for a passkey from now on: its page needs to create one.',
    needs: 'passkey',
  },
  challengeParent: {
    says: 'This bank’s page sends its form to the window around it (target="_parent").',
    target: '_parent',
  },
  challengeTop: { says: 'This bank’s page sends its form to the whole tab (target="_top").', target: '_top' },
  challengeWindow: {
    says: 'This bank asks in a window of its own: its page needs to open one.',
    needs: 'window',
  },
  challengePost: {
    says: 'This bank’s page sends the customer back by a form that posts to the shop.',
    leaves: 'post',
  },
  challengeCookies: {
    says: 'This bank’s page needs a cookie: a plain one, or else one for this shop alone (partitioned).',
    needsCookie: true,
  },
  challengeUnframed: { says: 'This bank’s page lets no page frame it.', refusesFrames: true },
  challengeTwice: { says: 'This bank’s page sends its form twice.', sendsTwice: true },
  challengeNested: {
    says: 'This bank’s page stays, and shows the shop’s return page in a frame of its own.',
    leaves: 'nested',
  },
};
