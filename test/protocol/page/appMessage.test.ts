import { describe, expect, it } from 'vitest';
import { appMessage, parseAppMessage } from '../../../src/protocol/page/appMessage.ts';

const good = appMessage({ outcome: 'completed', sessionId: 'a'.repeat(32), orderReference: 'A-1' });

describe('parseAppMessage', () => {
  it('reads the text that the page sends, and an object', () => {
    expect(good).toEqual({
      ns: 'hpp-checkout',
      v: 1,
      type: 'outcome',
      outcome: 'completed',
      sessionId: 'a'.repeat(32),
      orderReference: 'A-1',
    });
    expect(parseAppMessage(JSON.stringify(good))).toEqual(good);
    expect(parseAppMessage(good)).toEqual(good);
  });

  it.each(['completed', 'failed', 'pending', 'expired'] as const)('reads %s', (outcome) => {
    expect(parseAppMessage({ ...good, outcome })).toEqual({ ...good, outcome });
  });

  it('keeps nothing but the known fields, and reads what is no text as null', () => {
    const read = parseAppMessage({ ...good, sessionId: 5, orderReference: null, amount: '1.00' });
    expect(read).toEqual({ ...good, sessionId: null, orderReference: null });
  });

  it.each([
    null,
    undefined,
    5,
    '',
    'null',
    '{',
    '[]',
    '5',
    [good],
    { ...good, ns: 'other' },
    { ...good, v: 2 },
    { ...good, v: '1' },
    { ...good, type: 'returned' },
    { ...good, outcome: 'paid' },
    { ...good, outcome: 'constructor' },
    Object.create(good),
    JSON.stringify(JSON.stringify(good)),
  ])('takes nothing else: %j', (data) => {
    expect(parseAppMessage(data)).toBeNull();
  });
});
