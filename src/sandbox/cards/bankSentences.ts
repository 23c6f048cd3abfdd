import type { BankBehaviour } from './bankCards.ts';

/** What the bank of such a card does, in English as the bank's page: told there, and beside the card's number. */
export const BANK_SENTENCES: Readonly<Record<BankBehaviour, string>> = {
  challengeMotion: 'This bank looks at how the phone is held: its page needs the motion sensors.',
  challengeWebOtp:
    'This bank sends a code by text message: its page needs the browser to fill it in (WebOTP).',
  challengePaymentConfirmation:
    'This bank has the payment confirmed by a passkey: its page needs secure payment confirmation.',
  challengePasskey: 'This bank asks for a passkey from now on: its page needs to create one.',
  challengeParent: 'This bank’s page sends its form to the window around it (target="_parent").',
  challengeTop: 'This bank’s page sends its form to the whole tab (target="_top").',
  challengeWindow: 'This bank asks in a window of its own: its page needs to open one.',
  challengePost: 'This bank’s page sends the customer back by a form that posts to the shop.',
  challengeCookies:
    'This bank’s page needs a cookie: a plain one, or else one for this shop alone (partitioned).',
  challengeUnframed: 'This bank’s page lets no page frame it.',
  challengeTwice: 'This bank’s page sends its form twice.',
  challengeNested: 'This bank’s page stays, and shows the shop’s return page in a frame of its own.',
};
