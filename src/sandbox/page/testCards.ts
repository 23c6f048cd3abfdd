import type { Texts } from './texts/texts.ts';

export interface TestCard {
  number: string;
  brand: string;
  outcome: keyof Texts;
  securityCode: string;
}

/** The sandbox's cards that are worth showing to a person, with the text for what each of them does. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'Visa', outcome: 'testPaid', securityCode: '123' },
  { number: '5555555555554444', brand: 'Mastercard', outcome: 'testPaid', securityCode: '123' },
  { number: '378282246310005', brand: 'Amex', outcome: 'testPaid', securityCode: '1234' },
  { number: '4000000000003220', brand: 'Visa', outcome: 'testChallenge', securityCode: '123' },
  { number: '4000008400001629', brand: 'Visa', outcome: 'testChallengeDeclined', securityCode: '123' },
  { number: '4000000000000002', brand: 'Visa', outcome: 'testDeclined', securityCode: '123' },
  { number: '4000000000009995', brand: 'Visa', outcome: 'testNoFunds', securityCode: '123' },
];
