/** The part of a `pg` result that is used. */
export interface PgResult {
  readonly rows: readonly Record<string, unknown>[];
}

/** The part of a `pg` query that is used. With a name the server keeps it parsed: https://node-postgres.com/features/queries#prepared-statements */
export interface PgQuery {
  readonly text: string;
  readonly values?: unknown[];
  readonly name?: string;
}

/** The part of a `pg` client that is used. */
export interface PgClient {
  query(query: PgQuery): Promise<PgResult>;
  /** With `true` the connection is closed instead of kept. */
  release(destroy?: boolean): void;
  on?(event: 'error', listener: (error: Error) => void): unknown;
  on?(event: 'notice', listener: (notice: { readonly routine?: string | undefined }) => void): unknown;
}

/** The part of a `pg` pool that the store uses; `pg` itself is never imported. */
export interface PgPool {
  connect(): Promise<PgClient>;
  on?(event: 'error', listener: (error: Error) => void): unknown;
  on?(event: 'connect', listener: (client: Pick<PgClient, 'on'>) => void): unknown;
  off?(event: 'error', listener: (error: Error) => void): unknown;
  off?(event: 'connect', listener: (client: Pick<PgClient, 'on'>) => void): unknown;
  readonly options?: { readonly connectionTimeoutMillis?: number | undefined };
}
