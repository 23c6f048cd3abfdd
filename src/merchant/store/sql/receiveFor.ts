import type { Received, SecretNotification } from '../contract.ts';
import { flag } from './columns.ts';
import { assertStorable } from './compile.ts';
import type { SqlDriver, Statement, Write } from './driver.ts';
import { WAKE, WAKE_DECIDED } from './due.ts';
import { ONE_A_DIGEST } from './inbox.ts';
import { sessionOf } from './rows.ts';

type Copies = readonly SecretNotification[];

/** Stores notifications that came together; `null` for each whose secret is not its session's. */
export async function receiveAllFor(
  driver: SqlDriver,
  notifications: readonly SecretNotification[],
): Promise<readonly (Received | null)[]> {
  const byDigest = new Map<string, Copies>();
  // The same bytes for another session, or with another secret: in a write of their own.
  const others: SecretNotification[] = [];
  for (const each of notifications) {
    const copies = byDigest.get(each.digest) ?? [];
    if (copies.every((copy) => isSameKey(copy, each))) byDigest.set(each.digest, [...copies, each]);
    else others.push(each);
  }
  const arrived = [...byDigest].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows =
    driver.mysql !== null
      ? ((await driver.mysql.all(onMysql(arrived))).at(-1) ?? [])
      : await driver.write(asWrite(arrived));
  const rest = others.length === 0 ? [] : await receiveAllFor(driver, others);

  const kept = new Map(rows.map((row) => [String(row.digest), row]));
  const fresh = new Set(
    arrived.flatMap(([digest, { length }]) =>
      Number(kept.get(digest)?.deliveries) === length ? [digest] : [],
    ),
  );
  return notifications.map((each) => {
    const place = others.indexOf(each);
    if (place >= 0) return rest[place] ?? null;
    const row = kept.get(each.digest);
    if (row === undefined) return null;
    return { kind: fresh.delete(each.digest) ? 'new' : 'seen', session: sessionOf(row) };
  });
}

const isSameKey = (a: SecretNotification, b: SecretNotification): boolean =>
  a.sessionId === b.sessionId && a.secretHash === b.secretHash && a.test === b.test;

const number = (index: number): string => `CAST(arrived.value ->> ${index} AS {integer})`;

/**
 * The rows of arrays with digest, session, hash, test, verified, body, deliveries, as one value: so the statement is always the same. Their
 * sessions stand in a subquery by itself: PostgreSQL expects a hundred arrays, and for a join with these it would read all sessions.
 */
const INSERT = `INSERT INTO hpp_notices (digest, session_id, verified, body, first_at, last_at, deliveries)
  SELECT arrived.value ->> 0, arrived.value ->> 1, ${number(4)}, arrived.value ->> 5, {now}, {now}, ${number(6)}
  FROM {arrays} AS arrived
  WHERE {bounded} AND (SELECT 1 FROM hpp_sessions WHERE hpp_sessions.id = arrived.value ->> 1
    AND hpp_sessions.notify_secret_hash = arrived.value ->> 2 AND hpp_sessions.test = ${number(3)}) = 1
  ${ONE_A_DIGEST} RETURNING digest, session_id, deliveries`;

function asWrite(arrived: readonly (readonly [string, Copies])[]): Write {
  const arrays = arrived.map(([digest, copies]) => {
    const [{ sessionId, secretHash, test, verified, body }] = copies as [SecretNotification];
    // As JSON they would be escaped, and pass.
    for (const text of [digest, sessionId, secretHash]) assertStorable(text);
    return [digest, sessionId, secretHash, flag(test), flag(verified), JSON.stringify(body), copies.length];
  });
  return {
    decide: { sql: INSERT, values: [JSON.stringify(arrays)] },
    writes: [{ sql: WAKE_DECIDED, values: [] }],
    answer: {
      sql: `SELECT hpp_sessions.*, decided.digest, decided.deliveries
        FROM decided JOIN hpp_sessions ON hpp_sessions.id = decided.session_id`,
      values: [],
    },
  };
}

/**
 * Where an insert gives no rows back: what was stored is read again by the same conditions. The rows are locked by the insert, so
 * nobody changes them in between.
 */
function onMysql(arrived: readonly (readonly [string, Copies])[]): readonly Statement[] {
  const inserts = arrived.map(([digest, copies]): Statement => {
    const [{ sessionId, secretHash, test, verified, body }] = copies as [SecretNotification];
    return {
      sql: `INSERT INTO hpp_notices (digest, session_id, verified, body, first_at, last_at, deliveries)
        SELECT ?, id, ?, ?, {now}, {now}, ? FROM hpp_sessions
        WHERE id = ? AND notify_secret_hash = ? AND test = ? ${ONE_A_DIGEST}`,
      values: [
        ...[digest, flag(verified), JSON.stringify(body), copies.length],
        ...[sessionId, secretHash, flag(test)],
      ],
    };
  });
  const keys = arrived.map(([digest, [key]]) => [
    digest,
    ...(key === undefined ? [] : [key.sessionId, key.secretHash, flag(key.test)]),
  ]);
  const ids = [...new Set(arrived.flatMap(([, [key]]) => (key === undefined ? [] : [key.sessionId])))].sort();
  const digests = arrived.map(([digest]) => digest);
  // Where the secret was wrong there is none of these, unless it came before with the right one.
  const wake: Statement = {
    sql: `${WAKE} WHERE session_id IN (${listOf(ids)}) AND EXISTS (SELECT 1 FROM hpp_notices
      WHERE digest IN (${listOf(digests)}) AND hpp_notices.session_id = hpp_due.session_id)`,
    values: [...ids, ...digests],
    varies: true,
  };
  const answer: Statement = {
    sql: `SELECT hpp_sessions.*, digest, deliveries FROM hpp_notices JOIN hpp_sessions ON hpp_sessions.id = session_id
      WHERE digest IN (${listOf(digests)})
        AND (digest, hpp_sessions.id, notify_secret_hash, test) IN (${keys.map(() => '(?, ?, ?, ?)').join(', ')})`,
    values: [...digests, ...keys.flat()],
    varies: true,
  };
  return [...inserts, wake, answer];
}

const listOf = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
