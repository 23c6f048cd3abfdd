import type mysql from 'mysql2/promise';
import type pg from 'pg';
import type { MysqlPool } from '../../../src/merchant/store/mysql/pool.ts';
import type { PgPool } from '../../../src/merchant/store/postgres/pool.ts';
import type { SqliteDatabase } from '../../../src/merchant/store/sqlite/handle.ts';

/*
 * An engine with a look at each statement before it is sent. What `before` throws is the statement's error.
 */

type Before = (sql: string) => void;

export function watchedDatabase(database: SqliteDatabase, before: Before): SqliteDatabase {
  return {
    exec(sql) {
      before(sql);
      return database.exec(sql);
    },
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        reader: statement.reader ?? true,
        all(...values) {
          before(sql);
          return statement.all(...values);
        },
        run(...values) {
          before(sql);
          return statement.run(...values);
        },
      };
    },
    close: () => database.close(),
  };
}

export function watchedMysqlPool(pool: mysql.Pool, before: Before): MysqlPool {
  return {
    async getConnection() {
      const client = await pool.getConnection();
      return {
        async query(query) {
          before(query.sql);
          return client.query(query);
        },
        release: () => client.release(),
        destroy: () => client.destroy(),
        connection: client.connection,
      };
    },
    on: pool.on.bind(pool) as NonNullable<MysqlPool['on']>,
    off: pool.off.bind(pool) as NonNullable<MysqlPool['off']>,
  };
}

export function watchedPool(pool: pg.Pool, before: Before): PgPool {
  return {
    async connect() {
      const client = await pool.connect();
      return {
        async query(query) {
          before(query.text);
          return client.query(query);
        },
        release: (destroy) => client.release(destroy),
      };
    },
    on: pool.on.bind(pool) as NonNullable<PgPool['on']>,
    off: pool.off.bind(pool) as NonNullable<PgPool['off']>,
  };
}
