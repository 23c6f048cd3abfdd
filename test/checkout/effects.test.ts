import { expect, it } from 'vitest';
import { backButton } from '../../src/checkout/effects/backButton.ts';
import { countDown } from '../../src/checkout/effects/countDown.ts';
import type { Effect } from '../../src/checkout/effects/effect.ts';
import { goToFullPage } from '../../src/checkout/effects/goToFullPage.ts';
import { keepSession } from '../../src/checkout/effects/keepSession.ts';
import { listenForReturn } from '../../src/checkout/effects/listenForReturn.ts';
import { pollStatus } from '../../src/checkout/effects/pollStatus.ts';
import { requestSession } from '../../src/checkout/effects/requestSession.ts';
import { runTimers } from '../../src/checkout/effects/runTimers.ts';
import { syncTabs } from '../../src/checkout/effects/syncTabs.ts';
import { watchArrival } from '../../src/checkout/effects/watchArrival.ts';
import { watchFrame } from '../../src/checkout/effects/watchFrame.ts';
import { watchPage } from '../../src/checkout/effects/watchPage.ts';
import { effects, goesOn } from '../../src/checkout/effects.ts';
import { firstState, type Phase, type State } from '../../src/checkout/machine.ts';
import { type CheckoutConfig, defaultTimeouts } from '../../src/checkout/settings.ts';
import { session } from '../support/effectFixture.ts';

const NAMES = new Map<Effect, string>(
  Object.entries({
    backButton,
    watchPage,
    syncTabs,
    pollStatus,
    countDown,
    watchFrame,
    watchArrival,
    listenForReturn,
    keepSession,
    goToFullPage,
    requestSession,
    runTimers,
  }).map(([name, effect]) => [effect, name]),
);
const nameOf = (effect: Effect) => NAMES.get(effect) as string;

const config: CheckoutConfig = {
  presentation: 'modal',
  expiry: 'page',
  confirmClose: 'auto',
  gatewayOrigins: undefined,
  timeouts: defaultTimeouts,
};
const BEFORE = ['backButton', 'watchPage', 'syncTabs'];
const OF_PAGE = [
  ...BEFORE,
  'pollStatus',
  'countDown',
  'watchFrame',
  'listenForReturn',
  'keepSession',
  'runTimers',
];
/** The outcome is known and told; the frame stands under its view. */
const TOLD = ['backButton', 'watchFrame', 'listenForReturn', 'runTimers'];

/** What runs in a phase with a page in the frame, in the order in which it starts. */
const RUNS: Record<Phase, readonly string[]> = {
  creating: [...BEFORE, 'watchFrame', 'listenForReturn', 'keepSession', 'requestSession', 'runTimers'],
  loading: [
    ...BEFORE,
    ...[
      'pollStatus',
      'countDown',
      'watchFrame',
      'watchArrival',
      'listenForReturn',
      'keepSession',
      'runTimers',
    ],
  ],
  paying: OF_PAGE,
  openInAnotherTab: OF_PAGE,
  confirming: OF_PAGE,
  confirmingClose: OF_PAGE,
  closing: OF_PAGE,
  expired: OF_PAGE,
  renewing: [...OF_PAGE.slice(0, -1), 'requestSession', 'runTimers'],
  ended: TOLD,
  restoringHistory: TOLD,
  closed: ['watchFrame', 'listenForReturn'],
};
const page: State = { ...firstState, session, frameUrl: session.redirectUrl, frame: {} as Window };

function running(state: State, presentation: CheckoutConfig['presentation'] = 'modal'): string[] {
  return effects
    .filter(({ runs }) => runs(state, { ...config, presentation }))
    .map(({ effect }) => nameOf(effect));
}

it.each(Object.entries(RUNS))('%s: these effects run, in this order', (name, expected) => {
  const phase = name as Phase;
  const reported = ['ended', 'restoringHistory', 'closed'].includes(phase);
  expect(running({ ...page, phase, reported })).toEqual(expected);
});

it.each<[string, Partial<State>, readonly string[]]>([
  [
    'there is no session to ask about',
    { session: null, phase: 'paying' },
    [...BEFORE, 'watchFrame', 'listenForReturn', 'runTimers'],
  ],
  [
    'there is no session yet',
    { session: null, frameUrl: '', frame: null },
    [...BEFORE, 'requestSession', 'runTimers'],
  ],
  [
    'a session without a page',
    { phase: 'paying', frameUrl: '', frame: null },
    OF_PAGE.filter((name) => !/Frame|Return/.test(name)),
  ],
  [
    'the frame is not there yet',
    { phase: 'loading', frame: null },
    OF_PAGE.filter((name) => name !== 'listenForReturn'),
  ],
  [
    'the shop’s page is left: its tabs are silent',
    { phase: 'paying', pageHidden: true },
    OF_PAGE.filter((name) => name !== 'syncTabs'),
  ],
  [
    'the outcome is known and not told: the session is kept, and the page watched',
    { phase: 'restoringHistory', reported: false },
    ['backButton', 'watchPage', 'watchFrame', 'listenForReturn', 'keepSession', 'runTimers'],
  ],
  [
    'the session is told and gone',
    { session: null, reported: true },
    BEFORE.filter((name) => name !== 'watchPage').concat(
      'watchFrame',
      'listenForReturn',
      'requestSession',
      'runTimers',
    ),
  ],
  [
    'the window is to leave',
    { phase: 'paying', goingTo: { url: 'x' } },
    [...OF_PAGE.slice(0, -1), 'goToFullPage', 'runTimers'],
  ],
  [
    'the window is to leave, and our history entry is still there',
    { phase: 'paying', goingTo: { url: 'x' }, backEntry: 'held' },
    OF_PAGE,
  ],
  ['it is being taken off', { phase: 'paying', goingTo: { url: 'x' }, backEntry: 'releasing' }, OF_PAGE],
])('%s', (_, more, expected) => {
  expect(running({ ...page, ...more })).toEqual(expected);
});

it.each(['inline', 'redirect'] as const)('Back has nothing to close in a %s checkout', (presentation) => {
  expect(running({ ...page, phase: 'paying' }, presentation)).toEqual(OF_PAGE.slice(1));
});

it('what starts afresh with a new session, frame, phase or wish for the full page', () => {
  const fields = {
    session: { ...session },
    frame: {} as Window,
    goingTo: { url: 'y' },
    phase: 'loading',
  } as const;
  const started = { ...page, phase: 'paying' as const, goingTo: { url: 'x' } };
  const afresh = Object.fromEntries(
    effects.map((row) => {
      const always = { ...row, runs: () => true };
      expect(goesOn(always, started, { ...started, slow: true }, config), 'any other field').toBe(true);
      expect(goesOn({ ...row, runs: () => false }, started, started, config), 'not to run').toBe(false);
      const changes = Object.entries(fields).filter(
        ([field, value]) => !goesOn(always, started, { ...started, [field]: value }, config),
      );
      return [nameOf(row.effect), changes.map(([field]) => field)];
    }),
  );
  expect(afresh).toEqual({
    backButton: [],
    watchPage: [],
    syncTabs: [],
    pollStatus: ['session'],
    countDown: ['session'],
    watchFrame: ['session'],
    watchArrival: ['session', 'frame'],
    listenForReturn: ['session', 'frame'],
    keepSession: ['session'],
    goToFullPage: ['session', 'goingTo'],
    requestSession: ['session', 'phase'],
    runTimers: ['phase'],
  });
});
