// @vitest-environment node
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CheckoutError } from '../../src/checkout/checkoutError.ts';
import { effects, goesOn } from '../../src/checkout/effects.ts';
import {
  type Event,
  isOnScreen,
  isOver,
  type State,
  stateAtStart,
  transition,
} from '../../src/checkout/machine.ts';
import { reportsOf } from '../../src/checkout/reports.ts';
import { type CheckoutConfig, defaultTimeouts } from '../../src/checkout/settings.ts';
import { english } from '../../src/view/language/texts.ts';
import { noticeOf } from '../../src/view/notice.ts';

/*
 * Every state that the machine can come to, from its start, by any events in any order. Numbers are made finite: one time in
 * the last minute, an early and a late moment, one session id. What no decision reads (how the poll goes on, what other tabs
 * are told, what is only shown) tells no two states apart.
 */

const early = { monotonic: 0, wall: 0 };
const late = { monotonic: 200_000, wall: 200_000 };
const frame = {} as Window;
/** A new one each time, with the same id: a server may answer so. */
const session = () => ({ sessionId: 's1', redirectUrl: 'https://pay.example/1' });
const recoverable = new CheckoutError('session_create_failed', 'x');
const final = new CheckoutError('origin_not_allowed', 'x');

const EVENTS: readonly Event[] = [
  { type: 'session', session: session(), sentAt: early, now: early },
  { type: 'session', session: session(), sentAt: early, now: late },
  { type: 'session', session: { ...session(), framing: 'refused' }, sentAt: early, now: early },
  { type: 'alreadyPaid', sessionId: 's1' },
  { type: 'wait', sessionId: 's1' },
  { type: 'wait', sessionId: undefined },
  { type: 'refused', error: recoverable },
  { type: 'refused', error: final },
  { type: 'frameAttached', frame },
  { type: 'frameLoaded' },
  { type: 'frameFocused' },
  { type: 'frameSpoke' },
  { type: 'frameUsed' },
  { type: 'voucherIssued' },
  { type: 'frameBlocked', directive: 'frame-src', url: 'https://pay.example' },
  { type: 'returned', hint: 'success' },
  ...(['open', 'pending', 'completed', 'failed', 'expired'] as const).map(
    (status): Event => ({ type: 'status', reply: { status } }),
  ),
  { type: 'status', reply: { status: 'open' }, visible: true },
  { type: 'status', reply: { status: 'expired' }, visible: true },
  { type: 'status', reply: { status: 'failed', mayRetry: true } },
  { type: 'status', reply: { status: 'pending', reason: 'processing' } },
  { type: 'statusFailed', cause: 'x' },
  { type: 'tick', remainingMs: 30_000 },
  { type: 'tick', remainingMs: 0 },
  ...(['slow', 'untouched', 'load', 'confirm', 'closeStatus', 'successMessage'] as const).map(
    (timer): Event => ({ type: 'timeout', timer }),
  ),
  { type: 'network', online: false },
  { type: 'network', online: true },
  { type: 'awake' },
  { type: 'awake', visible: true },
  { type: 'pageHidden' },
  { type: 'pageShown' },
  { type: 'dialogHidden', now: early },
  { type: 'dialogHidden', now: late },
  { type: 'backReleased' },
  { type: 'shownByOtherTab', sessionId: 's1' },
  { type: 'newsFromOtherTab', sessionId: 's1' },
  { type: 'back' },
  { type: 'close' },
  { type: 'closeNow' },
  { type: 'stay' },
  { type: 'startAgain' },
  { type: 'keepPaying', now: early },
  { type: 'keepPaying', now: late },
  { type: 'openFullPage', now: early },
  { type: 'openFullPage', now: late },
  { type: 'dismiss' },
  { type: 'outcomeReported' },
  { type: 'abandon' },
];

/** Phases in which nothing covers the frame. */
const isUncovered = ({ phase }: State) => phase === 'loading' || phase === 'paying';

/** What decisions read of a state. */
function keyOf(state: State): string {
  const { phase, session, ending, returned } = state;
  const flags = [
    session !== null,
    state.frameUrl,
    state.frame !== null,
    state.loaded,
    state.touched,
    // Only whether it is renewed is decided by it.
    state.used && state.frameUrl !== '' && returned === null && state.renewals < 2,
    state.broken,
    // Nothing else is decided by it.
    isUncovered(state) && state.frameUrl !== '' && !state.online,
    returned,
    state.expiredLocally,
    state.expiryDismissed,
    state.expiredOnServer,
    state.goingTo,
    state.onFullPage,
    state.pageHidden,
    state.dialogHidden,
    state.shownByOtherTabs.length > 0,
    state.reported,
  ].map((flag) => (flag ? 1 : 0));
  const outcome = ending && ('outcome' in ending ? ending.outcome : ending.error.code);
  return `${phase} ${flags.join('')} ${Math.min(state.renewals, 2)} ${state.backEntry} ${outcome}`;
}

type Check = (before: State, event: Event, after: State) => boolean;

const outcomeOf = ({ ending }: State) => (ending && 'outcome' in ending ? ending.outcome : undefined);
const isClose = ({ type }: Event) => type === 'close' || type === 'closeNow' || type === 'back';

/** Of each step. The first four are the machine's own requirements. */
const STEPS: Record<string, Check> = {
  '1. completed and failed come from the server alone': (before, event, after) => {
    const outcome = outcomeOf(after);
    if (before.ending !== null || (outcome !== 'completed' && outcome !== 'failed')) return true;
    return event.type === 'status' ? event.reply.status === outcome : event.type === 'alreadyPaid';
  },
  '2. a close after the page has loaded asks the server first': (before, event, after) =>
    !isClose(event) ||
    !before.loaded ||
    before.expiredOnServer ||
    isOver(before.phase) ||
    !isOver(after.phase),
  '3. an outcome is reported once, and nothing changes it': (before, event, after) => {
    const outcomes = reportsOf(before, event, after, CONFIG).filter(({ type }) => type === 'outcome').length;
    return (
      outcomes === Number(after.reported && !before.reported) &&
      (after.reported || !before.reported) &&
      (before.ending === null || (after.ending === before.ending && isOver(after.phase)))
    );
  },
  '4. the clock never takes the page away': (before, event, after) =>
    event.type !== 'tick' ||
    before.phase === 'loading' ||
    (after.phase === before.phase && after.frameUrl === before.frameUrl),
  'nothing changes after the close': (before, _event, after) => before.phase !== 'closed' || after === before,
  'a broken page is not called ready': (before, event, after) =>
    !(!before.online && event.type === 'frameLoaded') ||
    reportsOf(before, event, after, CONFIG).every(({ type }) => type !== 'load'),
  'what is off the screen stays off': (before, _event, after) =>
    isOnScreen(before.phase) || !isOnScreen(after.phase),
  'no effect of a session outlives it': (before, _event, after) =>
    (after.session === before.session && !isOver(after.phase)) ||
    OF_SESSION.every(
      (row) =>
        !row.runs(before, CONFIG) ||
        !goesOn(row, before, after, CONFIG) ||
        // On a page that is left, the session is kept until its end is told.
        (row.effect.name === 'keepSession' && after.session === before.session && !after.reported),
    ),
};

/** Of each state. */
const STATES: Record<string, (state: State) => boolean> = {
  'there is a way on': (state) => {
    const leave: Event[] = [
      { type: 'closeNow' },
      { type: 'timeout', timer: 'closeStatus' },
      { type: 'dismiss' },
      { type: 'backReleased' },
    ];
    return leave.reduce((now, event) => transition(now, event, CONFIG), state).phase === 'closed';
  },
  'something happens by itself, or the customer can act': (state) => {
    const running = effects.filter(({ runs }) => runs(state, CONFIG)).map(({ effect }) => effect.name);
    switch (state.phase) {
      case 'creating':
      case 'renewing':
        return running.includes('requestSession');
      case 'confirming':
      case 'closing':
        return running.includes('runTimers') && running.includes('pollStatus');
      case 'restoringHistory':
        return running.includes('backButton') && state.backEntry === 'releasing';
      case 'ended':
        return running.includes('runTimers') && (state.reported || state.backEntry === 'releasing');
      case 'closed':
        return running.length === 0 && state.reported;
      default:
        return running.includes('pollStatus') && running.includes('countDown');
    }
  },
  'no dead page is shown': (state) => !isUncovered(state) || !state.expiredOnServer,
  'a broken page is covered, or nothing of it is left': (state) =>
    !state.broken || (state.frameUrl !== '' && noticeOf(state, english) !== null),
  'a page that refuses framing has no frame': (state) =>
    state.session?.framing === undefined || CONFIG.presentation === 'redirect' || state.frameUrl === '',
  'there is a page where one is promised': (state) =>
    !isUncovered(state) || Boolean(state.frameUrl || state.goingTo),
  'there is none where none may be': ({ phase, frameUrl, frame }) =>
    (phase !== 'creating' && !isOver(phase)) || (frameUrl === '' && frame === null),
};

const NAMES = ['pollStatus', 'countDown', 'watchFrame', 'listenForReturn', 'keepSession', 'goToFullPage'];
const OF_SESSION = effects.filter(({ effect }) => NAMES.includes(effect.name));
let CONFIG: CheckoutConfig;

/** @returns how many states there are, and what is wrong with which. */
function walk(): { count: number; wrong: string[] } {
  const states = [stateAtStart(CONFIG, true)];
  const known = new Set(states.map(keyOf));
  const wrong = new Set<string>();
  const [ofStates, ofSteps] = [Object.entries(STATES), Object.entries(STEPS)];
  for (const before of states) {
    for (const [name, isRight] of ofStates) {
      if (!isRight(before)) wrong.add(`${name}: ${before.phase}`);
    }
    for (const event of EVENTS) {
      const after = transition(before, event, CONFIG);
      if (after === before) continue;
      for (const [name, isRight] of ofSteps) {
        if (!isRight(before, event, after)) wrong.add(`${name}: ${before.phase}, ${event.type}`);
      }
      const key = keyOf(after);
      if (known.has(key)) continue;
      known.add(key);
      states.push(after);
    }
  }
  return { count: states.length, wrong: [...wrong] };
}

describe('every state the checkout can come to', () => {
  // Errors are made by the hundred thousand, and nobody reads where.
  const { stackTraceLimit } = Error;
  beforeAll(() => {
    Error.stackTraceLimit = 0;
  });
  afterAll(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });

  // Another number is no fault: it says that the machine has more or fewer states now. A far smaller one is a broken walk.
  it.each<[CheckoutConfig['presentation'], CheckoutConfig['expiry'], number]>([
    ['modal', 'page', 99_568],
    ['redirect', 'address', 17_772],
  ])('%s, expiry of the %s', { timeout: 300_000 }, (presentation, expiry, count) => {
    CONFIG = {
      presentation,
      expiry,
      confirmClose: 'auto',
      gatewayOrigins: undefined,
      timeouts: defaultTimeouts,
    };
    expect(walk()).toEqual({ count, wrong: [] });
  });
});
