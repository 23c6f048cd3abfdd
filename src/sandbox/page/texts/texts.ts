/**
 * Everything that the hosted page says, in one language. `{name}` marks a place that `fill` replaces.
 * Every language has every text: the compiler sees to it, and a test compares their places.
 */
export interface Texts {
  pay: string;
  payTitle: string;
  payTo: string;
  order: string;
  sandboxNote: string;
  secureNote: string;
  timeLeft: string;
  timeLeftSpoken: string;
  timeIsUp: string;
  methods: string;
  card: string;
  bank: string;
  wallet: string;
  voucher: string;
  savedCards: string;
  savedCardExpires: string;
  anotherCard: string;
  cardNumber: string;
  expiry: string;
  expiryHint: string;
  securityCode: string;
  securityCodeHint: string;
  holderName: string;
  busy: string;
  cancel: string;
  chooseBank: string;
  bankNote: string;
  bankPay: string;
  walletNote: string;
  walletPay: string;
  voucherNote: string;
  voucherPay: string;
  voucherTitle: string;
  voucherText: string;
  voucherUntil: string;
  copy: string;
  copied: string;
  otp: string;
  otpHint: string;
  otpWrong: string;
  refusedTitle: string;
  checkFields: string;
  chooseMethod: string;
  numberMissing: string;
  numberWrong: string;
  numberLive: string;
  expiryMissing: string;
  expiryWrong: string;
  expiryPast: string;
  securityCodeMissing: string;
  securityCodeWrong: string;
  holderNameMissing: string;
  holderNameWrong: string;
  testCards: string;
  testCardsNote: string;
  useCard: string;
  testPaid: string;
  /** Names the list of cards whose bank has a page of its own. */
  testBanks: string;
  testChallenge: string;
  testChallengeDeclined: string;
  testDeclined: string;
  testNoFunds: string;
  threeDsTitle: string;
  threeDsText: string;
  bankTitle: string;
  bankText: string;
  walletTitle: string;
  walletText: string;
  merchant: string;
  amount: string;
  cardUsed: string;
  approve: string;
  decline: string;
  abandon: string;
  leavingTitle: string;
  leavingText: string;
  leavingLink: string;
  expiredTitle: string;
  expiredText: string;
  unknownTitle: string;
  unknownText: string;
  approvalGoneTitle: string;
  approvalGoneText: string;
}

/** Puts values in the places of a text; a place without a value stays as it is, so that a mistake shows. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
