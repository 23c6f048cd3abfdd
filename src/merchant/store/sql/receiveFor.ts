import type { Received, SecretNotification } from '../contract.ts';
import { flag } from './columns.ts';
import { assertStorable } from './compile.ts';
import type { Row, SqlDriver, Transaction, Write } from './driver.ts';
import { WAKE_DECIDED, wakeAll } from './due.ts';
import { insertThenRead, ONE_A_DIGEST, upsert } from './inbox.ts';
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
  const rows = driver.isMysql
    ? await driver.transaction(() => inSteps(arrived))
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

/** The rows of arrays with digest, session, hash, test, verified, body, deliveries, as one value: so the statement is always the same. */
const INSERT = `INSERT INTO hpp_notices (digest, session_id, verified, body, first_at, last_at, deliveries)
  SELECT arrived.value ->> 0, hpp_sessions.id, ${number(4)}, arrived.value ->> 5, {now}, {now}, ${number(6)}
  FROM {arrays} AS arrived JOIN hpp_sessions ON hpp_sessions.id = arrived.value ->> 1
    AND hpp_sessions.notify_secret_hash = arrived.value ->> 2 AND hpp_sessions.test = ${number(3)}
  WHERE {bounded} ${ONE_A_DIGEST} RETURNING digest, session_id, deliveries`;

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

/** Where an insert gives no rows back. */
function* inSteps(arrived: readonly (readonly [string, Copies])[]): Transaction<readonly Row[]> {
  const keys = arrived.flatMap(([, [key]]) => (key === undefined ? [] : [key]));
  const ids = [...new Set(keys.map(({ sessionId }) => sessionId))].sort();
  const sessions = yield {
    sql: `SELECT * FROM hpp_sessions WHERE id IN (${ids.map(() => '?').join(', ')})`,
    values: ids,
  };
  const found = new Map<string, Row>();
  for (const { digest, sessionId, secretHash, test } of keys) {
    const session = sessions.find(({ id }) => id === sessionId);
    if (session?.notify_secret_hash !== secretHash || Number(session.test) !== flag(test)) continue;
    found.set(digest, session);
  }
  if (found.size === 0) return [];
  const known = arrived.filter(([digest]) => found.has(digest));
  const due = [...new Set([...found.values()].map(({ id }) => String(id)))].sort();
  const rows = yield* insertThenRead(upsert(known), [...found.keys()], [wakeAll(due)]);
  return rows.map((row) => ({ ...found.get(String(row.digest)), ...row }));
}
