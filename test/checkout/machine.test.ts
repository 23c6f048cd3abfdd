import { describe, expect, it } from 'vitest';
import { CheckoutError } from '../../src/checkout/checkoutError.ts';
import {
  type CheckoutFlow,
  type FlowEvent,
  firstFlow,
  type Phase,
  transition,
} from '../../src/checkout/machine.ts';
import type { SessionStatus } from '../../src/protocol/page/outcome.ts';

const session = { sessionId: 's1', redirectUrl: 'https://pay.example/1' };
const status = (status: SessionStatus): FlowEvent => ({ type: 'status', reply: { status } });
const error = new CheckoutError('session_create_failed', 'x');
const run = (...events: FlowEvent[]): CheckoutFlow => events.reduce(transition, firstFlow);

const arrive: FlowEvent = { type: 'session', session };
const loaded: FlowEvent = { type: 'loaded' };
const returned: FlowEvent = { type: 'returned', hint: 'success' };
const overdue: FlowEvent = { type: 'overdue' };
const close: FlowEvent = { type: 'close', sure: true };
const giveUp: FlowEvent = { type: 'giveUp' };
const paying = [arrive, loaded];

const outcome = (flow: CheckoutFlow) =>
  flow.ending && 'outcome' in flow.ending ? flow.ending.outcome : null;

describe('the way to an outcome', () => {
  it.each<[string, FlowEvent[], Phase, string | null]>([
    ['paid', [...paying, returned, status('completed')], 'ended', 'completed'],
    ['paid, and the customer never returns', [...paying, status('completed')], 'ended', 'completed'],
    ['paid before the page has fired load', [arrive, status('completed')], 'ended', 'completed'],
    ['declined', [...paying, returned, status('failed')], 'ended', 'failed'],
    ['undecided after the wait', [...paying, returned, status('pending'), giveUp], 'ended', 'pending'],
    ['paid already', [{ type: 'alreadyPaid', sessionId: 's0' }], 'ended', 'completed'],
    ['closed while creating', [close], 'gone', 'closed'],
    ['closed while loading', [arrive, close], 'gone', 'closed'],
    ['closed after load, server says open', [...paying, close, status('open')], 'gone', 'closed'],
    ['closed after load, server says paid', [...paying, close, status('completed')], 'ended', 'completed'],
    [
      'closed after load, server says failed: they have left',
      [...paying, close, status('failed')],
      'gone',
      'failed',
    ],
    ['closed after load, server says pending', [...paying, close, status('pending')], 'ended', 'pending'],
    ['closed after load, server is silent', [...paying, close, giveUp], 'gone', 'closed'],
    [
      'closed after the return, server says open',
      [...paying, returned, close, status('open')],
      'ended',
      'pending',
    ],
    ['closed after the return, server is silent', [...paying, returned, close, giveUp], 'ended', 'pending'],
    ['closed when timed out', [...paying, overdue, status('open'), close, status('open')], 'gone', 'expired'],
    ['closed when dead', [...paying, status('expired'), close], 'gone', 'expired'],
    [
      'closed when timed out, but paid',
      [...paying, overdue, status('open'), close, status('completed')],
      'ended',
      'completed',
    ],
  ])('%s', (_name, events, phase, result) => {
    const flow = run(...events);
    expect([flow.phase, outcome(flow)]).toEqual([phase, result]);
  });
});

describe('expiry', () => {
  it('asks the server before it shows anything: pending is not interrupted', () => {
    expect(run(...paying, overdue).phase).toBe('paying');
    expect(run(...paying, overdue, status('pending')).phase).toBe('paying');
    expect(run(...paying, overdue, status('open')).phase).toBe('expired');
  });

  it('renews silently before the page has loaded', () => {
    const flow = run(arrive, { type: 'stale' });
    expect(flow).toMatchObject({ phase: 'creating', session: { sessionId: 's1' } });
  });

  it('lets the customer keep paying, and then the clock says no more', () => {
    const flow = run(...paying, overdue, status('open'), { type: 'keepPaying' });
    expect(flow).toMatchObject({ phase: 'paying', overdue: false });
    expect(transition(flow, overdue)).toBe(flow);
    expect(transition(flow, status('open'))).toBe(flow);
  });

  it('offers no keeping on when the server says dead', () => {
    const flow = run(...paying, status('expired'));
    expect(transition(flow, { type: 'keepPaying' })).toBe(flow);
  });

  it('keeps the old page until the new session is here, and hears of its payment until then', () => {
    const renewing = run(...paying, overdue, status('open'), { type: 'startAgain' });
    expect(renewing).toMatchObject({ phase: 'renewing', session });
    expect(outcome(transition(renewing, status('completed')))).toBe('completed');
    for (const word of ['open', 'failed', 'expired', 'pending'] as const) {
      expect(transition(renewing, status(word))).toBe(renewing);
    }
    const fresh = { ...session, sessionId: 's2' };
    expect(transition(renewing, { type: 'session', session: fresh })).toEqual({
      ...firstFlow,
      phase: 'loading',
      session: fresh,
    });
  });

  it('falls back to the old page when there is no new one', () => {
    const flow = run(...paying, overdue, status('open'), { type: 'startAgain' }, { type: 'refused', error });
    expect(flow.phase).toBe('expired');
  });
});

describe('what nothing may do', () => {
  it('T7 T23 no message makes an outcome, whatever its hint', () => {
    for (const hint of ['success', 'failure', 'unknown'] as const) {
      const flow = run(...paying, { type: 'returned', hint });
      expect([flow.phase, flow.ending]).toEqual(['confirming', null]);
    }
  });

  it('an outcome is told once: nothing changes it', () => {
    const done = run(...paying, returned, status('completed'));
    for (const event of [status('failed'), status('expired'), overdue, returned, giveUp, arrive, loaded]) {
      expect(transition(done, event)).toBe(done);
    }
    const gone = transition(done, { type: 'dismiss' });
    expect(gone.ending).toBe(done.ending);
    expect(transition(gone, close)).toBe(gone);
  });

  it('a declined page that takes another card stays as long as the customer has it in front of them', () => {
    const declined: FlowEvent = { type: 'status', reply: { status: 'failed', mayRetry: true } };
    const flow = run(...paying);
    expect(transition(flow, declined)).toBe(flow);
    expect(outcome(run(...paying, declined, status('completed')))).toBe('completed');
    // Back from the page, leaving it, or at its end, nobody types another card.
    for (const end of [returned, close, overdue]) {
      expect(outcome(run(...paying, declined, end, declined))).toBe('failed');
    }
  });

  it('only a status or the word "already paid" leads to completed or failed, in any order of events', () => {
    const others: FlowEvent[] = [
      arrive,
      loaded,
      returned,
      overdue,
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
    const seen = new Map<string, CheckoutFlow>();
    const queue = [firstFlow];
    for (let flow = queue.pop(); flow; flow = queue.pop()) {
      const key = JSON.stringify(flow);
      if (seen.has(key)) continue;
      seen.set(key, flow);
      queue.push(...others.map((event) => transition(flow as CheckoutFlow, event)));
    }
    expect(seen.size).toBeGreaterThan(30);
    for (const flow of seen.values()) expect(['completed', 'failed']).not.toContain(outcome(flow));
    // Every state that is left has a way out that the customer can take.
    for (const flow of seen.values()) {
      const out = [close, giveUp, { type: 'dismiss' } as const].reduce(transition, flow);
      expect(out.phase).toMatch(/ended|gone/);
    }
  });
});

it('asks back before a close that might lose something, and goes on where it was', () => {
  const doubt: FlowEvent = { type: 'close', sure: false };
  expect(run(...paying, doubt).phase).toBe('doubting');
  expect(run(...paying, doubt, { type: 'stay' }).phase).toBe('paying');
  expect(run(...paying, returned, doubt, { type: 'stay' }).phase).toBe('confirming');
  expect(run(...paying, doubt, close).phase).toBe('leaving');
  expect(run(arrive, doubt).phase).toBe('gone');
});
