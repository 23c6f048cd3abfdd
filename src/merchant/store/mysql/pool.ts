/** What the store gives `query`: the options of a `mysql2` query that it sets whatever the pool's are. */
export interface MysqlQuery {
  readonly sql: string;
  readonly rowsAsArray: false;
  readonly nestTables: false;
  readonly typeCast: true;
}

/** The part of a `mysql2/promise` connection that is used. */
export interface MysqlConnection {
  query(query: MysqlQuery): Promise<readonly [unknown, unknown]>;
  release(): void;
  destroy(): void;
  /** The connection behind it: one for its whole life, while each borrowing may wrap it anew. */
  readonly connection?: { readonly config?: { readonly multipleStatements?: boolean } };
}

/** The part of a `mysql2` pool that the store uses; `mysql2` itself is never imported. */
export interface MysqlPool {
  getConnection(): Promise<MysqlConnection>;
  on?(event: 'connection', listener: (connection: unknown) => void): unknown;
  off?(event: 'connection', listener: (connection: unknown) => void): unknown;
}

/** A pool of `mysql2` with callbacks: it has one with promises. */
export interface MysqlCallbackPool {
  promise(): MysqlPool;
}
