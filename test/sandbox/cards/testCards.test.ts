import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { passesLuhn } from '../../../src/protocol/gateway/luhn.ts';
import { cardBrand } from '../../../src/sandbox/cards/cardBrand.ts';
import { testCardBehaviour } from '../../../src/sandbox/cards/testCards.ts';

const source = readFileSync(new URL('../../../src/sandbox/cards/testCards.ts', import.meta.url), 'utf8');

describe('test cards', () => {
  it('every listed number passes the check digit, belongs to a scheme and is taken', () => {
    const numbers = source.match(/\b\d{13,19}\b/g) ?? [];
    expect(numbers.length).toBeGreaterThan(40);
    for (const number of numbers) {
      expect([number, passesLuhn(number), cardBrand(number) !== 'UNKNOWN']).toEqual([number, true, true]);
      expect(testCardBehaviour(number)).not.toBeNull();
    }
  });

  it('takes the test range 4000 00, and what the operator added', () => {
    expect(testCardBehaviour('4000002500001001')).toBe('processed');
    expect(testCardBehaviour('4000010000000000')).toBeNull();
    expect(testCardBehaviour('5000000000000009')).toBeNull();
    const added = [{ number: '5000000000000009', behaviour: 'declined' as const }];
    expect(testCardBehaviour('5000000000000009', added)).toBe('declined');
  });

  it('refuses every other number, whatever its check digit', () => {
    for (let n = 0; n < 2000; n++) {
      const number = `4${String(539_578_763_620_000 + n * 7)}`;
      expect(testCardBehaviour(number)).toBeNull();
    }
  });
});
