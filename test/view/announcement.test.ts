import { describe, expect, it } from 'vitest';
import { announcementOf } from '../../src/view/announcement.ts';
import { inEnglish } from '../../src/view/language/language.ts';
import { english } from '../../src/view/language/texts.ts';
import { fakeModel } from './fakeModel.ts';

describe('what a screen reader is told of the time', () => {
  it('speaks at 60, 30 and 10 seconds, and at no second in between', () => {
    const spoken = new Set<string>();
    const changes: number[] = [];
    for (let left = 60; left >= 1; left--) {
      const text = announcementOf(fakeModel({ flow: { phase: 'paying' }, secondsLeft: left }), inEnglish);
      if (!spoken.has(text)) changes.push(left);
      spoken.add(text);
    }
    expect(changes).toEqual([60, 30, 10]);
    expect([...spoken]).toEqual([
      '60 seconds left to pay',
      '30 seconds left to pay',
      '10 seconds left to pay',
    ]);
  });

  it('says that the page is being opened, and when it is there', () => {
    expect(announcementOf(fakeModel({ flow: { phase: 'creating' } }), inEnglish)).toBe(english.opening);
    expect(announcementOf(fakeModel({ flow: { phase: 'loading' } }), inEnglish)).toBe(english.opening);
    expect(announcementOf(fakeModel({ flow: { phase: 'paying' } }), inEnglish)).toBe(english.ready);
  });

  it('names an earlier payment that is being looked into, and a lost network', () => {
    for (const waiting of ['earlier', 'elsewhere'] as const) {
      expect(announcementOf(fakeModel({ flow: { phase: 'creating' }, waiting }), inEnglish)).toBe(
        english[waiting],
      );
    }
    expect(announcementOf(fakeModel({ flow: { phase: 'paying' }, online: false }), inEnglish)).toBe(
      english.offline,
    );
  });

  it('is silent where a notice has the focus and speaks for itself', () => {
    for (const phase of ['confirming', 'expired', 'ended'] as const) {
      expect(announcementOf(fakeModel({ flow: { phase } }), inEnglish)).toBe('');
    }
  });
});
