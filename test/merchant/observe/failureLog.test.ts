import { describe, expect, it } from 'vitest';
import { createFailureLog, type FailureLog } from '../../../src/merchant/observe/failureLog.ts';
import { StoreError } from '../../../src/merchant/store/storeError.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';

const MINUTE = 60_000;
const MESSAGE = 'A sweep failed; the next one tries again';
const DOWN = new StoreError('store_unavailable', 'The database is away.', new Error('ECONNREFUSED'));

interface Line {
  level: string;
  message: string;
  fields: { failures?: number; forMs?: number; err?: { message?: string; stack?: string; cause?: object } };
}

function open(): { failures: FailureLog; lines: Line[]; at(ms: number): void; shown(): Line[] } {
  let now = 5;
  const lines: Line[] = [];
  const write = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, message, fields });
  const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  return {
    failures: createFailureLog(log, () => now),
    lines,
    at: (ms) => {
      now = 5 + ms;
    },
    shown: () => lines.filter(({ level }) => level !== 'debug'),
  };
}

describe('a failure that comes again and again', () => {
  it('is logged once, then ever more rarely up to once an hour, with the count', () => {
    const { failures, at, shown } = open();
    const times: number[] = [];
    for (let second = 0; second <= 5 * 3_600; second += 1.5) {
      at(second * 1_000);
      const before = shown().length;
      failures.failed('sweep', DOWN, MESSAGE);
      if (shown().length > before) times.push(second / 60);
    }
    expect(times).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
    const [first, second, third] = shown();
    expect(first).toMatchObject({ level: 'error', message: MESSAGE });
    expect(first?.fields).not.toHaveProperty('failures');
    expect(second?.fields).toMatchObject({ failures: 40, forMs: MINUTE - 1_500 });
    expect(third?.fields).toMatchObject({ failures: 80 });
  });

  it('that it works again is logged once', () => {
    const { failures, at, shown } = open();
    failures.succeeded('sweep');
    failures.failed('sweep', DOWN, MESSAGE);
    at(2_000);
    failures.failed('sweep', DOWN, MESSAGE);
    failures.succeeded('gateway');
    expect(shown()).toHaveLength(1);
    for (let n = 0; n < 3; n++) failures.succeeded('sweep');
    expect(shown().slice(1)).toEqual([
      { level: 'warn', message: 'Works again: sweep', fields: { failures: 1 } },
    ]);
  });

  it('fails and works in turn: no more lines than when it fails all the time', () => {
    const { failures, at, shown } = open();
    for (let second = 0; second < 600; second++) {
      at(second * 1_000);
      if (second % 2 === 0) failures.failed('sweep', DOWN, MESSAGE);
      else failures.succeeded('sweep');
    }
    expect(shown().map(({ level }) => level)).toEqual([
      'error',
      'warn',
      'error',
      'warn',
      'error',
      'warn',
      'error',
      'warn',
    ]);
  });

  it('that it works again has no number where nothing failed since the last line', () => {
    const { failures, shown } = open();
    failures.failed('sweep', DOWN, MESSAGE);
    failures.succeeded('sweep');
    expect(shown().slice(1)).toEqual([{ level: 'warn', message: 'Works again: sweep', fields: {} }]);
  });

  it('is news again when an hour has passed in peace, to the millisecond', () => {
    const { failures, at, shown } = open();
    failures.failed('sweep', DOWN, MESSAGE);
    at(MINUTE);
    failures.failed('sweep', DOWN, MESSAGE);
    at(2 * MINUTE);
    failures.failed('sweep', DOWN, MESSAGE);
    expect(shown()).toHaveLength(2);
    // The next line was due two minutes after the second.
    at(63 * MINUTE);
    failures.failed('sweep', DOWN, MESSAGE);
    expect(shown().at(-1)?.fields).not.toHaveProperty('failures');
  });

  it('after an hour in peace is news again', () => {
    const { failures, at, shown } = open();
    failures.failed('sweep', DOWN, MESSAGE);
    failures.succeeded('sweep');
    at(62 * MINUTE);
    failures.failed('sweep', DOWN, MESSAGE);
    at(63 * MINUTE + 1);
    failures.failed('sweep', DOWN, MESSAGE);
    expect(shown().filter(({ level }) => level === 'error')).toHaveLength(3);
  });

  it('for another reason, or of something else, is logged too', () => {
    const { failures, shown } = open();
    failures.failed('sweep', DOWN, MESSAGE);
    failures.failed('sweep', new StoreError('schema_newer', 'Too new.'), MESSAGE);
    failures.failed('sweep', new TypeError('x is undefined'), MESSAGE);
    failures.failed('sweep', 'a text', MESSAGE);
    failures.failed('gateway', DOWN, 'The gateway could not be asked about a session');
    failures.failed('sweep', new TypeError('y is undefined'), MESSAGE);
    expect(shown()).toHaveLength(5);
  });

  it('of too many kinds shares one line with others of its sort', () => {
    const { failures, shown } = open();
    const named = (name: string) => Object.assign(new Error('x'), { name });
    for (let n = 0; n < 1_000; n++) failures.failed('sweep', named(`Error ${n}`), MESSAGE);
    const known = shown().length;
    expect(known).toBe(101);
    for (let n = 0; n < 10; n++) failures.failed('gateway', named(`Another ${n}`), MESSAGE);
    expect(shown()).toHaveLength(known + 1);
    failures.failed('sweep', named('Error 0'), MESSAGE);
    expect(shown()).toHaveLength(known + 1);
  });

  it('is told apart by its code, where that is a text, and by what was thrown', () => {
    const { failures, shown } = open();
    const coded = (code: unknown) => Object.assign(new Error('x'), { code });
    for (const thrown of [
      coded('A'),
      coded('B'),
      coded('A'),
      coded(7),
      coded(8),
      new Error('x'),
      'a',
      'b',
      7,
      null,
    ])
      failures.failed('sweep', thrown, MESSAGE);
    // A, B, without a code, a text, a number, null.
    expect(shown()).toHaveLength(6);
    expect(shown().map(({ fields }) => fields.err)).toEqual([
      expect.objectContaining({ code: 'A' }),
      expect.objectContaining({ code: 'B' }),
      expect.objectContaining({ code: 7 }),
      'a',
      7,
      null,
    ]);
  });

  it('has its stack, and its causes’, at level debug only, where every failure is', () => {
    const { failures, lines, shown } = open();
    failures.failed('sweep', DOWN, MESSAGE, { sessionId: 's-1' });
    failures.failed('sweep', DOWN, MESSAGE, { sessionId: 's-2' });
    expect(JSON.stringify(shown())).not.toMatch(/"stack"|failureLog\.test/);
    expect(shown()[0]?.fields).toMatchObject({
      sessionId: 's-1',
      err: {
        name: 'StoreError',
        code: 'store_unavailable',
        message: 'The database is away.',
        cause: { message: 'ECONNREFUSED' },
      },
    });
    const debug = lines.filter(({ level }) => level === 'debug');
    expect(debug).toHaveLength(2);
    expect(debug[1]?.fields.err?.stack).toContain('failureLog.test');
  });
});

describe('the handler', () => {
  it('logs a store, a gateway and a sweep that are down once each, and once that they work again', async () => {
    let isDown = false;
    const lines: string[] = [];
    const write = (level: string) => (_fields: object, message: string) =>
      void lines.push(`${level}: ${message}`);
    const harness = handlerHarness({
      handler: { logger: { debug() {}, info() {}, warn: write('warn'), error: write('error') } },
      wrap: (store) =>
        new Proxy(store, {
          get: (target, name, receiver) =>
            isDown && name !== 'ready' ? () => Promise.reject(DOWN) : Reflect.get(target, name, receiver),
        }),
    });
    const id = await harness.session('A-1');
    lines.length = 0;
    isDown = true;
    for (let n = 0; n < 20; n++) {
      harness.advance(500);
      expect((await harness.get(`/session/${id}`)).status).toBe(503);
    }
    expect(lines).toEqual(['error: A request failed, since the store did']);
    isDown = false;
    for (let n = 0; n < 3; n++) expect((await harness.get(`/session/${id}`)).status).toBe(200);
    expect(lines.slice(1)).toEqual(['warn: Works again: store']);

    harness.gateway.down.add('retrieve');
    lines.length = 0;
    for (let n = 0; n < 4; n++) {
      harness.advance(5_000);
      await harness.get(`/session/${id}`);
      await harness.drain();
    }
    harness.gateway.down.clear();
    harness.advance(60_000);
    await harness.get(`/session/${id}`);
    await harness.drain();
    expect(lines).toEqual([
      'error: The gateway could not be asked about a session',
      'warn: Works again: gateway',
    ]);
  });
});
