import { describe, expect, it } from 'vitest';
import { CheckoutError } from '../../src/checkout/checkoutError.ts';
import { type Event, firstState, type State } from '../../src/checkout/machine.ts';
import type { ModelEvent } from '../../src/checkout/modelOptions.ts';
import { reportsOf } from '../../src/checkout/reports.ts';
import { type CheckoutConfig, defaultTimeouts } from '../../src/checkout/settings.ts';

const config: CheckoutConfig = {
  presentation: 'inline',
  expiry: 'page',
  confirmClose: 'auto',
  gatewayOrigins: undefined,
  timeouts: { ...defaultTimeouts, load: 1_234 },
};
const session = { sessionId: 's1', redirectUrl: 'https://pay.example/1' };
const ending = { outcome: 'completed', sessionId: 's1' } as const;
const error = new CheckoutError('session_create_failed', 'x');
const loading: State = { ...firstState, session, phase: 'loading', frameUrl: session.redirectUrl };
const paying: State = { ...loading, phase: 'paying' };
const ended: State = { ...firstState, session, phase: 'ended', ending };
const told: State = { ...ended, reported: true };
const awake: Event = { type: 'awake' };

describe('what the merchant hears of one step', () => {
  it.each<[string, State, Event, State, ModelEvent[]]>([
    ['nothing has changed', loading, awake, loading, []],
    [
      'a session is here',
      firstState,
      { type: 'session', session, sentAt: { monotonic: 0, wall: 0 }, now: { monotonic: 0, wall: 0 } },
      loading,
      [{ type: 'phase', phase: 'loading' }],
    ],
    [
      'the page has loaded',
      loading,
      { type: 'frameLoaded' },
      paying,
      [
        { type: 'phase', phase: 'paying' },
        { type: 'load', sessionId: 's1' },
      ],
    ],
    [
      'another page has loaded',
      paying,
      { type: 'frameLoaded' },
      { ...paying, poll: { how: 'pollSoon' } },
      [],
    ],
    [
      'it left before its page had loaded',
      loading,
      { type: 'returned', hint: 'success' },
      { ...loading, phase: 'confirming' },
      [{ type: 'phase', phase: 'confirming' }],
    ],
    [
      'the customer stays after all',
      { ...paying, phase: 'confirmingClose' },
      { type: 'stay' },
      paying,
      [{ type: 'phase', phase: 'paying' }],
    ],
    [
      'the last minute begins',
      paying,
      { type: 'tick', remainingMs: 60_000 },
      { ...paying, remainingMs: 60_000 },
      [{ type: 'expiring', sessionId: 's1', remainingMs: 60_000 }],
    ],
    [
      'it goes on',
      { ...paying, remainingMs: 60_000 },
      { type: 'tick', remainingMs: 59_000 },
      { ...paying, remainingMs: 59_000 },
      [],
    ],
    [
      'it is over',
      { ...paying, remainingMs: 1_000 },
      { type: 'tick', remainingMs: 0 },
      { ...paying, remainingMs: null },
      [],
    ],
    ['a state without a session', firstState, awake, { ...firstState, remainingMs: 1_000 }, []],
    [
      'the outcome is known, and our history entry is still there',
      paying,
      { type: 'status', reply: { status: 'completed' } },
      ended,
      [{ type: 'phase', phase: 'ended' }],
    ],
    ['it is off', ended, { type: 'backReleased' }, told, [{ type: 'outcome', ending }]],
    ['it is told once', told, { type: 'outcomeReported' }, { ...told, backEntry: 'held' }, []],
    [
      'its view is closed',
      told,
      { type: 'dismiss' },
      { ...told, phase: 'closed' },
      [
        { type: 'phase', phase: 'closed' },
        { type: 'closed', ending, abandoned: false },
      ],
    ],
    ['closed is told once', { ...told, phase: 'closed' }, awake, { ...told, phase: 'closed' }, []],
    [
      'taken away from outside',
      paying,
      { type: 'abandon' },
      { ...told, phase: 'closed' },
      [
        { type: 'phase', phase: 'closed' },
        { type: 'outcome', ending },
        { type: 'closed', ending, abandoned: true },
      ],
    ],
    [
      'refused',
      firstState,
      { type: 'refused', error },
      { ...ended, session: null, ending: { error, sessionId: null }, reported: true },
      [
        { type: 'error', error },
        { type: 'phase', phase: 'ended' },
        { type: 'outcome', ending: { error, sessionId: null } },
      ],
    ],
  ])('%s', (_what, before, event, after, reports) => {
    expect(reportsOf(before, event, after, config)).toEqual(reports);
  });

  const blocked: Event = { type: 'frameBlocked', directive: 'frame-src', url: 'https://pay.example' };
  const cause = new Error('500');
  it.each<[string, State, Event, State, [string, string, unknown]]>([
    [
      'the status could not be asked',
      paying,
      { type: 'statusFailed', cause },
      paying,
      ['status_failed', 'status_failed: the status endpoint could not be asked', cause],
    ],
    [
      "the shop's policy keeps the page out",
      paying,
      blocked,
      { ...paying, blockedBy: 'frame-src' },
      [
        'frame_blocked',
        "frame_blocked: this page's Content-Security-Policy needs: frame-src https://pay.example",
        undefined,
      ],
    ],
    [
      "the shop's page hides the dialog",
      paying,
      { type: 'dialogHidden', now: { monotonic: 0, wall: 0 } },
      paying,
      [
        'frame_blocked',
        'frame_blocked: this page hides or removes the dialog: paid on the full page',
        undefined,
      ],
    ],
    [
      'the page does not load',
      loading,
      { type: 'timeout', timer: 'load' },
      { ...loading, poll: { how: 'start' } },
      ['frame_load_timeout', 'frame_load_timeout: the page did not load in 1234 ms', undefined],
    ],
  ])('an error: %s', (_what, before, event, after, [code, message, why]) => {
    const [report, ...more] = reportsOf(before, event, after, config);
    if (report?.type !== 'error') throw new Error('no error is reported');
    expect([report.error.code, report.error.message, report.error.cause]).toEqual([code, message, why]);
    expect(more).toEqual([]);
  });

  it.each<[string, Event]>([
    ["a policy keeps somebody else's page out", blocked],
    ['the page has loaded in time', { type: 'timeout', timer: 'load' }],
  ])('no error: %s', (_what, event) => {
    expect(reportsOf(paying, event, paying, config)).toEqual([]);
  });

  it('another timer is no error', () => {
    expect(
      reportsOf(loading, { type: 'timeout', timer: 'slow' }, { ...loading, slow: true }, config),
    ).toEqual([]);
  });
});
