import { createEvent, fireEvent, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import type { State } from '../../src/checkout/machine.ts';
import { inEnglish } from '../../src/view/language/language.ts';
import { english } from '../../src/view/language/texts.ts';
import { arabic, cleanup, drawDialog, frameUrl, session } from './drawDialog.tsx';

const paying: Partial<State> = { phase: 'paying', session, frameUrl };
const lineOf = ({ find }: ReturnType<typeof drawDialog>) => find('footer span').textContent;

afterEach(cleanup);

describe('the footer’s line', () => {
  it('is empty and there, so that nothing moves when it speaks', () => {
    const drawn = drawDialog(paying);
    expect([lineOf(drawn), drawn.find('footer').className]).toEqual(['', '']);
  });

  it.each([
    [42_000, '42 seconds left to pay'],
    [41_001, '42 seconds left to pay'],
    [1, '1 second left to pay'],
  ])('counts the last minute: %s ms', (remainingMs, line) => {
    const drawn = drawDialog({ ...paying, remainingMs });
    expect([lineOf(drawn), drawn.find('footer').className]).toEqual([line, 'urgent']);
  });

  it('counts in the customer’s language', () => {
    expect(lineOf(drawDialog({ ...paying, remainingMs: 42_000 }, { language: arabic }))).toBe(
      'الوقت المتبقي للدفع: 42 ثانية',
    );
  });

  it('asks whether it takes long', () => {
    expect(lineOf(drawDialog({ ...paying, phase: 'loading', slow: true }))).toBe(english.slow);
  });

  it('says that there is another way, where a page gives no sign of life', () => {
    expect(lineOf(drawDialog({ ...paying, slow: true }))).toBe(english.blockedText);
  });

  it('leaves that to the notice while the payment is confirmed', () => {
    expect(lineOf(drawDialog({ ...paying, phase: 'confirming', slow: true }))).toBe('');
  });

  it('says that the customer is offline, before all else', () => {
    const drawn = drawDialog({ ...paying, online: false, slow: true, remainingMs: 5_000 });
    expect(lineOf(drawn)).toBe(english.offline);
  });
});

describe('the way to the full page', () => {
  it.each([inEnglish, arabic])('is a link to it that the checkout takes over, in $lang', (language) => {
    const { model } = drawDialog(paying, { language });
    const link = screen.getByRole('link', { name: language.texts.fullPage });
    expect([link.getAttribute('href'), link.getAttribute('part'), link.className]).toEqual([
      frameUrl,
      'full-page',
      '',
    ]);
    const click = createEvent.click(link);
    fireEvent(link, click);
    expect(click.defaultPrevented).toBe(true);
    expect(model.openFullPage).toHaveBeenCalledOnce();
  });

  it.each(['loading', 'paying'] as const)(
    'becomes the prominent one where the frame is slow, or may have been refused: %s',
    (phase) => {
      drawDialog({ ...paying, phase, slow: true });
      expect(screen.getByRole('link').className).toBe('first');
    },
  );

  it.each([
    ['there is no address', { phase: 'creating' }],
    ['another tab has the page', { ...paying, phase: 'openInAnotherTab' }],
    ['the network has failed under the page', { ...paying, broken: true }],
    ['the payment is confirmed', { ...paying, phase: 'confirming' }],
    ['the customer is about to close', { ...paying, phase: 'confirmingClose' }],
    ['the page has expired', { ...paying, phase: 'expired' }],
    ['the outcome is known', { phase: 'ended', session }],
  ] as const)('is not offered where %s', (_, state) => {
    drawDialog(state);
    expect(screen.queryByRole('link')).toBeNull();
  });
});
