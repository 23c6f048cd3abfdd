/** The part of a `pg` result that is used. */
export interface PgResult {
  readonly rows: readonly Record<string, unknown>[];
}

/** The part of a `pg` client that is used. */
export interface PgClient {
  query(text: string, values?: unknown[]): Promise<PgResult>;
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
