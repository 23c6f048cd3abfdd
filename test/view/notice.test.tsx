import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { CheckoutError } from '../../src/checkout/checkoutError.ts';
import { firstState, type State } from '../../src/checkout/machine.ts';
import { inEnglish } from '../../src/view/language/language.ts';
import { type DialogTexts, fill } from '../../src/view/language/texts.ts';
import { type NoticeAction, type NoticeTone, noticeOf } from '../../src/view/notice.ts';
import { arabic, cleanup, drawDialog, frameUrl, session } from './drawDialog.tsx';

interface Row {
  state: Partial<State>;
  tone: NoticeTone;
  title: keyof DialogTexts;
  text?: keyof DialogTexts;
  /** The first is the prominent one. */
  buttons: [label: keyof DialogTexts, action: NoticeAction][];
}

const { sessionId } = session;
const page: Partial<State> = { session, frameUrl };
const failed = (code: ConstructorParameters<typeof CheckoutError>[0]): Partial<State> => ({
  phase: 'ended',
  ending: { sessionId: null, error: new CheckoutError(code, 'x') },
});

const ROWS: Record<string, Row> = {
  confirming: {
    state: { ...page, phase: 'confirming' },
    tone: 'busy',
    title: 'confirming',
    text: 'confirmingText',
    buttons: [],
  },
  'still confirming': {
    state: { ...page, phase: 'confirming', slow: true },
    tone: 'busy',
    title: 'confirming',
    text: 'stillConfirming',
    buttons: [['close', 'closeNow']],
  },
  'open in another tab': {
    state: { ...page, phase: 'openInAnotherTab' },
    tone: 'ask',
    title: 'otherTab',
    text: 'otherTabText',
    buttons: [
      ['payHere', 'keepPaying'],
      ['close', 'closeNow'],
    ],
  },
  'asked whether they mean to close': {
    state: { ...page, phase: 'confirmingClose' },
    tone: 'ask',
    title: 'confirmClose',
    text: 'confirmCloseText',
    buttons: [
      ['stay', 'stay'],
      ['leave', 'closeNow'],
    ],
  },
  closing: { state: { ...page, phase: 'closing' }, tone: 'busy', title: 'closing', buttons: [] },
  'expired by our clock': {
    state: { ...page, phase: 'expired', expiredLocally: true },
    tone: 'wait',
    title: 'expired',
    text: 'expiredText',
    buttons: [
      ['startAgain', 'startAgain'],
      ['stay', 'keepPaying'],
    ],
  },
  'expired on the server: no page to keep': {
    state: { ...page, phase: 'expired', expiredOnServer: true },
    tone: 'wait',
    title: 'expired',
    text: 'expiredOnServerText',
    buttons: [
      ['startAgain', 'startAgain'],
      ['close', 'closeNow'],
    ],
  },
  renewing: {
    state: { ...page, phase: 'renewing' },
    tone: 'busy',
    title: 'renewing',
    buttons: [['stay', 'keepPaying']],
  },
  'renewing, after the old page is certainly dead': {
    state: { ...page, phase: 'renewing', expiredOnServer: true },
    tone: 'busy',
    title: 'renewing',
    buttons: [],
  },
  'renewing, an earlier payment is looked into': {
    state: { ...page, phase: 'renewing', waitingFor: 'earlierPayment' },
    tone: 'busy',
    title: 'earlierPayment',
    buttons: [['stay', 'keepPaying']],
  },
  'renewing, another tab has the page': {
    state: { ...page, phase: 'renewing', waitingFor: 'otherTab' },
    tone: 'busy',
    title: 'otherTab',
    buttons: [['stay', 'keepPaying']],
  },
  'blocked by the shop’s own policy while it loads': {
    state: { ...page, phase: 'loading', blockedBy: 'frame-src' },
    tone: 'out',
    title: 'blocked',
    text: 'blockedText',
    buttons: [['fullPage', 'openFullPage']],
  },
  'blocked by the shop’s own policy later': {
    state: { ...page, phase: 'paying', blockedBy: 'frame-src' },
    tone: 'out',
    title: 'blocked',
    text: 'blockedText',
    buttons: [['fullPage', 'openFullPage']],
  },
  completed: {
    state: { phase: 'ended', ending: { sessionId, outcome: 'completed' } },
    tone: 'good',
    title: 'completed',
    buttons: [['continue', 'dismiss']],
  },
  failed: {
    state: { phase: 'ended', ending: { sessionId, outcome: 'failed' } },
    tone: 'bad',
    title: 'failed',
    text: 'failedText',
    buttons: [
      ['tryAgain', 'tryAgain'],
      ['close', 'dismiss'],
    ],
  },
  'cancelled, which is not failed': {
    state: { phase: 'ended', ending: { sessionId, outcome: 'failed', reason: 'cancelled' } },
    tone: 'stop',
    title: 'cancelled',
    text: 'notCharged',
    buttons: [
      ['tryAgain', 'tryAgain'],
      ['close', 'dismiss'],
    ],
  },
  declined: {
    state: { phase: 'ended', ending: { sessionId, outcome: 'failed', reason: 'declined' } },
    tone: 'bad',
    title: 'declined',
    text: 'failedText',
    buttons: [
      ['tryAgain', 'tryAgain'],
      ['close', 'dismiss'],
    ],
  },
  pending: {
    state: { phase: 'ended', ending: { sessionId, outcome: 'pending' } },
    tone: 'wait',
    title: 'pending',
    text: 'pendingText',
    buttons: [['close', 'dismiss']],
  },
  'could not be opened': {
    state: failed('session_create_failed'),
    tone: 'bad',
    title: 'error',
    text: 'errorText',
    buttons: [
      ['tryAgain', 'tryAgain'],
      ['close', 'dismiss'],
    ],
  },
  'could not be opened, offline': {
    state: failed('offline'),
    tone: 'bad',
    title: 'error',
    text: 'offlineText',
    buttons: [
      ['tryAgain', 'tryAgain'],
      ['close', 'dismiss'],
    ],
  },
  'could not be opened, and trying again would not help': {
    state: failed('origin_not_allowed'),
    tone: 'bad',
    title: 'error',
    text: 'refusedText',
    buttons: [['close', 'dismiss']],
  },
};

afterEach(cleanup);

describe.each([inEnglish, arabic])('every notice, in $lang', (language) => {
  const { texts } = language;

  it.each(Object.keys(ROWS))('%s', (name) => {
    const { state, tone, title, text, buttons } = ROWS[name] as Row;
    const { model, tryAgain, find, spoken } = drawDialog(state, { language });
    const notice = find('.notice');
    const heading = screen.getByRole('heading', { level: 3, name: texts[title] });
    expect(notice.getAttribute('part')).toBe('notice');
    expect(notice.getAttribute('aria-labelledby')).toBe(heading.id);
    expect(notice.contains(heading)).toBe(true);
    // What is said below the title is read with it.
    const about = find(`#${notice.getAttribute('aria-describedby')}`);
    expect([notice.contains(about), about.textContent]).toEqual([true, text ? texts[text] : '']);
    expect([...notice.querySelectorAll('p')].map((line) => line.textContent)).toEqual(
      text ? [texts[text]] : [],
    );
    expect(notice.firstElementChild?.getAttribute('class')).toBe(tone === 'busy' ? 'spin' : tone);
    expect(
      [...notice.querySelectorAll('button')].map(({ textContent, className }) => [textContent, className]),
    ).toEqual(buttons.map(([label], at) => [texts[label], at ? 'second' : 'first']));
    // It has the focus and speaks for itself.
    expect(notice.getAttribute('tabindex')).toBe('-1');
    expect(document.activeElement).toBe(notice);
    if (state.phase !== 'loading' && state.phase !== 'paying') expect(spoken()).toBe('');

    const actions = { ...model, tryAgain };
    for (const [at, [, action]] of buttons.entries()) {
      expect(actions[action]).not.toHaveBeenCalled();
      fireEvent.click(notice.querySelectorAll('button')[at] as HTMLElement);
      expect(actions[action]).toHaveBeenCalledOnce();
    }
    const called = Object.entries(actions).filter(([, spy]) => 'mock' in spy && spy.mock.calls.length > 0);
    expect(called.map(([action]) => action).sort()).toEqual(buttons.map(([, action]) => action).sort());
  });
});

describe('a notice', () => {
  it('names the order that was paid', () => {
    const { find } = drawDialog({
      phase: 'ended',
      ending: { sessionId, outcome: 'completed', orderReference: 'A-1' },
    });
    expect(find('.notice p').textContent).toBe('Reference A-1');
    expect(fill(arabic.texts.reference, { ref: 'A-1' })).toContain('A-1');
  });

  it('says large what was paid and to whom, and where the receipt goes, masked', () => {
    const display = { merchant: 'Morrow', amount: '119.30', currency: 'EUR' };
    const ending = { sessionId, outcome: 'completed', email: 'a•••@example.com' } as const;
    const { find } = drawDialog({ phase: 'ended', session: { ...session, display }, ending });
    expect(find('.paid').textContent).toBe('€119.30 Morrow');
    expect(find('#about').textContent).toContain('a•••@example.com');
  });

  it('covers the frame, and does not stand where the customer is to see the page', () => {
    const covered = drawDialog({ ...page, phase: 'expired' });
    expect(covered.find('iframe').classList).toContain('covered');
    for (const phase of ['creating', 'loading', 'paying'] as const) {
      cleanup();
      const { find } = drawDialog({ ...page, phase });
      // What is not here yet has no ground of its own.
      const looks = phase === 'loading' ? '' : 'here';
      expect([phase, find('.notice'), find('iframe').className]).toEqual([phase, null, looks]);
    }
  });

  it('is decided from the state alone', () => {
    for (const { state } of Object.values(ROWS)) {
      const full = { ...firstState, ...state };
      expect(noticeOf(full, inEnglish.texts)).toEqual(noticeOf(full, inEnglish.texts));
    }
    expect(noticeOf({ ...firstState, phase: 'closed' }, inEnglish.texts)).toBeNull();
  });
});
