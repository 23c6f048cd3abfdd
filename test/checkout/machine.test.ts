import { describe, expect, it } from 'vitest';
import { CheckoutError } from '../../src/checkout/checkoutError.ts';
import {
  type Event,
  firstState,
  type Phase,
  type State,
  stateAtStart,
  transition,
} from '../../src/checkout/machine.ts';
import { type CheckoutConfig, defaultTimeouts } from '../../src/checkout/settings.ts';
import type { SessionStatus } from '../../src/protocol/page/outcome.ts';

const config: CheckoutConfig = {
  presentation: 'inline',
  expiry: 'page',
  confirmClose: 'auto',
  gatewayOrigins: undefined,
  timeouts: defaultTimeouts,
};
const start = { monotonic: 0, wall: 0 };
const late = { monotonic: 200_000, wall: 200_000 };
const session = { sessionId: 's1', redirectUrl: 'https://pay.example/1' };
const status = (status: SessionStatus): Event => ({ type: 'status', reply: { status } });
const error = new CheckoutError('session_create_failed', 'x');
const next = (state: State, event: Event) => transition(state, event, config);
const run = (...events: Event[]): State => events.reduce(next, firstState);

const arrive: Event = { type: 'session', session, sentAt: start, now: start };
const loaded: Event = { type: 'frameLoaded' };
const touched: Event = { type: 'frameFocused' };
const returned: Event = { type: 'returned', hint: 'success' };
const timeIsOver: Event = { type: 'tick', remainingMs: 0 };
const close: Event = { type: 'closeNow' };
const keepPaying: Event = { type: 'keepPaying', now: late };
const undecided: Event = { type: 'timeout', timer: 'confirm' };
const silent: Event = { type: 'timeout', timer: 'closeStatus' };
const paying = [arrive, loaded];

const outcome = (state: State) => (state.ending && 'outcome' in state.ending ? state.ending.outcome : null);

describe('the way to an outcome', () => {
  it.each<[string, Event[], Phase, string | null]>([
    ['paid', [...paying, returned, status('completed')], 'ended', 'completed'],
    ['paid, and the customer never returns', [...paying, status('completed')], 'ended', 'completed'],
    ['paid before the page has fired load', [arrive, status('completed')], 'ended', 'completed'],
    ['declined', [...paying, returned, status('failed')], 'ended', 'failed'],
    ['undecided after the wait', [...paying, returned, status('pending'), undecided], 'ended', 'pending'],
    ['paid already', [{ type: 'alreadyPaid', sessionId: 's0' }], 'ended', 'completed'],
    ['closed while creating', [close], 'closed', 'closed'],
    ['closed while loading', [arrive, close], 'closed', 'closed'],
    ['closed after load, server says open', [...paying, close, status('open')], 'closed', 'closed'],
    ['closed after load, server says paid', [...paying, close, status('completed')], 'ended', 'completed'],
    [
      'closed after load, server says failed: they have left',
      [...paying, close, status('failed')],
      'closed',
      'failed',
    ],
    ['closed after load, server says pending', [...paying, close, status('pending')], 'ended', 'pending'],
    ['closed after load, server is silent', [...paying, close, silent], 'closed', 'closed'],
    [
      'closed after the return, server says open',
      [...paying, returned, close, status('open')],
      'ended',
      'pending',
    ],
    ['closed after the return, server is silent', [...paying, returned, close, silent], 'ended', 'pending'],
    [
      'closed after the return, server says paid',
      [...paying, returned, close, status('completed')],
      'ended',
      'completed',
    ],
    [
      'closed after the return, server says failed',
      [...paying, returned, close, status('failed')],
      'closed',
      'failed',
    ],
    [
      'closed after the return and the clock, server says open: money may be on its way',
      [...paying, returned, timeIsOver, close, status('open')],
      'ended',
      'pending',
    ],
    [
      'closed when timed out',
      [...paying, touched, timeIsOver, status('open'), close, status('open')],
      'closed',
      'expired',
    ],
    ['closed when dead', [...paying, status('expired'), close], 'closed', 'expired'],
    [
      'closed when timed out, but paid',
      [...paying, touched, timeIsOver, status('open'), close, status('completed')],
      'ended',
      'completed',
    ],
  ])('%s', (_name, events, phase, result) => {
    const state = run(...events);
    expect([state.phase, outcome(state)]).toEqual([phase, result]);
  });
});

it('what the return page says once more answers no question for the customer', () => {
  const careful: CheckoutConfig = { ...config, confirmClose: 'always' };
  const asked = [...paying, returned, { type: 'back' } as const].reduce(
    (state: State, event: Event) => transition(state, event, careful),
    firstState,
  );
  expect(asked.phase).toBe('confirmingClose');
  expect(transition(asked, returned, careful)).toMatchObject({
    phase: 'confirmingClose',
    returned: 'success',
  });
});

describe('expiry', () => {
  it('asks the server before it shows anything: pending is not interrupted', () => {
    expect(run(...paying, timeIsOver).phase).toBe('paying');
    expect(run(...paying, touched, timeIsOver, status('pending')).phase).toBe('paying');
    expect(run(...paying, touched, timeIsOver, status('open')).phase).toBe('expired');
  });

  it('renews silently before the page has loaded', () => {
    const state = run(arrive, timeIsOver);
    expect(state).toMatchObject({ phase: 'creating', session: { sessionId: 's1' }, frameUrl: '' });
    expect(run({ ...arrive, now: late })).toMatchObject({ phase: 'creating', renewals: 1 });
  });

  it('lets the customer keep paying, and then the clock says no more', () => {
    const state = run(...paying, touched, timeIsOver, status('open'), keepPaying);
    expect(state).toMatchObject({ phase: 'paying', expiredLocally: false });
    expect(next(state, timeIsOver)).toMatchObject({ phase: 'paying', expiredLocally: false });
    expect(next(state, status('open'))).toBe(state);
  });

  it('offers no keeping on when the server says dead', () => {
    const state = run(...paying, status('expired'));
    expect(next(state, keepPaying)).toBe(state);
  });

  it('keeps the old page until the new session is here, and hears of its payment until then', () => {
    const renewing = run(...paying, touched, timeIsOver, status('open'), { type: 'startAgain' });
    expect(renewing).toMatchObject({ phase: 'renewing', session });
    expect(outcome(next(renewing, status('completed')))).toBe('completed');
    for (const word of ['open', 'failed', 'expired', 'pending'] as const) {
      expect(next(renewing, status(word))).toBe(renewing);
    }
    const fresh = { ...session, sessionId: 's2' };
    expect(next(renewing, { ...arrive, session: fresh })).toEqual({
      ...run({ ...arrive, session: fresh }),
    });
  });

  it('falls back to the old page when there is no new one', () => {
    const state = run(
      ...paying,
      touched,
      timeIsOver,
      status('open'),
      { type: 'startAgain' },
      { type: 'refused', error },
    );
    expect(state.phase).toBe('expired');
  });
});

describe('what nothing may do', () => {
  it('T7 T23 no message makes an outcome, whatever its hint', () => {
    for (const hint of ['success', 'failure', 'unknown'] as const) {
      const state = run(...paying, { type: 'returned', hint });
      expect([state.phase, state.ending]).toEqual(['confirming', null]);
    }
  });

  it('an outcome is reported once: nothing changes it', () => {
    const done = run(...paying, returned, status('completed'));
    for (const event of [
      status('failed'),
      status('expired'),
      timeIsOver,
      returned,
      undecided,
      arrive,
      loaded,
    ]) {
      expect(next(done, event)).toBe(done);
    }
    const closed = next(done, { type: 'dismiss' });
    expect(closed.ending).toBe(done.ending);
    expect(next(closed, close)).toBe(closed);
  });

  it('a declined page that takes another card stays as long as the customer has it in front of them', () => {
    const declined: Event = { type: 'status', reply: { status: 'failed', mayRetry: true } };
    const state = run(...paying);
    expect(next(state, declined)).toBe(state);
    expect(outcome(run(...paying, declined, status('completed')))).toBe('completed');
    // Back from the page, leaving it, or at its end, nobody types another card.
    for (const end of [returned, close, timeIsOver]) {
      expect(outcome(run(...paying, declined, end, declined))).toBe('failed');
    }
  });
});

it('asks back before a close that might lose something, and goes on where it was', () => {
  const close: Event = { type: 'close' };
  const visited = [...paying, touched];
  expect(run(...paying, close).phase, 'nobody has been inside the page').toBe('closing');
  expect(run(...visited, close).phase).toBe('confirmingClose');
  expect(run(...visited, close, { type: 'stay' }).phase).toBe('paying');
  expect(run(...visited, returned, close, { type: 'stay' }).phase).toBe('confirming');
  expect(run(...visited, close, close).phase).toBe('closing');
  expect(run(arrive, touched, close).phase).toBe('closed');
  const asked = (confirmClose: CheckoutConfig['confirmClose'], ...events: Event[]) =>
    [...events, close].reduce(
      (state, event) => transition(state, event, { ...config, confirmClose }),
      firstState,
    );
  expect(asked('always', ...paying).phase).toBe('confirmingClose');
  expect(asked('never', ...visited).phase).toBe('closing');
});

describe('Back and the browser’s page cache', () => {
  const inMode = (presentation: CheckoutConfig['presentation'], ...events: Event[]) => {
    const own = { ...config, presentation };
    return events.reduce((state, event) => transition(state, event, own), stateAtStart(own, true));
  };
  const modal = (...events: Event[]) => inMode('modal', ...events);
  const back: Event = { type: 'back' };
  const released: Event = { type: 'backReleased' };
  const reported: Event = { type: 'outcomeReported' };
  const openFullPage: Event = { type: 'openFullPage', now: start };
  const away: Event[] = [openFullPage, released, { type: 'pageHidden' }];

  it('Back closes like any other close', () => {
    expect(modal(...paying, touched, back)).toMatchObject({ phase: 'confirmingClose', backEntry: 'held' });
    expect(modal(back)).toMatchObject({ phase: 'restoringHistory', backEntry: 'releasing', reported: false });
  });

  it('the merchant hears of an outcome when our history entry is off', () => {
    const paid = modal(...paying, status('completed'));
    expect(paid).toMatchObject({ phase: 'ended', backEntry: 'releasing', reported: false });
    expect(next(paid, released)).toMatchObject({ phase: 'ended', backEntry: 'none', reported: true });
  });

  it('Back closes the view of an outcome, but not the one that goes by itself', () => {
    const seen = (word: SessionStatus) => modal(...paying, status(word), released, reported);
    expect(seen('failed')).toMatchObject({ phase: 'ended', backEntry: 'held' });
    expect(seen('completed')).toMatchObject({ phase: 'ended', backEntry: 'none' });
    expect(modal(...paying, status('failed'), released, reported, back, released).phase).toBe('closed');
    const goesBy: Event = { type: 'timeout', timer: 'successMessage' };
    expect(modal(...paying, status('completed'), released, reported, goesBy).phase).toBe('closed');
    expect(modal(...paying, status('failed'), released, reported, goesBy).phase).toBe('ended');
  });

  it('a customer who comes back from the full page finds the frame as it was', () => {
    expect(modal(...paying, ...away)).toMatchObject({
      goingTo: { url: session.redirectUrl },
      backEntry: 'none',
    });
    expect(modal(...paying, ...away, { type: 'pageShown' })).toMatchObject({
      phase: 'paying',
      goingTo: null,
      backEntry: 'held',
      frameUrl: session.redirectUrl,
    });
  });

  it('and where there is no frame, the server is asked', () => {
    expect(inMode('redirect', arrive)).toMatchObject({
      phase: 'loading',
      goingTo: { url: session.redirectUrl },
    });
    const back = inMode('redirect', arrive, { type: 'pageHidden' }, { type: 'pageShown' });
    expect(back).toMatchObject({ phase: 'closing', poll: { how: 'pollNow' } });
    const fresh: Event = { ...arrive, session: { ...session, sessionId: 's2' } };
    const wished = [...paying, { ...openFullPage, now: late } as Event, fresh];
    expect(modal(...wished)).toMatchObject({ phase: 'loading', frameUrl: '', backEntry: 'releasing' });
    expect(modal(...wished, released, { type: 'pageHidden' }, { type: 'pageShown' }).phase).toBe('closing');
  });

  it('a frame that loads while the window is on its way out changes nothing about that', () => {
    expect(modal(arrive, openFullPage, loaded)).toMatchObject({
      phase: 'paying',
      goingTo: { url: session.redirectUrl },
    });
  });
});

describe('other tabs', () => {
  const shown: Event = { type: 'shownByOtherTab', sessionId: 's1' };

  it('cover the page, and "pay here" takes it back', () => {
    const covered = run(...paying, shown);
    expect(covered).toMatchObject({ phase: 'openInAnotherTab', frameUrl: session.redirectUrl });
    expect(next(covered, keepPaying)).toMatchObject({
      phase: 'paying',
      tabMessage: { type: 'here', sessionId: 's1' },
    });
  });

  it.each([
    ['that another tab has is not asked for', [shown, arrive]],
    ['that was asked for before the other tab spoke goes', [arrive, shown]],
  ])('a page %s, unless the customer wants it here', (_what, events) => {
    const waiting = run(...events);
    expect(waiting).toMatchObject({ phase: 'openInAnotherTab', frameUrl: '' });
    expect(next(waiting, { type: 'keepPaying', now: start })).toMatchObject({
      phase: 'loading',
      frameUrl: session.redirectUrl,
    });
    expect(next(waiting, keepPaying), 'it died meanwhile').toMatchObject({ phase: 'creating' });
  });
});
