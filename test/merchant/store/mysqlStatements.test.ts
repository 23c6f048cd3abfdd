import { describe, expect, it } from 'vitest';
import type { SecretNotification, SessionRecord } from '../../../src/merchant/store/contract.ts';
import { admit } from '../../../src/merchant/store/sql/admit.ts';
import { take } from '../../../src/merchant/store/sql/buckets.ts';
import { FIXED, MUTABLE } from '../../../src/merchant/store/sql/columns.ts';
import type { Row } from '../../../src/merchant/store/sql/driver.ts';
import { receiveAll } from '../../../src/merchant/store/sql/inbox.ts';
import { receiveAllFor } from '../../../src/merchant/store/sql/receiveFor.ts';
import { notification, record } from '../../../src/testing/store/fixture.ts';
import { fakeMysql } from '../../support/store/fakeMysql.ts';

/*
 * The statements that MySQL has of its own, and what is made of its answers, without a server: `mysql.test.ts` runs them on one.
 */

const WROTE = [{ changed: 1 }];
const NOTHING: readonly Row[] = [];

const rowOf = (session: SessionRecord): Row => ({
  ...Object.fromEntries([...FIXED, ...MUTABLE].map(([name, value]) => [name, value(session)])),
  version: '3',
});

const RECENT =
  'element.value > {now} - CAST(? AS {integer}) AND element.value <= {now} + CAST(? AS {integer})';
const isFull = `(other.bucket = ? AND (SELECT COUNT(*) FROM {elements of other.times} WHERE ${RECENT}) >= ?)`;
/** A take from so many buckets. */
const takes = (one: readonly string[], all: readonly string[]) => [
  `INSERT INTO hpp_buckets (bucket, times, expires_at) VALUES ${one.join(', ')} {on conflict bucket} bucket = {new bucket}`,
  `UPDATE hpp_buckets SET expires_at = {now} + ?, times = JSON_ARRAY_APPEND(COALESCE((SELECT JSON_ARRAYAGG(element.value) \
FROM {elements of hpp_buckets.times} WHERE ${RECENT}), JSON_ARRAY()), '$', {now}) \
WHERE bucket IN (${one.map(() => '?').join(', ')}) AND 0 = (SELECT full_ones FROM \
(SELECT COUNT(*) AS full_ones FROM hpp_buckets AS other WHERE ${all.join(' OR ')}) AS counted)`,
];
const NEW = "(?, '[]', {now} + ?)";
const ONE = takes([NEW], [isFull]);
const TWO = takes([NEW, NEW], [isFull, isFull]);
const READ = (places: string) =>
  `SELECT bucket, times, {now} AS now FROM hpp_buckets WHERE bucket IN (${places})`;

describe('take', () => {
  it('makes the bucket and locks it, then takes from it', async () => {
    const { driver, sent } = fakeMysql([[WROTE, WROTE]]);
    expect(await take(driver, 'a', 4, 50)).toEqual({ allowed: true, retryAfterMs: 0 });
    expect(sent).toEqual([
      [
        { sql: ONE[0], values: ['a', 50] },
        { sql: ONE[1], values: [50, 50, 50, 'a', 'a', 50, 50, 4] },
      ],
    ]);
  });

  it('looks when it will be allowed where nothing was taken', async () => {
    const full = { bucket: 'a', times: '[70,60]', now: '100' };
    const { driver, sent } = fakeMysql([[WROTE, NOTHING], [[full]]]);
    expect(await take(driver, 'a', 2, 50)).toEqual({ allowed: false, retryAfterMs: 10 });
    expect(sent[1]).toEqual([{ sql: READ('?'), values: ['a'], varies: true }]);
  });

  it('takes again where it has become possible meanwhile', async () => {
    const free = { bucket: 'a', times: '[50]', now: '100' };
    const { driver, sent } = fakeMysql([[WROTE, NOTHING], [[free]], [WROTE, WROTE]]);
    expect(await take(driver, 'a', 1, 50)).toEqual({ allowed: true, retryAfterMs: 0 });
    expect(sent).toHaveLength(3);
  });

  it('asks for no room where there is never any', async () => {
    const { driver, sent } = fakeMysql([[[{ bucket: 'b', times: '[1]', now: '100' }]]]);
    expect(await take(driver, 'a', 0, 50)).toMatchObject({ allowed: false });
    expect(sent.map(([{ sql } = { sql: '' }]) => sql)).toEqual([READ('?')]);
  });
});

describe('admit', () => {
  const order = { orderReference: 'o', test: true };
  const buckets = [
    { name: 'b', limit: 2 },
    { name: 'a', limit: 3 },
  ];
  const ofOrder = {
    sql: 'SELECT * FROM hpp_sessions WHERE hpp_sessions.order_reference = ? AND hpp_sessions.test = ? ORDER BY hpp_sessions.created_at DESC, hpp_sessions.id DESC',
    values: ['o', 1],
  };
  const time = { sql: 'SELECT {now} AS now', values: [] };

  it('takes from all buckets or from none, and reads the time and the order’s sessions', async () => {
    const sessions = [record(), record()];
    const { driver, sent } = fakeMysql([[WROTE, WROTE, [{ now: '1700' }], sessions.map(rowOf)]]);
    expect(await admit(driver, order, buckets, 50)).toEqual({
      kind: 'admitted',
      sessions: sessions.map((value) => ({ version: 3, value })),
      now: 1_700,
    });
    expect(sent).toEqual([
      [
        { sql: TWO[0], values: ['b', 50, 'a', 50] },
        { sql: TWO[1], values: [50, 50, 50, 'b', 'a', 'b', 50, 50, 2, 'a', 50, 50, 3] },
        time,
        ofOrder,
      ],
    ]);
  });

  it('reads only, where there is no bucket', async () => {
    const { driver, sent } = fakeMysql([[[{ now: 1_700 }], NOTHING]]);
    expect(await admit(driver, { ...order, test: false }, [], 50)).toEqual({
      kind: 'admitted',
      sessions: [],
      now: 1_700,
    });
    expect(sent).toEqual([[time, { ...ofOrder, values: ['o', 0] }]]);
  });

  it('refuses with the bucket that is full', async () => {
    const rows = [{ bucket: 'a', times: '[60,70,80]', now: '100' }];
    const { driver, sent } = fakeMysql([[WROTE, NOTHING, [{ now: '100' }], [rowOf(record())]], [rows]]);
    expect(await admit(driver, order, buckets, 50)).toEqual({
      kind: 'refused',
      bucket: 'a',
      retryAfterMs: 10,
    });
    expect(sent[1]).toEqual([{ sql: READ('?, ?'), values: ['b', 'a'], varies: true }]);
  });

  it('tries again where none is full any more', async () => {
    const admitted = [WROTE, WROTE, [{ now: '101' }], NOTHING];
    const { driver } = fakeMysql([[WROTE, NOTHING, [{ now: '100' }], NOTHING], [NOTHING], admitted]);
    expect(await admit(driver, order, buckets, 50)).toMatchObject({ kind: 'admitted', now: 101 });
  });
});

const ONE_A_DIGEST =
  '{on conflict digest} last_at = {new last_at}, deliveries = hpp_notices.deliveries + {new deliveries}, ' +
  'session_id = COALESCE({new session_id}, hpp_notices.session_id), ' +
  'verified = CASE WHEN {new verified} = 1 THEN 1 ELSE hpp_notices.verified END';
const earlier = (column: string) =>
  `CASE WHEN ${column} IS NULL OR ${column} > {now} THEN {now} ELSE ${column} END`;
const WAKE =
  `UPDATE hpp_due SET wake_at = CASE WHEN leased_until IS NULL THEN NULL ELSE ${earlier('wake_at')} END, ` +
  `due_at = CASE WHEN leased_until IS NULL THEN ${earlier('due_at')} ELSE due_at END`;

describe('receive', () => {
  const body = { status: 'Processed' };
  const insert = (places: string) =>
    `INSERT INTO hpp_notices (digest, session_id, verified, body, first_at, last_at, deliveries) VALUES ${places} ${ONE_A_DIGEST}`;
  const PLACES = '(?, ?, ?, ?, {now}, {now}, ?)';

  it('inserts in the order of the keys, wakes the sessions, and reads how often each was delivered', async () => {
    const b = notification({ digest: 'b', sessionId: 's2' });
    const a = notification({ digest: 'a', sessionId: 's1', verified: true });
    const deliveries = [
      { digest: 'b', deliveries: '2' },
      { digest: 'a', deliveries: '5' },
    ];
    const { driver, sent } = fakeMysql([[WROTE, WROTE, deliveries]]);
    expect(await receiveAll(driver, [b, a, b])).toEqual(['new', 'seen', 'seen']);
    expect(sent).toEqual([
      [
        {
          sql: insert(`${PLACES}, ${PLACES}`),
          values: ['a', 's1', 1, JSON.stringify(body), 1, 'b', 's2', 0, JSON.stringify(body), 2],
          varies: true,
        },
        {
          sql: `${WAKE} WHERE session_id IN ({locked hpp_due.session_id: ?, ?})`,
          values: ['s1', 's2'],
          varies: true,
        },
        {
          sql: 'SELECT digest, deliveries FROM hpp_notices WHERE digest IN (?, ?)',
          values: ['b', 'a'],
          varies: true,
        },
      ],
    ]);
  });

  it('wakes nobody for what belongs to no session', async () => {
    const { driver, sent } = fakeMysql([[WROTE, [{ digest: 'a', deliveries: 1 }]]]);
    expect(await receiveAll(driver, [notification({ digest: 'a' })])).toEqual(['new']);
    expect(sent).toEqual([
      [
        { sql: insert(PLACES), values: ['a', null, 0, JSON.stringify(body), 1], varies: true },
        {
          sql: 'SELECT digest, deliveries FROM hpp_notices WHERE digest IN (?)',
          values: ['a'],
          varies: true,
        },
      ],
    ]);
  });
});

describe('receiveFor', () => {
  const body = { status: 'Processed' };
  const of = (
    digest: string,
    session: SessionRecord,
    secretHash = session.notifySecretHash,
  ): SecretNotification => ({
    ...notification({ digest, verified: digest === 'a' }),
    sessionId: session.id,
    secretHash,
    test: session.test,
  });
  const insert = `INSERT INTO hpp_notices (digest, session_id, verified, body, first_at, last_at, deliveries) \
SELECT ?, id, ?, ?, {now}, {now}, ? FROM hpp_sessions WHERE id = ? AND notify_secret_hash = ? AND test = ? ${ONE_A_DIGEST}`;
  const wake = (ids: string, digests: string) =>
    `${WAKE} WHERE session_id IN (${ids}) AND EXISTS (SELECT 1 FROM hpp_notices WHERE digest IN (${digests}) AND hpp_notices.session_id = hpp_due.session_id)`;
  const answer = (digests: string, keys: string) =>
    `SELECT hpp_sessions.*, digest, deliveries FROM hpp_notices JOIN hpp_sessions ON hpp_sessions.id = session_id \
WHERE digest IN (${digests}) AND (digest, hpp_sessions.id, notify_secret_hash, test) IN (${keys})`;
  const KEY = '(?, ?, ?, ?)';

  it('inserts in the order of the digests, wakes the sessions in theirs, and reads what has the right secret', async () => {
    const first = record({ id: 's1', notifySecretHash: 'h1' });
    const second = record({ id: 's2', notifySecretHash: 'h2', test: false });
    const rows = [{ ...rowOf(first), digest: 'b', deliveries: '2' }];
    const { driver, sent } = fakeMysql([[WROTE, NOTHING, WROTE, rows]]);
    const b = of('b', first);
    expect(await receiveAllFor(driver, [b, of('a', second), b])).toEqual([
      { kind: 'new', session: { version: 3, value: first } },
      null,
      { kind: 'seen', session: { version: 3, value: first } },
    ]);
    const text = JSON.stringify(body);
    expect(sent).toEqual([
      [
        { sql: insert, values: ['a', 1, text, 1, 's2', 'h2', 0] },
        { sql: insert, values: ['b', 0, text, 2, 's1', 'h1', 1] },
        { sql: wake('?, ?', '?, ?'), values: ['s1', 's2', 'a', 'b'], varies: true },
        {
          sql: answer('?, ?', `${KEY}, ${KEY}`),
          values: ['a', 'b', 'a', 's2', 'h2', 0, 'b', 's1', 'h1', 1],
          varies: true,
        },
      ],
    ]);
  });

  it('wakes a session once, however many came for it', async () => {
    const session = record({ id: 's1' });
    const { driver, sent } = fakeMysql([[WROTE, WROTE, WROTE, NOTHING]]);
    expect(await receiveAllFor(driver, [of('a', session), of('b', session)])).toEqual([null, null]);
    expect(sent[0]?.[2]).toEqual({ sql: wake('?', '?, ?'), values: ['s1', 'a', 'b'], varies: true });
  });

  it('writes the same bytes for another key by themselves, and gives each call its own answer', async () => {
    const session = record({ id: 's1', notifySecretHash: 'h1' });
    const live = record({ id: 's1', notifySecretHash: 'h1', test: false });
    const other = record({ id: 's2', notifySecretHash: 'h1' });
    const found = (value: SessionRecord, deliveries: number) => [
      { ...rowOf(value), digest: 'a', deliveries },
    ];
    const { driver, sent } = fakeMysql([
      [WROTE, WROTE, found(session, 1)],
      [NOTHING, NOTHING, NOTHING],
      [NOTHING, NOTHING, NOTHING],
      [WROTE, WROTE, found(other, 4)],
    ]);
    const calls = [of('a', session), of('a', session, 'h0'), of('a', live), of('a', other)];
    expect(await receiveAllFor(driver, calls)).toEqual([
      { kind: 'new', session: { version: 3, value: session } },
      null,
      null,
      { kind: 'seen', session: { version: 3, value: other } },
    ]);
    expect(sent.map(([each]) => each?.values.slice(4))).toEqual([
      ['s1', 'h1', 1],
      ['s1', 'h0', 1],
      ['s1', 'h1', 0],
      ['s2', 'h1', 1],
    ]);
  });
});
