/** Nothing was stored, and the same work may succeed on another try; `cause` is what to throw when it does not. */
export class RetryableError extends Error {
  constructor(cause: unknown) {
    super('Nothing was stored; another try may succeed.', { cause });
  }
}
