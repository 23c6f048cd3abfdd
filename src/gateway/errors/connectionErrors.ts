import type { TransactionStatus } from '../../protocol/gateway/transaction.ts';
import { type ErrorContext, GatewayError } from './gatewayError.ts';

/** No answer came: the connection could not be made, or broke. */
export class ConnectionError extends GatewayError {
  static override readonly kind: string = 'ConnectionError';
  readonly code: string = 'connection_failed';
}

/** No answer came in time. */
export class TimeoutError extends ConnectionError {
  static override readonly kind = 'TimeoutError';
  override readonly code = 'timeout';
}

/** The caller's signal ended the call before anything could have reached the gateway, or during a read. */
export class AbortedError extends ConnectionError {
  static override readonly kind = 'AbortedError';
  override readonly code = 'aborted';
}

/**
 * A request that moves money, or opens a page to pay on, may or may not have been accepted: its answer was lost, late or
 * unreadable (`cause` says which). Never send it again blindly. `recover()` asks the gateway what became of it.
 */
export class OutcomeUnknownError extends GatewayError {
  static override readonly kind = 'OutcomeUnknownError';
  readonly code = 'outcome_unknown';
  readonly #recover: () => Promise<TransactionStatus>;

  constructor(
    message: string,
    context: ErrorContext & { uniqueReference: string },
    recover: () => Promise<TransactionStatus>,
  ) {
    super(message, context);
    this.#recover = recover;
  }

  /**
   * Asks the status endpoint by unique reference.
   * @throws NotFoundError when the gateway has never seen the request: then it may be sent again.
   */
  recover(): Promise<TransactionStatus> {
    return this.#recover();
  }
}
