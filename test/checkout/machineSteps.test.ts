import { describe, expect, it } from 'vitest';
import { CheckoutError } from '../../src/checkout/checkoutError.ts';
import {
  type Event,
  firstState,
  isOnScreen,
  isOver,
  type Phase,
  type State,
  secondsLeft,
  stateAtStart,
  type Timer,
  transition,
} from '../../src/checkout/machine.ts';
import { type CheckoutConfig, defaultTimeouts } from '../../src/checkout/settings.ts';

/*
 * Steps that begin in a state which the table of `everyEvent.ts` does not have: a broken page, a dialog that nobody sees, an
 * address that dies this very moment, another presentation.
 */

const modal: CheckoutConfig = {
  presentation: 'modal',
  expiry: 'page',
  confirmClose: 'auto',
  gatewayOrigins: undefined,
  timeouts: defaultTimeouts,
};
const inline: CheckoutConfig = { ...modal, presentation: 'inline' };
const redirect: CheckoutConfig = { ...modal, presentation: 'redirect' };
const at = (ms: number) => ({ monotonic: ms, wall: ms });
const frame = {} as Window;
const session = { sessionId: 's1', redirectUrl: 'https://pay.example/1' };
const arrive: Event = { type: 'session', session, sentAt: at(0), now: at(0) };
const attached: Event = { type: 'frameAttached', frame };
const loaded: Event = { type: 'frameLoaded' };
const touched: Event = { type: 'frameFocused' };
const offline: Event = { type: 'network', online: false };
const online: Event = { type: 'network', online: true };
const hidden: Event = { type: 'pageHidden' };
const shown: Event = { type: 'pageShown' };
const released: Event = { type: 'backReleased' };
const other: Event = { type: 'shownByOtherTab', sessionId: 's1' };
const refused: Event = { type: 'refused', error: new CheckoutError('session_create_failed', 'x') };
const status = (reply: Extract<Event, { type: 'status' }>['reply']): Event => ({ type: 'status', reply });
const paying = [arrive, attached, loaded, touched];

const run = (config: CheckoutConfig, ...events: Event[]): State =>
  events.reduce((state, event) => transition(state, event, config), stateAtStart(config, true));

const PHASES: { readonly [P in Phase]: Event[] } = {
  creating: [],
  loading: [arrive, attached],
  paying: [arrive, attached, loaded],
  openInAnotherTab: [...paying, other],
  confirming: [...paying, { type: 'returned', hint: 'success' }],
  confirmingClose: [...paying, { type: 'close' }],
  closing: [...paying, { type: 'closeNow' }],
  expired: [...paying, status({ status: 'expired' })],
  renewing: [...paying, { type: 'startAgain' }],
  ended: [...paying, status({ status: 'failed' }), released],
  restoringHistory: [{ type: 'closeNow' }],
  closed: [{ type: 'closeNow' }, released],
};

describe.each(Object.entries(PHASES) as [Phase, Event[]][])('a timer in %s', (phase, events) => {
  const meaning: { readonly [T in Timer]: { readonly [P in Phase]?: Partial<State> } } = {
    slow: Object.fromEntries(
      (Object.keys(PHASES) as Phase[])
        .filter((each) => !isOver(each) && each !== 'paying')
        .map((each) => [each, { slow: true }]),
    ),
    untouched: { paying: { slow: true } },
    load: { loading: { poll: { how: 'start' } } },
    confirm: { confirming: { phase: 'ended', ending: { outcome: 'pending', sessionId: 's1' } } },
    closeStatus: {
      closing: { phase: 'restoringHistory', ending: { outcome: 'closed', sessionId: 's1' } },
    },
    successMessage: {},
  };

  it.each(Object.keys(meaning) as Timer[])('%s', (timer) => {
    const before = run(modal, ...events);
    expect(before.phase).toBe(phase);
    const after = transition(before, { type: 'timeout', timer }, modal);
    const changed = meaning[timer][phase];
    if (changed === undefined) expect(after).toBe(before);
    else expect(after).toMatchObject(changed);
  });
});

it.each<[string, Event[]]>([
  ['that is in use', [touched]],
  ['that has spoken', [{ type: 'frameSpoke' }]],
])('a page %s is not called slow', (_what, events) => {
  const before = run(inline, ...PHASES.paying, ...events);
  expect(transition(before, { type: 'timeout', timer: 'untouched' }, inline)).toBe(before);
});

describe('what the server says is told as it is', () => {
  const reply = { orderReference: 'A-1', email: 'm•••@shop.example' } as const;

  it('paid: with the order and where the receipt goes', () => {
    expect(run(inline, ...paying, status({ status: 'completed', ...reply })).ending).toEqual({
      outcome: 'completed',
      sessionId: 's1',
      ...reply,
    });
  });

  it.each(['declined', 'cancelled'] as const)('failed: %s', (reason) => {
    expect(
      run(inline, ...paying, status({ status: 'failed', reason, orderReference: 'A-1' })).ending,
    ).toEqual({ outcome: 'failed', sessionId: 's1', orderReference: 'A-1', reason });
  });

  it('and what it does not say is not there', () => {
    const { ending } = run(inline, ...paying, status({ status: 'completed' }));
    expect(Object.keys(ending ?? {})).toEqual(['outcome', 'sessionId']);
  });
});

describe('a broken page, and the network is back', () => {
  const broken = [...paying, offline, loaded, online];

  it('failed for good: told, and no fresh page', () => {
    expect(run(inline, ...broken, status({ status: 'failed' }))).toMatchObject({
      phase: 'ended',
      ending: { outcome: 'failed', sessionId: 's1' },
    });
  });

  it('covered by another tab before it had loaded, and taken back: asked about at once', () => {
    const covered = run(inline, arrive, attached, offline, loaded, other);
    expect(covered).toMatchObject({ phase: 'openInAnotherTab', broken: true, frameUrl: session.redirectUrl });
    const asleep = transition(covered, { type: 'keepPaying', now: at(200_000) }, inline);
    expect(asleep).toMatchObject({ phase: 'loading', broken: true, poll: covered.poll });
    const back = transition(
      transition(covered, online, inline),
      { type: 'keepPaying', now: at(200_000) },
      inline,
    );
    expect(back).toMatchObject({
      phase: 'loading',
      broken: true,
      frameUrl: session.redirectUrl,
      poll: { how: 'pollNow' },
      tabMessage: { type: 'here', sessionId: 's1' },
    });
  });
});

describe('a dialog that nobody sees', () => {
  const unseen = (now: number): Event => ({ type: 'dialogHidden', now: at(now) });

  it('shows no outcome either', () => {
    for (const word of ['completed', 'failed', 'pending'] as const) {
      expect(
        run(inline, arrive, unseen(0), status({ status: word, reason: 'processing' as never })),
      ).toMatchObject({
        phase: 'closed',
        dialogHidden: true,
        reported: true,
      });
    }
    expect(run(inline, unseen(0), refused)).toMatchObject({ phase: 'closed', reported: true });
  });

  it.each([
    [119_999, { phase: 'paying', goingTo: { url: session.redirectUrl }, frameUrl: '', frame: null }],
    // A dead address is dead on the full page too.
    [120_000, { phase: 'renewing', goingTo: null, onFullPage: true }],
    [120_001, { phase: 'renewing', goingTo: null, onFullPage: true }],
  ])('%s ms after its page was asked for', (now, expected) => {
    expect(run(inline, ...paying, unseen(now))).toMatchObject(expected);
  });
});

describe('the full page', () => {
  it.each([
    [119_999, { phase: 'paying', goingTo: { url: session.redirectUrl } }],
    [120_000, { phase: 'renewing', goingTo: null, onFullPage: true }],
  ])('%s ms after the page was asked for', (now, expected) => {
    expect(run(inline, ...paying, { type: 'openFullPage', now: at(now) })).toMatchObject(expected);
  });

  it('is gone to at once in a redirect, which shows its page behind', () => {
    expect(run(redirect, arrive)).toMatchObject({
      phase: 'loading',
      frameUrl: session.redirectUrl,
      goingTo: { url: session.redirectUrl },
      backEntry: 'none',
    });
  });

  it('where there is none to go to and no page to go on with, the refusal is the end', () => {
    const fullPage: Event = { ...arrive, session: { ...session, framing: 'refused' } };
    const renewing = run(inline, fullPage, { type: 'openFullPage', now: at(120_000) });
    expect(renewing).toMatchObject({ phase: 'renewing', frameUrl: '' });
    expect(transition(renewing, refused, inline)).toMatchObject({
      phase: 'ended',
      ending: { error: { code: 'session_create_failed' }, sessionId: 's1' },
    });
  });
});

describe("the shop's page is shown", () => {
  const leaving: Event = { type: 'openFullPage', now: at(0) };

  it('and was never left: what is under way goes on', () => {
    expect(run(modal, ...paying, leaving, shown)).toMatchObject({
      phase: 'paying',
      goingTo: { url: session.redirectUrl },
      backEntry: 'releasing',
      poll: { how: 'pollSoon' },
    });
  });

  it.each([
    [modal, 'held'],
    [inline, 'none'],
  ] as const)('again: %j', (config, backEntry) => {
    expect(run(config, ...paying, leaving, released, hidden, shown)).toMatchObject({
      phase: 'paying',
      pageHidden: false,
      goingTo: null,
      backEntry,
      poll: { how: 'pollSoon' },
    });
  });

  it.each([
    [modal, 'held'],
    [redirect, 'none'],
  ] as const)('again, from the full page, with no frame to go on with: %j', (config, backEntry) => {
    const fullPage: Event = { ...arrive, session: { ...session, framing: 'refused' } };
    expect(run(config, fullPage, released, hidden, shown)).toMatchObject({
      phase: 'closing',
      // The customer was on the page: a close is not believed without the server.
      loaded: true,
      pageHidden: false,
      goingTo: null,
      backEntry,
      poll: { how: 'pollNow' },
    });
  });
});

describe('our history entry', () => {
  it('is put back when what it was taken off for has become pointless', () => {
    const releasing = { ...run(modal, ...paying), backEntry: 'releasing' } as const;
    expect(transition(releasing, released, modal)).toEqual({ ...releasing, backEntry: 'held' });
    const goingTo = { url: session.redirectUrl };
    expect(transition({ ...releasing, goingTo }, released, modal)).toEqual({
      ...releasing,
      goingTo,
      backEntry: 'none',
    });
  });

  it.each([inline, modal, redirect])(
    'that nobody takes off is not told to be off: $presentation',
    (config) => {
      for (const events of [paying, PHASES.confirming, PHASES.ended]) {
        const before = run(config, ...events);
        expect(before.backEntry).not.toBe('releasing');
        expect(transition(before, released, config)).toBe(before);
      }
    },
  );

  it.each<[string, CheckoutConfig, Partial<State>]>([
    ['an inline checkout has none', inline, {}],
    ['nothing is on screen any more', modal, { phase: 'restoringHistory' }],
    ['the merchant has not heard of the outcome', modal, { reported: false }],
  ])('does not come after the outcome: %s', (_why, config, more) => {
    const over: State = { ...run(modal, ...PHASES.ended), ...more };
    expect(transition(over, { type: 'outcomeReported' }, config)).toBe(over);
  });
});

describe('an address that is too old is renewed before it is shown', () => {
  const arriveWith = (expiresInMs: number | undefined, remainingMs: number): State => {
    const life = expiresInMs ?? 120_000;
    const given = { ...session, ...(expiresInMs !== undefined && { expiresInMs }) };
    return run(inline, { ...arrive, session: given, now: at(life - remainingMs) });
  };

  it.each([
    [undefined, 30_000, 'loading'],
    [undefined, 29_999, 'creating'],
    [600_000, 30_000, 'loading'],
    [600_000, 29_999, 'creating'],
    // One that lives shortly from the start has half of its life.
    [40_000, 20_000, 'loading'],
    [40_000, 19_999, 'creating'],
  ])('of a life of %s ms %s are left: %s', (expiresInMs, remainingMs, phase) => {
    expect(arriveWith(expiresInMs, remainingMs).phase).toBe(phase);
  });
});

describe('what a change of phase takes along', () => {
  it('the way to the full page ends with the page', () => {
    const leaving = run(inline, ...paying, { type: 'openFullPage', now: at(0) });
    expect(leaving.goingTo).toEqual({ url: session.redirectUrl });
    expect(transition(leaving, { type: 'returned', hint: 'success' }, inline).goingTo).toBeNull();
  });

  it('a phase that is entered once more goes on as it was', () => {
    const slow = { ...run(inline, ...PHASES.expired), slow: true };
    expect(transition(slow, status({ status: 'expired' }), inline)).toEqual(slow);
  });

  it('a page that is slow to load stays slow when something has the focus before its frame is known', () => {
    const slow = run(inline, arrive, { type: 'timeout', timer: 'slow' });
    expect(transition(slow, touched, inline)).toMatchObject({ phase: 'loading', touched: true, slow: true });
  });
});

it('a close while the server is asked changes nothing', () => {
  for (const type of ['close', 'closeNow', 'back'] as const) {
    const before = run(modal, ...PHASES.closing);
    expect(transition(before, { type }, modal)).toBe(before);
  }
});

it.each<[string, Event]>([
  ['the focus', touched],
  ['a message', { type: 'frameSpoke' }],
])('%s in a page that has not fired load counts as loaded', (_what, event) => {
  expect(run(inline, arrive, attached, event)).toMatchObject({ phase: 'paying', loaded: true });
});

it("a policy's report names the address that it has kept out, whole or cut to its origin", () => {
  for (const url of ['https://pay.example', 'https://pay.example/1', 'https://pay.example/other?x=1'])
    expect(run(inline, arrive, { type: 'frameBlocked', directive: 'frame-src', url }).blockedBy).toBe(
      'frame-src',
    );
  for (const url of ['https://other.example', 'https://other.example/https://pay.example', '', 'inline'])
    expect(run(inline, arrive, { type: 'frameBlocked', directive: 'frame-src', url }).blockedBy).toBe('');
});

describe('"Pay here" and "keep paying"', () => {
  const waiting = run(inline, arrive, other);

  it.each([
    [119_999, { phase: 'loading', frameUrl: session.redirectUrl, renewals: 0 }],
    [120_000, { phase: 'creating', frameUrl: '', renewals: 1 }],
  ])('of a page that was not shown here, %s ms after it was asked for', (now, expected) => {
    expect(transition(waiting, { type: 'keepPaying', now: at(now) }, inline)).toMatchObject(expected);
  });

  it('of a page from which the customer has returned: the answer is waited for', () => {
    const expired: State = {
      ...run(inline, ...paying, { type: 'tick', remainingMs: 0 }, status({ status: 'open' })),
      returned: 'success',
    };
    expect(expired.phase).toBe('expired');
    expect(transition(expired, { type: 'keepPaying', now: at(0) }, inline)).toMatchObject({
      phase: 'confirming',
      expiredLocally: false,
      expiryDismissed: true,
    });
  });
});

it('a status before there is a session, or of one that is being replaced by itself, changes nothing', () => {
  for (const before of [firstState, { ...run(inline, arrive), phase: 'creating' as const }]) {
    for (const word of ['open', 'pending', 'completed', 'failed', 'expired'] as const)
      expect(transition(before, status({ status: word }), inline)).toBe(before);
  }
});

it('what each phase means for the dialog', () => {
  const phases = Object.keys(PHASES) as Phase[];
  expect(phases.filter(isOver)).toEqual(['ended', 'restoringHistory', 'closed']);
  expect(phases.filter((phase) => !isOnScreen(phase))).toEqual(['restoringHistory', 'closed']);
});

it.each([
  [null, null],
  [60_000, null],
  [30_001, null],
  [30_000, 30],
  [29_999, 30],
  [1_000, 1],
  [1, 1],
  [0, 0],
])('of %s ms the customer is shown %s', (remainingMs, seconds) => {
  expect(secondsLeft({ ...firstState, remainingMs })).toBe(seconds);
});
