import { describe, expect, it } from 'vitest';
import { testCardBehaviour } from '../../../src/sandbox/cards/testCards.ts';
import { brandOf } from '../../../src/sandbox/page/client/brandOf.ts';
import { checkField, type Typed } from '../../../src/sandbox/page/client/checkCard.ts';
import { clockTime } from '../../../src/sandbox/page/client/clockTime.ts';
import { groupExpiry, groupNumber } from '../../../src/sandbox/page/client/formats.ts';
import { positionAfter } from '../../../src/sandbox/page/client/reformat.ts';
import { TEST_CARDS } from '../../../src/sandbox/page/testCards.ts';

const today = new Date(2026, 10, 21);
const good: Typed = {
  number: '4242 4242 4242 4242',
  expiry: '09 / 30',
  securityCode: '123',
  holderName: 'Ada Borg',
};
const codeOf = (field: keyof Typed, over: Partial<Typed>) =>
  checkField(field, { ...good, ...over }, today)?.code ?? null;

describe('the page’s own checks', () => {
  it('find nothing wrong with a good card', () => {
    for (const field of ['number', 'expiry', 'securityCode', 'holderName'] as const)
      expect(codeOf(field, {})).toBeNull();
  });

  it.each([
    ['number', { number: '' }, 'missing'],
    ['number', { number: '4242 4242 4242 4241' }, 'wrong'],
    ['number', { number: '4242' }, 'wrong'],
    ['number', { number: '6200000000000000' }, 'wrong'],
    ['expiry', { expiry: ' ' }, 'missing'],
    ['expiry', { expiry: '13 / 30' }, 'wrong'],
    ['expiry', { expiry: '10 / 26' }, 'past'],
    ['expiry', { expiry: '11 / 26' }, null],
    ['securityCode', { securityCode: '' }, 'missing'],
    ['securityCode', { securityCode: '1234' }, 'wrong'],
    ['securityCode', { number: '378282246310005', securityCode: '123' }, 'wrong'],
    ['securityCode', { number: '378282246310005', securityCode: '1234' }, null],
    ['securityCode', { number: '', securityCode: '1234' }, null],
    ['holderName', { holderName: '' }, 'missing'],
    ['holderName', { holderName: 'A' }, 'wrong'],
    ['holderName', { holderName: '4242424242424242' }, 'wrong'],
    ['holderName', { holderName: 'Ada 2nd' }, null],
  ] as const)('%s with %o: %s', (field, over, code) => {
    expect(codeOf(field, over)).toBe(code);
  });

  it('know a brand as soon as only one is left', () => {
    expect(brandOf('')).toBeUndefined();
    expect(brandOf('3')).toBeUndefined();
    expect(brandOf('4242')?.name).toBe('Visa');
    expect(brandOf('37')).toMatchObject({ name: 'Amex', securityCodeDigits: 4, longest: 15 });
  });
});

describe('grouping while typing', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['3782822463100059', '3782 822463 10005'],
    ['42424', '4242 4'],
    ['4242', '4242'],
    ['', ''],
  ])('number %s → %s', (digits, grouped) => {
    expect(groupNumber(digits)).toBe(grouped);
  });

  it.each([
    ['', ''],
    ['0', '0'],
    ['1', '1'],
    ['5', '05 / '],
    ['09', '09 / '],
    ['093', '09 / 3'],
    ['0930', '09 / 30'],
    ['092030', '09 / 2030'],
    ['0920301', '09 / 2030'],
  ])('expiry %s → %s', (digits, grouped) => {
    expect(groupExpiry(digits)).toBe(grouped);
  });

  it('puts the caret after the digit it stood after', () => {
    expect(positionAfter('4242 4242', 4)).toBe(4);
    expect(positionAfter('4242 4242', 5)).toBe(6);
    expect(positionAfter('4242', 9)).toBe(4);
  });

  it('shows the time in minutes and seconds, a started second whole', () => {
    expect([120_000, 119_001, 9_000, 1, 0, -5].map(clockTime)).toEqual([
      '2:00',
      '2:00',
      '0:09',
      '0:01',
      '0:00',
      '0:00',
    ]);
  });
});

describe('the test cards on the page', () => {
  const says = {
    testPaid: 'processed',
    testChallenge: 'challenge',
    testChallengeDeclined: 'challengeThenDeclined',
    testDeclined: 'declined',
    testNoFunds: 'insufficientFunds',
  };

  it.each(TEST_CARDS)('$number does what the page says', (card) => {
    expect(testCardBehaviour(card.number)).toBe(says[card.outcome as keyof typeof says]);
    expect(brandOf(card.number)?.name).toBe(card.brand);
    expect(card.securityCode).toHaveLength(brandOf(card.number)?.securityCodeDigits ?? 0);
  });
});
