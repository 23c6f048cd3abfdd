import { describe, expect, it } from 'vitest';
import { firstState, type State } from '../../src/checkout/machine.ts';
import { announcementOf } from '../../src/view/announcement.ts';
import { inEnglish } from '../../src/view/language/language.ts';
import { english } from '../../src/view/language/texts.ts';

const announced = (state: Partial<State>) => announcementOf({ ...firstState, ...state }, inEnglish);

describe('what a screen reader is told of the time', () => {
  it('WCAG 2.2.1 speaks at 30 and 10 seconds, and at no second in between', () => {
    const spoken = new Set<string>();
    const changes: number[] = [];
    for (let left = 60; left >= 1; left--) {
      const text = announced({ phase: 'paying', remainingMs: left * 1000 });
      if (!spoken.has(text)) changes.push(left);
      spoken.add(text);
    }
    expect(changes).toEqual([60, 30, 10]);
    expect([...spoken]).toEqual([english.ready, '30 seconds left to pay', '10 seconds left to pay']);
  });

  it('says that the page is being opened, and when it is there', () => {
    expect(announced({ phase: 'creating' })).toBe(english.opening);
    expect(announced({ phase: 'loading' })).toBe(english.opening);
    expect(announced({ phase: 'paying' })).toBe(english.ready);
  });

  it('names an earlier payment that is being looked into, and a lost network', () => {
    for (const [waitingFor, text] of [
      ['earlierPayment', english.earlierPayment],
      ['otherTab', english.otherTab],
    ] as const) {
      expect(announced({ phase: 'creating', waitingFor })).toBe(text);
    }
    expect(announced({ phase: 'paying', online: false })).toBe(english.offline);
  });

  it('is silent where a notice has the focus and speaks for itself', () => {
    for (const phase of ['confirming', 'expired', 'ended'] as const) {
      expect(announced({ phase })).toBe('');
    }
  });
});
