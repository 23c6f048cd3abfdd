/**
 * Test cards whose bank has a page of its own for 3-D Secure, on another origin than the hosted page, that behaves as some real
 * ones do. Approving pays, with each of them.
 */
export const BANK_CARDS = {
  /** Looks at the motion sensors. */
  challengeMotion: '4000003200000103',
  /** Has the browser fill in the code of a text message (WebOTP). */
  challengeWebOtp: '4000003200000202',
  /** Has the payment confirmed by a passkey (secure payment confirmation). */
  challengePaymentConfirmation: '4000003200000301',
  /** Enrols a passkey. */
  challengePasskey: '4000003200000400',
  /** Sends its form to the window around it (`target="_parent"`). */
  challengeParent: '4000003200000509',
  /** Sends its form to the whole tab (`target="_top"`). */
  challengeTop: '4000003200000608',
  /** Asks in a window of its own (`window.open`). */
  challengeWindow: '4000003200000707',
  /** Sends the customer back by a form that posts to the shop's return page. */
  challengePost: '4000003200000806',
  /** Needs a cookie: a plain one, else a partitioned one. */
  challengeCookies: '4000003200000905',
  /** Refuses to be framed. */
  challengeUnframed: '4000003200001002',
  /** Sends its form twice. */
  challengeTwice: '4000003200001101',
  /** Keeps the customer, and shows the shop's return page in a frame of its own. */
  challengeNested: '4000003200001200',
} as const;

/** What such a bank's page does. */
export type BankBehaviour = keyof typeof BANK_CARDS;

/** The bank's page for a card that behaves so; `null` when its issuer asks on the hosted page itself, or not at all. */
export function bankBehaviourOf(behaviour: string | undefined): BankBehaviour | null {
  return behaviour !== undefined && Object.hasOwn(BANK_CARDS, behaviour)
    ? (behaviour as BankBehaviour)
    : null;
}
