import { describe, expect, it } from 'vitest';
import { addNewEvents, isSameType, withoutKnownEvents } from '../../../src/merchant/record/addNewEvents.ts';
import { changeRecord, type RecordChange } from '../../../src/merchant/record/changeRecord.ts';
import { untilSurelyExpired, validForMs } from '../../../src/merchant/record/pageLife.ts';
import type { Change, ChangeResult, NewEvent, SessionRecord } from '../../../src/merchant/store/contract.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

/*
 * How a record is changed while others write it too, and which events are news.
 */

const first = sessionRecord();
const event = (type: string, data: Record<string, unknown> = {}): NewEvent => ({ type, data });

/** A store in which others are faster so often. */
function open({ conflicts = 0, stored = [] as NewEvent[], isGone = false } = {}) {
  const changes: Change[] = [];
  const told: unknown[] = [];
  let reads = 0;
  const records = {
    store: {
      getSession: async () => {
        reads++;
        return isGone ? null : { value: { ...first, checks: changes.length }, version: 1 + changes.length };
      },
      listEvents: async () => stored,
      change: async (given: Change): Promise<ChangeResult> => {
        changes.push(given);
        return (changes.length > conflicts ? 'done' : 'stale') as ChangeResult;
      },
    },
    emit: (events: readonly NewEvent[], session: SessionRecord | null) => told.push([events, session]),
  } as never;
  const change = (how: (record: SessionRecord) => RecordChange | null) =>
    changeRecord(records, first.id, how);
  return { records, change, changes, told, reads: () => reads };
}

describe('a change of a record', () => {
  it('is written, told and answered', async () => {
    const { change, changes, told } = open();
    const events = [event('pending')];
    const next = { ...first, status: 'pending' };
    expect(await change(() => ({ patch: { status: 'pending' }, events }))).toEqual(next);
    expect(changes).toEqual([{ id: first.id, version: 1, next, events }]);
    expect(told).toEqual([[events, next]]);
  });

  it('may have nothing to tell', async () => {
    const { change, changes } = open();
    await change(() => ({ patch: {} }));
    expect(changes).toEqual([{ id: first.id, version: 1, next: first, events: [] }]);
  });

  it('is made anew on what another has written meanwhile', async () => {
    const { change, changes, told } = open({ conflicts: 2 });
    expect(await change(({ checks }) => ({ patch: { checks: checks + 10 } }))).toMatchObject({ checks: 12 });
    expect(changes.map(({ version, next }) => [version, next.checks])).toEqual([
      [1, 10],
      [2, 11],
      [3, 12],
    ]);
    expect(told).toHaveLength(1);
  });

  it('is left where the record asks for none, also after a conflict, or is gone', async () => {
    const none = open();
    expect(await none.change(() => null)).toBeNull();
    expect([none.changes, none.told]).toEqual([[], []]);
    const second = open({ conflicts: 9 });
    expect(await second.change(({ checks }) => (checks === 0 ? { patch: {} } : null))).toBeNull();
    expect([second.changes.length, second.told]).toEqual([1, []]);
    const gone = open({ isGone: true });
    expect(await gone.change(() => Promise.reject(new Error('asked')) as never)).toBeNull();
    expect(gone.reads()).toBe(1);
  });

  it('is given up after fifty tries, and says so', async () => {
    const { change, changes, told } = open({ conflicts: 1_000 });
    const tried = change(() => ({ patch: {} }));
    await expect(tried).rejects.toThrow(`Session ${first.id} changed 50 times while it was being written.`);
    expect([changes.length, told]).toEqual([50, []]);
  });
});

describe('T25 events that are news', () => {
  const stored = [event('mismatch', { a: 1 }), event('conflict')];

  it('are those of another type or other data; of a type alone where that is asked', async () => {
    const { records } = open({ stored });
    const { store } = records as { store: never };
    const all = [
      event('mismatch', { a: 1 }),
      event('mismatch', { a: 2 }),
      event('conflict', { b: 1 }),
      event('lapsed'),
    ];
    const [, second, third, last] = all;
    expect(await withoutKnownEvents(store, first.id, all)).toEqual([second, third, last]);
    expect(await withoutKnownEvents(store, first.id, all, isSameType)).toEqual([last]);
  });

  it('nothing is read where there are none to look for', async () => {
    const store = { listEvents: () => Promise.reject(new Error('read')) } as never;
    expect(await withoutKnownEvents(store, first.id, [])).toEqual([]);
  });

  it('are stored with the record and told; the others leave it as it is', async () => {
    const { records, changes, told } = open({ stored });
    await addNewEvents(records, first, [event('mismatch', { a: 1 })]);
    expect([changes, told]).toEqual([[], []]);
    const news = event('mismatch', { a: 2 });
    await addNewEvents(records, first, [event('conflict'), news]);
    expect(changes).toEqual([{ id: first.id, version: 1, next: first, events: [news] }]);
    expect(told).toEqual([[[news], first]]);
  });
});

it('a page without an address is valid for no time, and has surely ended', () => {
  const none = { redirectExpiresAt: null };
  expect([validForMs(none, -5_000), untilSurelyExpired(none, -5_000)]).toEqual([0, 0]);
  const page = { redirectExpiresAt: 120_000 };
  expect([validForMs(page, 119_999), validForMs(page, 120_001)]).toEqual([1, 0]);
  expect([untilSurelyExpired(page, 121_999), untilSurelyExpired(page, 122_001)]).toEqual([1, -1]);
});
