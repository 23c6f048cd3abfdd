import Database from 'libsql';

/** What left the shop's door, in a file that outlives the process. */
export interface Parcels {
  /** Once for each idempotency key, however often it is called. */
  ship(orderReference: string, idempotencyKey: string): void;
  /** How many parcels each order has got. */
  byOrder(): ReadonlyMap<string, number>;
  /** Milliseconds since 1970: what was paid before is in no parcel of this file. */
  since(): number;
  close(): void;
}

export function openParcels(path: string, now: () => number): Parcels {
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(`
    CREATE TABLE IF NOT EXISTS parcels (key TEXT PRIMARY KEY, order_reference TEXT NOT NULL, shipped_at INTEGER NOT NULL);
    CREATE TABLE IF NOT EXISTS began (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL);
  `);
  database.prepare('INSERT INTO began (one, at) VALUES (1, ?) ON CONFLICT DO NOTHING').run(now());
  return {
    ship(orderReference, idempotencyKey) {
      database
        .prepare(
          'INSERT INTO parcels (key, order_reference, shipped_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        )
        .run(idempotencyKey, orderReference, now());
    },
    byOrder() {
      const rows = database
        .prepare('SELECT order_reference AS name, COUNT(*) AS parcels FROM parcels GROUP BY order_reference')
        .all() as { name: string; parcels: number }[];
      return new Map(rows.map(({ name, parcels }) => [name, parcels]));
    },
    since: () => (database.prepare('SELECT at FROM began').get() as { at: number }).at,
    close: () => void database.close(),
  };
}
