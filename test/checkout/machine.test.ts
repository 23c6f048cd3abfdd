import { describe, expect, it } from 'vitest';
import { CheckoutError } from '../../src/checkout/checkoutError.ts';
import { type Event, firstState, type Phase, type State, transition } from '../../src/checkout/machine.ts';
import type { SessionStatus } from '../../src/protocol/page/outcome.ts';

const session = { sessionId: 's1', redirectUrl: 'https://pay.example/1' };
const status = (status: SessionStatus): Event => ({ type: 'status', reply: { status } });
const error = new CheckoutError('session_create_failed', 'x');
const run = (...events: Event[]): State => events.reduce(transition, firstState);

const arrive: Event = { type: 'session', session };
const loaded: Event = { type: 'loaded' };
const returned: Event = { type: 'returned', hint: 'success' };
const expiredLocally: Event = { type: 'expiredLocally' };
const close: Event = { type: 'close', sure: true };
const giveUp: Event = { type: 'giveUp' };
const paying = [arrive, loaded];

const outcome = (state: State) => (state.ending && 'outcome' in state.ending ? state.ending.outcome : null);

describe('the way to an outcome', () => {
  it.each<[string, Event[], Phase, string | null]>([
    ['paid', [...paying, returned, status('completed')], 'ended', 'completed'],
    ['paid, and the customer never returns', [...paying, status('completed')], 'ended', 'completed'],
    ['paid before the page has fired load', [arrive, status('completed')], 'ended', 'completed'],
    ['declined', [...paying, returned, status('failed')], 'ended', 'failed'],
    ['undecided after the wait', [...paying, returned, status('pending'), giveUp], 'ended', 'pending'],
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
    ['closed after load, server is silent', [...paying, close, giveUp], 'closed', 'closed'],
    [
      'closed after the return, server says open',
      [...paying, returned, close, status('open')],
      'ended',
      'pending',
    ],
    ['closed after the return, server is silent', [...paying, returned, close, giveUp], 'ended', 'pending'],
    [
      'closed when timed out',
      [...paying, expiredLocally, status('open'), close, status('open')],
      'closed',
      'expired',
    ],
    ['closed when dead', [...paying, status('expired'), close], 'closed', 'expired'],
    [
      'closed when timed out, but paid',
      [...paying, expiredLocally, status('open'), close, status('completed')],
      'ended',
      'completed',
    ],
  ])('%s', (_name, events, phase, result) => {
    const state = run(...events);
    expect([state.phase, outcome(state)]).toEqual([phase, result]);
  });
});

describe('expiry', () => {
  it('asks the server before it shows anything: pending is not interrupted', () => {
    expect(run(...paying, expiredLocally).phase).toBe('paying');
    expect(run(...paying, expiredLocally, status('pending')).phase).toBe('paying');
    expect(run(...paying, expiredLocally, status('open')).phase).toBe('expired');
  });

  it('renews silently before the page has loaded', () => {
    const state = run(arrive, { type: 'stale' });
    expect(state).toMatchObject({ phase: 'creating', session: { sessionId: 's1' } });
  });

  it('lets the customer keep paying, and then the clock says no more', () => {
    const state = run(...paying, expiredLocally, status('open'), { type: 'keepPaying' });
    expect(state).toMatchObject({ phase: 'paying', expiredLocally: false });
    expect(transition(state, expiredLocally)).toBe(state);
    expect(transition(state, status('open'))).toBe(state);
  });

  it('offers no keeping on when the server says dead', () => {
    const state = run(...paying, status('expired'));
    expect(transition(state, { type: 'keepPaying' })).toBe(state);
  });

  it('keeps the old page until the new session is here, and hears of its payment until then', () => {
    const renewing = run(...paying, expiredLocally, status('open'), { type: 'startAgain' });
    expect(renewing).toMatchObject({ phase: 'renewing', session });
    expect(outcome(transition(renewing, status('completed')))).toBe('completed');
    for (const word of ['open', 'failed', 'expired', 'pending'] as const) {
      expect(transition(renewing, status(word))).toBe(renewing);
    }
    const fresh = { ...session, sessionId: 's2' };
    expect(transition(renewing, { type: 'session', session: fresh })).toEqual({
      ...firstState,
      phase: 'loading',
      session: fresh,
    });
  });

  it('falls back to the old page when there is no new one', () => {
    const state = run(
      ...paying,
      expiredLocally,
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

  it('an outcome is told once: nothing changes it', () => {
    const done = run(...paying, returned, status('completed'));
    for (const event of [
      status('failed'),
      status('expired'),
      expiredLocally,
      returned,
      giveUp,
      arrive,
      loaded,
    ]) {
      expect(transition(done, event)).toBe(done);
    }
    const gone = transition(done, { type: 'dismiss' });
    expect(gone.ending).toBe(done.ending);
    expect(transition(gone, close)).toBe(gone);
  });

  it('a declined page that takes another card stays as long as the customer has it in front of them', () => {
    const declined: Event = { type: 'status', reply: { status: 'failed', mayRetry: true } };
    const state = run(...paying);
    expect(transition(state, declined)).toBe(state);
    expect(outcome(run(...paying, declined, status('completed')))).toBe('completed');
    // Back from the page, leaving it, or at its end, nobody types another card.
    for (const end of [returned, close, expiredLocally]) {
      expect(outcome(run(...paying, declined, end, declined))).toBe('failed');
    }
  });

  it('only a status or the word "already paid" leads to completed or failed, in any order of events', () => {
    const others: Event[] = [
      arrive,
      loaded,
      returned,
      expiredLocally,
      close,
      { type: 'close', sure: false },
      { type: 'stay' },
      giveUp,
      { type: 'startAgain' },
      { type: 'keepPaying' },
      { type: 'stale' },
      { type: 'dismiss' },
      { type: 'abandon' },
      { type: 'refused', error },
      status('open'),
      status('pending'),
      status('expired'),
    ];
    const seen = new Map<string, State>();
    const queue = [firstState];
    for (let state = queue.pop(); state; state = queue.pop()) {
      const key = JSON.stringify(state);
      if (seen.has(key)) continue;
      seen.set(key, state);
      queue.push(...others.map((event) => transition(state as State, event)));
    }
    expect(seen.size).toBeGreaterThan(30);
    for (const state of seen.values()) expect(['completed', 'failed']).not.toContain(outcome(state));
    // Every state that is left has a way out that the customer can take.
    for (const state of seen.values()) {
      const out = [close, giveUp, { type: 'dismiss' } as const].reduce(transition, state);
      expect(out.phase).toMatch(/ended|closed/);
    }
  });
});

it('asks back before a close that might lose something, and goes on where it was', () => {
  const doubt: Event = { type: 'close', sure: false };
  expect(run(...paying, doubt).phase).toBe('confirmingClose');
  expect(run(...paying, doubt, { type: 'stay' }).phase).toBe('paying');
  expect(run(...paying, returned, doubt, { type: 'stay' }).phase).toBe('confirming');
  expect(run(...paying, doubt, close).phase).toBe('closing');
  expect(run(arrive, doubt).phase).toBe('closed');
});
