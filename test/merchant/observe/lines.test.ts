import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEmit } from '../../../src/merchant/observe/createEmit.ts';
import { newEvent, type PaymentEvent, toPaymentEvent } from '../../../src/merchant/observe/events.ts';
import { limitedLog } from '../../../src/merchant/observe/limitedLog.ts';
import { consoleLogger, type Logger, redactingLogger } from '../../../src/merchant/observe/logger.ts';
import { oncePerMinute } from '../../../src/merchant/observe/oncePerMinute.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

/*
 * What is written, whole: events, log lines, and how often.
 */

const MINUTE = 60_000;
type Line = [level: string, fields: object, message: string];

function recorder(more: Partial<Logger> = {}): { lines: Line[]; log: Logger } {
  const lines: Line[] = [];
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push([level, fields, message]);
  const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  return { lines, log: { ...log, ...more } };
}

describe('an event', () => {
  const session = sessionRecord();
  const ids = {
    sessionId: session.id,
    orderReference: session.orderReference,
    correlationId: session.correlationId,
  };

  it.each([
    ...['notification_unreadable', 'mismatch', 'conflict', 'overpaid', 'late_payment', 'unresolved'],
    ...['payment_unconfirmed', 'fulfilment_failing', 'unpaid_failing', 'pending_failing', 'underpaid'],
    ...['overcharged', 'price_unknown', 'details_failing', 'card_token_missing', 'card_token_undelivered'],
    ...['rate_limited', 'orphan_notification', 'lapsed'],
  ] as PaymentEvent['type'][])('%s is one that a person should see', (type) => {
    expect(toPaymentEvent(newEvent(type, { a: 1 }), session)).toEqual({
      type,
      alert: true,
      ...ids,
      data: { a: 1 },
    });
  });

  it.each([
    ...['session_created', 'session_opened', 'session_not_opened', 'app_chosen', 'returned', 'pending'],
    ...['completed', 'failed', 'expired', 'fulfilled', 'order_unpaid', 'unpaid_told', 'pending_told'],
    ...['fulfilment_failed', 'details_delivered', 'details_failed', 'notification_received'],
    ...['notification_rejected', 'fields_unreadable', 'unsigned_orphan', 'notification_handled'],
    ...['notification_failed', 'unknown_status', 'status_incomplete', 'unpaid_failed', 'pending_failed'],
  ] as PaymentEvent['type'][])('%s is none', (type) => {
    expect(toPaymentEvent(newEvent(type), session)).toEqual({ type, alert: false, ...ids, data: {} });
  });

  it('of no session has the order that its data names, if any', () => {
    const nobody = { sessionId: null, correlationId: null, alert: true, type: 'orphan_notification' };
    const data = { orderReference: 'B-2' };
    expect(toPaymentEvent(newEvent('orphan_notification', data), null)).toEqual({
      ...nobody,
      orderReference: 'B-2',
      data,
    });
    for (const orderReference of [7, null, undefined]) {
      const event = toPaymentEvent(newEvent('orphan_notification', { orderReference }), null);
      expect(event).toMatchObject({ ...nobody, orderReference: null });
    }
    // The record's own order, whatever the data says.
    expect(toPaymentEvent(newEvent('mismatch', data), session).orderReference).toBe('A-1');
  });

  it('is counted, logged and told, in this order, and an onEvent that fails is logged', () => {
    const { lines, log } = recorder();
    const counted: unknown[] = [];
    const told: PaymentEvent[] = [];
    const telemetry = { event: (...given: unknown[]) => counted.push(given) } as never;
    const emit = createEmit({ onEvent: (event) => void told.push(event), telemetry, log });
    emit([newEvent('completed', { pspId: '7' }), newEvent('overpaid')], session);
    expect(counted).toEqual([
      ['completed', false],
      ['overpaid', true],
    ]);
    expect(lines).toEqual([
      ['info', { ...ids, data: { pspId: '7' } }, 'checkout: completed'],
      ['warn', { ...ids, data: {} }, 'checkout alert: overpaid'],
    ]);
    expect(told).toEqual([
      { type: 'completed', alert: false, ...ids, data: { pspId: '7' } },
      { type: 'overpaid', alert: true, ...ids, data: {} },
    ]);
    const fails = () => {
      throw new Error('a bug in the shop');
    };
    createEmit({ onEvent: fails, telemetry, log })([newEvent('failed')], session);
    expect(lines.slice(3)).toEqual([
      [
        'error',
        { err: expect.objectContaining({ functionName: 'onEvent' }), type: 'failed' },
        'onEvent failed',
      ],
    ]);
    createEmit({ onEvent: undefined, telemetry, log })([newEvent('failed')], null);
    expect(lines).toHaveLength(5);
  });
});

describe('the merchant’s logger', () => {
  const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

  it('gets each line at its own level, redacted', () => {
    const { lines, log } = recorder();
    const safe = redactingLogger(log);
    for (const level of LEVELS) safe[level]({ cvv: '123', order: 'A-1' }, `at ${level}`);
    expect(lines).toEqual(LEVELS.map((level) => [level, { cvv: '[redacted]', order: 'A-1' }, `at ${level}`]));
  });

  it('gets no line of a level that it says is off; what it says must be false', () => {
    const { lines, log } = recorder({
      isLevelEnabled: (level) => ({ debug: false, info: undefined, warn: true, error: 0 })[level] as never,
    });
    const safe = redactingLogger(log);
    for (const level of LEVELS) safe[level]({}, level);
    expect(lines.map(([level]) => level)).toEqual(['info', 'warn', 'error']);
  });

  it('T54 that fails stops nothing, and it is said once, on the console', () => {
    const console: string[] = [];
    const fails = () => {
      throw new Error('disk full');
    };
    const { lines, log } = recorder({ warn: fails, isLevelEnabled: fails });
    const safe = redactingLogger(log, (line) => console.push(line));
    safe.warn({}, 'lost');
    safe.warn({}, 'lost');
    safe.error({}, 'written all the same');
    expect(lines).toEqual([['error', {}, 'written all the same']]);
    expect(console.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'error',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        message: 'The logger failed; the lines that it fails on are lost',
        err: expect.objectContaining({ functionName: 'logger.isLevelEnabled' }),
      },
    ]);
    // A console that fails too is nobody's to tell.
    expect(() => redactingLogger(log, fails).warn({}, 'lost')).not.toThrow();
  });

  afterEach(() => vi.restoreAllMocks());

  it('T54 names the level that fails, on the console where nothing else was given', () => {
    const printed: string[] = [];
    vi.spyOn(console, 'error').mockImplementation((line) => void printed.push(line));
    const fails = () => {
      throw new Error('disk full');
    };
    const { lines, log } = recorder({ warn: fails });
    // One that does not say which levels it writes fails at nothing.
    redactingLogger(log).error({}, 'written');
    expect([lines.length, printed]).toEqual([1, []]);
    redactingLogger(log).warn({}, 'lost');
    expect(printed.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'error',
        time: expect.any(String),
        message: 'The logger failed; the lines that it fails on are lost',
        err: expect.objectContaining({
          functionName: 'logger.warn',
          message: 'logger.warn failed: disk full',
        }),
      },
    ]);
  });

  it('by default is the console: warnings and errors, a JSON line each', () => {
    const printed: [string, unknown][] = [];
    for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
      vi.spyOn(console, level).mockImplementation((line) => void printed.push([level, JSON.parse(line)]));
    }
    const log = consoleLogger();
    for (const level of LEVELS) log[level]({ level: 'theirs', order: 'A-1\n' }, `at ${level}`);
    const time = expect.stringMatching(/^\d{4}-/);
    expect(printed).toEqual([
      ['warn', { level: 'theirs', time, message: 'at warn', order: 'A-1\n' }],
      ['error', { level: 'theirs', time, message: 'at error', order: 'A-1\n' }],
    ]);
    log.warn({}, 'x');
    log.error({}, 'x');
    expect(printed.slice(2)).toEqual([
      ['warn', { level: 'warn', time, message: 'x' }],
      ['error', { level: 'error', time, message: 'x' }],
    ]);
    expect(LEVELS.map((level) => log.isLevelEnabled?.(level))).toEqual([false, false, true, true]);
  });
});

describe('T72 what anybody can cause', () => {
  it('is written ten times a minute for each kind; the next minute says how many were left out', () => {
    let now = 5;
    const { lines, log } = recorder();
    const write = limitedLog(log, () => now);
    const many = (kind: string, count: number) =>
      Array.from({ length: count }, (_, n) => write(kind, { n }, kind)).filter(Boolean).length;
    expect([many('a', 13), many('b', 10), many('a', 1)]).toEqual([10, 10, 0]);
    expect(lines[0]).toEqual(['warn', { n: 0 }, 'a']);
    now += MINUTE - 1;
    expect(many('a', 1)).toBe(0);
    now += 1;
    lines.length = 0;
    expect([many('a', 2), many('b', 1)]).toEqual([2, 1]);
    expect(lines).toEqual([
      ['warn', { n: 0, leftOut: 5 }, 'a'],
      ['warn', { n: 1 }, 'a'],
      ['warn', { n: 0 }, 'b'],
    ]);
  });

  it('is asked of others once a minute for each kind', () => {
    let now = 5;
    const isFirst = oncePerMinute(() => now);
    expect([isFirst('a'), isFirst('a'), isFirst('b')]).toEqual([true, false, true]);
    now += MINUTE - 1;
    expect([isFirst('a'), isFirst('b')]).toEqual([false, false]);
    now += 1;
    expect([isFirst('a'), isFirst('a')]).toEqual([true, false]);
  });
});
