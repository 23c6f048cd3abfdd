import type { BankBehaviour } from './bankCards.ts';
import { SPECIAL_CARDS } from './namedCards.ts';

/** What a card does when it is used, whatever the amount. */
export type CardBehaviour =
  | 'processed'
  /** The issuer asks the customer (3DS); approving pays. */
  | 'challenge'
  /** The issuer asks the customer and then declines all the same. */
  | 'challengeThenDeclined'
  /** The issuer's page breaks: the customer cannot be authenticated. */
  | 'challengeError'
  | 'declined'
  | 'insufficientFunds'
  /** The issuer asks on a page of its own, which behaves as some real ones do; approving pays. */
  | BankBehaviour;

/** A card number and what the sandbox does with it. */
export interface TestCard {
  number: string;
  behaviour: CardBehaviour;
}

/** The published test numbers that do something of their own; every other test number is simply paid. */
const SPECIAL: Readonly<Record<string, CardBehaviour>> = Object.fromEntries(
  Object.entries(SPECIAL_CARDS satisfies Record<Exclude<CardBehaviour, 'processed'>, string>).map(
    ([behaviour, number]) => [number, behaviour as CardBehaviour],
  ),
);

/** Numbers that card schemes and processors publish for testing; no issuer gives them out. */
const PUBLISHED = new Set(
  (
    '4242424242424242 4111111111111111 4012888888881881 4222222222222 4000056655665556 4005519200000004 4009348888881881 ' +
    '4012000033330026 4012000077777777 4217651111111119 4500600000000061 4988438843884305 4166676667666746 4646464646464644 ' +
    '5555555555554444 5105105105105100 5200828282828210 5454545454545454 5555341244441115 2222400070000005 ' +
    '2223003122003222 2223000048400011 5425233430109903 2222420000001113 ' +
    '378282246310005 371449635398431 378734493671000 370000000000002 374245455400126 ' +
    '6011111111111117 6011000990139424 6011601160116611 ' +
    '30569309025904 38520000023237 3056930009020004 36227206271667 36006666333344 ' +
    '3530111333300000 3566002020360505 3569990010095841 ' +
    '6200000000000005 6205500000000000004 6304000000000000 6759649826438453 6771798021000008'
  ).split(' '),
);

/** `4000 00`: the range from which processors take test cards for countries, disputes and 3DS. */
const TEST_RANGE = /^400000\d{10}$/;

/**
 * What the sandbox does with a number, or `null` when it is no test number and so may be somebody's card.
 *
 * The rule: a number passes when a scheme or processor has published it for testing, lies in the test range `4000 00`, or was
 * added by the operator of this sandbox. Everything else is refused unread, unlogged and unstored, in test mode and in live.
 */
export function testCardBehaviour(number: string, added: readonly TestCard[] = []): CardBehaviour | null {
  const own = added.find((card) => card.number === number);
  if (own !== undefined) return own.behaviour;
  if (Object.hasOwn(SPECIAL, number)) return SPECIAL[number] as CardBehaviour;
  return PUBLISHED.has(number) || TEST_RANGE.test(number) ? 'processed' : null;
}
