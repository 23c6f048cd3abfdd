import { describe, expect, it } from 'vitest';
import { nearestName } from '../../src/help/nearestName.ts';
import { unknownNames } from '../../src/help/unknownNames.ts';

const OPTIONS = ['theme', 'onPayment', 'publicUrl', 'successUrl', 'id'];

describe('nearestName', () => {
  it.each([
    ['thme', 'theme'],
    ['onpayment', 'onPayment'],
    ['publicURL', 'publicUrl'],
    ['succesUrl', 'successUrl'],
  ])('%s is near %s', (typed, meant) => {
    expect(nearestName(typed, OPTIONS)).toBe(meant);
  });

  it.each(['x', 'colour', 'webhook', ''])('%j is near nothing', (typed) => {
    expect(nearestName(typed, OPTIONS)).toBeUndefined();
  });
});

it('unknownNames says what is unknown and what was probably meant, or what there is', () => {
  expect(unknownNames('option', { theme: 1, thme: 2, colour: 3 }, ['theme', 'label'])).toEqual([
    'Unknown option "thme". Did you mean "theme"?',
    'Unknown option "colour". Known are theme, label.',
  ]);
});
