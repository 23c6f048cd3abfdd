import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { CheckoutError } from '../../src/checkout/checkoutError.ts';
import type { State } from '../../src/checkout/machine.ts';
import { inEnglish } from '../../src/view/language/language.ts';
import { english } from '../../src/view/language/texts.ts';
import { arabic, cleanup, drawDialog, frameUrl, session } from './drawDialog.tsx';

const paying: Partial<State> = { phase: 'paying', session, frameUrl };
const lineOf = ({ find }: ReturnType<typeof drawDialog>) => find('footer span').textContent;

afterEach(cleanup);

describe('the footer’s line', () => {
  it('is empty and there, so that it takes no room at rest', () => {
    const { find } = drawDialog(paying);
    expect([find('footer').childNodes.length, find('footer').className]).toEqual([0, '']);
  });

  it.each([
    [29_000, '29 seconds left to pay', ''],
    [28_001, '29 seconds left to pay', ''],
    [10_001, '11 seconds left to pay', ''],
    [10_000, '10 seconds left to pay', 'urgent'],
    [1, '1 second left to pay', 'urgent'],
  ])('counts the last thirty seconds, calm until ten: %s ms', (remainingMs, line, className) => {
    const drawn = drawDialog({ ...paying, remainingMs });
    expect([lineOf(drawn), drawn.find('footer').className]).toEqual([line, className]);
  });

  it('does not count before', () => {
    const { find } = drawDialog({ ...paying, remainingMs: 30_001 });
    expect([find('footer').textContent, find('footer').className]).toEqual(['', '']);
  });

  it('counts in the customer’s language', () => {
    expect(lineOf(drawDialog({ ...paying, remainingMs: 22_000 }, { language: arabic }))).toBe(
      'الوقت المتبقي للدفع: 22 ثانية',
    );
  });

  it('asks whether it takes long', () => {
    expect(lineOf(drawDialog({ ...paying, phase: 'loading', slow: true }))).toBe(english.slow);
  });

  it('says that there is another way, where a page gives no sign of life', () => {
    expect(lineOf(drawDialog({ ...paying, slow: true }))).toBe(english.blockedText);
  });

  it('leaves that to the notice while the payment is confirmed', () => {
    expect(drawDialog({ ...paying, phase: 'confirming', slow: true }).find('footer').textContent).toBe('');
  });

  it('leaves that to the notice where the shop’s own policy blocks the page', () => {
    const drawn = drawDialog({ ...paying, phase: 'loading', slow: true, blockedBy: 'frame-src' });
    expect(drawn.find('footer').textContent).toBe('');
  });

  it('says that the customer is offline, before all else', () => {
    const drawn = drawDialog({ ...paying, online: false, slow: true, remainingMs: 5_000 });
    expect(lineOf(drawn)).toBe(english.offline);
  });

  it('does not say of a payment that has ended that it goes on', () => {
    const ended: Partial<State>[] = [
      { ending: { outcome: 'completed', sessionId: 's' } },
      { ending: { error: new CheckoutError('offline', 'session'), sessionId: null } },
    ];
    for (const { ending } of ended) {
      const drawn = drawDialog({ phase: 'ended', session, online: false, ending: ending ?? null });
      expect(drawn.find('footer').textContent).toBe('');
    }
  });
});

describe('the way to the full page', () => {
  it.each([inEnglish, arabic])('is a button beside the host, in $lang', (language) => {
    const { model } = drawDialog(paying, { language });
    const button = screen.getByRole('button', { name: language.texts.fullPage });
    expect([button.localName, button.getAttribute('part'), button.closest('header')]).toEqual([
      'button',
      'full-page',
      expect.anything(),
    ]);
    fireEvent.click(button);
    expect(model.openFullPage).toHaveBeenCalledOnce();
  });

  it.each(['loading', 'paying'] as const)(
    'is a prominent one, too, where the frame is slow, or may have been refused: %s',
    (phase) => {
      const { find, model } = drawDialog({ ...paying, phase, slow: true });
      const button = find('footer button');
      expect([button.textContent, button.getAttribute('part')]).toEqual([english.fullPage, 'full-page']);
      fireEvent.click(button);
      expect(model.openFullPage).toHaveBeenCalledOnce();
    },
  );

  it('is no advice to a customer who is offline', () => {
    const { find } = drawDialog({ ...paying, slow: true, online: false });
    expect(find('footer').textContent).toBe(english.offline);
  });

  it('is offered once more where the whole window was to leave, and has stayed', () => {
    const goingTo = { url: session.redirectUrl };
    const { find, model } = drawDialog({ phase: 'loading', session, onFullPage: true, goingTo, slow: true });
    expect(find('footer').textContent).toBe(english.slow + english.fullPage);
    fireEvent.click(find('footer button'));
    expect(model.openFullPage).toHaveBeenCalledOnce();
  });

  it.each([
    ['there is no address', { phase: 'creating' }],
    ['another tab has the page', { ...paying, phase: 'openInAnotherTab' }],
    ['the network has failed under the page', { ...paying, broken: true }],
    ['the payment is confirmed', { ...paying, phase: 'confirming' }],
    ['the customer is about to close', { ...paying, phase: 'confirmingClose' }],
    ['the page has expired', { ...paying, phase: 'expired' }],
    ['the outcome is known', { phase: 'ended', session }],
  ] as const)('is not offered where %s', (_, state) => {
    const { find } = drawDialog(state);
    expect(find('[part=full-page]')).toBeNull();
  });
});
