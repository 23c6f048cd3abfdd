import { describe, expect, it } from 'vitest';
import { CheckoutError } from '../../src/checkout/checkoutError.ts';
import { type Event, firstState, type Phase, type State, transition } from '../../src/checkout/machine.ts';
import { type CheckoutConfig, defaultTimeouts } from '../../src/checkout/settings.ts';
import { everyEvent } from './everyEvent.ts';

/*
 * Each event in each phase: what it changes, and nothing else. The types make a new phase or event an error here; what the
 * table does not name leaves the state as it was, the very same object.
 */

const config: CheckoutConfig = {
  presentation: 'modal',
  expiry: 'page',
  confirmClose: 'auto',
  gatewayOrigins: undefined,
  timeouts: defaultTimeouts,
};
const start = { monotonic: 0, wall: 0 };
const soon = { monotonic: 1_000, wall: 1_000 };
const frame = {} as Window;
const session = { sessionId: 's1', redirectUrl: 'https://pay.example/1' };
const events: { [E in Event['type']]: Extract<Event, { type: E }> } = {
  session: { type: 'session', session: { ...session, sessionId: 's2' }, sentAt: start, now: soon },
  alreadyPaid: { type: 'alreadyPaid', sessionId: 's0', orderReference: 'A-1' },
  wait: { type: 'wait', sessionId: 's0' },
  refused: { type: 'refused', error: new CheckoutError('session_create_failed', 'x') },
  frameAttached: { type: 'frameAttached', frame },
  frameLoaded: { type: 'frameLoaded' },
  frameFocused: { type: 'frameFocused' },
  frameSpoke: { type: 'frameSpoke' },
  frameUsed: { type: 'frameUsed' },
  voucherIssued: { type: 'voucherIssued' },
  frameBlocked: { type: 'frameBlocked', directive: 'frame-src', url: 'https://pay.example' },
  returned: { type: 'returned', hint: 'failure' },
  status: { type: 'status', reply: { status: 'completed', orderReference: 'A-1' } },
  statusFailed: { type: 'statusFailed', cause: 'x' },
  tick: { type: 'tick', remainingMs: 30_000 },
  timeout: { type: 'timeout', timer: 'slow' },
  network: { type: 'network', online: false },
  awake: { type: 'awake', visible: true },
  pageHidden: { type: 'pageHidden' },
  pageShown: { type: 'pageShown' },
  dialogHidden: { type: 'dialogHidden', now: soon },
  backReleased: { type: 'backReleased' },
  shownByOtherTab: { type: 'shownByOtherTab', sessionId: 's1' },
  newsFromOtherTab: { type: 'newsFromOtherTab', sessionId: 's1' },
  back: { type: 'back' },
  close: { type: 'close' },
  closeNow: { type: 'closeNow' },
  stay: { type: 'stay' },
  startAgain: { type: 'startAgain' },
  keepPaying: { type: 'keepPaying', now: soon },
  openFullPage: { type: 'openFullPage', now: soon },
  dismiss: { type: 'dismiss' },
  outcomeReported: { type: 'outcomeReported' },
  abandon: { type: 'abandon' },
};

const run = (from: State, ...all: Event[]): State =>
  all.reduce((state, event) => transition(state, event, config), from);
const creating: State = { ...firstState, backEntry: 'held' };
const loading = run(creating, { ...events.session, session });
const paying = run(loading, events.frameAttached, events.frameLoaded, events.frameFocused);
const expired = run(paying, { type: 'tick', remainingMs: 0 }, { type: 'status', reply: { status: 'open' } });
const ended = run(paying, { type: 'status', reply: { status: 'failed' } });
const closing = run(paying, events.closeNow);
const states: { [P in Phase]: State & { phase: P } } = {
  creating: inPhase('creating', creating),
  loading: inPhase('loading', loading),
  paying: inPhase('paying', paying),
  openInAnotherTab: inPhase('openInAnotherTab', run(paying, events.shownByOtherTab)),
  confirming: inPhase('confirming', run(paying, { type: 'returned', hint: 'success' })),
  confirmingClose: inPhase('confirmingClose', run(paying, events.close)),
  closing: inPhase('closing', closing),
  expired: inPhase('expired', expired),
  renewing: inPhase('renewing', run(expired, events.startAgain)),
  ended: inPhase('ended', ended),
  restoringHistory: inPhase('restoringHistory', run(closing, { type: 'status', reply: { status: 'open' } })),
  closed: inPhase('closed', run(ended, events.backReleased, events.dismiss)),
};

function inPhase<P extends Phase>(phase: P, state: State): State & { phase: P } {
  expect(state.phase).toBe(phase);
  return state as State & { phase: P };
}

/** What differs, and each new object as new: a poll request asks again by being another one. */
function changes(from: State, to: State): string {
  return (Object.keys(to) as (keyof State)[])
    .filter((key) => from[key] !== to[key])
    .map((key) => `${key}=${textOf(to[key])}`)
    .join(' ');
}

function textOf(value: State[keyof State]): string {
  if (value === frame) return 'frame';
  const text = JSON.stringify(value, (key, inner) => (key === 'error' ? 'its error' : inner));
  return text.replaceAll('"', '');
}

describe.each(Object.keys(states) as Phase[])('while %s', (phase) => {
  it.each(Object.keys(events) as Event['type'][])('%s', (type) => {
    const before = states[phase];
    const after = transition(before, events[type], config);
    const expected = everyEvent[type][phase] ?? '';
    expect(changes(before, after)).toBe(expected);
    if (expected === '') expect({ ...after }).toEqual({ ...before });
  });
});

describe('the server says that the money comes later', () => {
  const reply = { status: 'pending', reason: 'processing', orderReference: 'A-1' } as const;
  const ending = { outcome: 'pending', sessionId: 's1', orderReference: 'A-1', reason: 'processing' };

  it.each<[Phase, Phase]>([
    ['loading', 'ended'],
    ['paying', 'ended'],
    ['openInAnotherTab', 'ended'],
    ['confirming', 'ended'],
    ['confirmingClose', 'ended'],
    ['closing', 'ended'],
    ['expired', 'ended'],
  ])('%s: the customer is told at once', (phase, next) => {
    expect(transition(states[phase], { type: 'status', reply }, config)).toMatchObject({
      phase: next,
      ending,
    });
  });

  // Nothing is on screen any more, or a new session is on its way, which the server would not give for this order.
  it.each<Phase>(['creating', 'renewing', 'ended', 'restoringHistory', 'closed'])(
    '%s: nothing changes',
    (phase) => {
      expect(transition(states[phase], { type: 'status', reply }, config)).toBe(states[phase]);
    },
  );

  it('the network is back, and the page is broken: told, and no fresh page', () => {
    const broken = { ...states.paying, broken: true };
    expect(transition(broken, { type: 'status', reply }, config)).toMatchObject({ phase: 'ended', ending });
  });

  it('without the reason the customer waits, as with a server that does not send it', () => {
    const { confirming } = states;
    expect(transition(confirming, { type: 'status', reply: { status: 'pending' } }, config)).toBe(confirming);
  });
});
