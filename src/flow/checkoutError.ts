export type CheckoutErrorCode =
  | 'config_invalid'
  | 'session_create_failed'
  | 'session_create_timeout'
  | 'invalid_redirect_url'
  | 'origin_not_allowed'
  | 'frame_load_timeout'
  | 'frame_blocked'
  | 'status_failed'
  | 'offline'
  | 'chunk_load_failed'
  | 'destroyed';

const BRAND = Symbol.for('hpp-checkout.error');
const NOT_BY_TRYING_AGAIN = /config|redirect|origin|destroyed/;

/**
 * The only error the widget throws, rejects with or reports. The message is for the developer: what was wrong, what was
 * expected, what to do. The customer reads the dialog's own texts.
 */
export class CheckoutError extends Error {
  /** Stable; made for `switch`. */
  readonly code: CheckoutErrorCode;
  /** Whether the same call may succeed when the customer tries again. */
  readonly recoverable: boolean;

  constructor(code: CheckoutErrorCode, message: string, cause?: unknown) {
    super(`${code}: ${message}`, cause === undefined ? undefined : { cause });
    this.name = 'CheckoutError';
    this.code = code;
    this.recoverable = !NOT_BY_TRYING_AGAIN.test(code);
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** By brand, so that it holds across the two stages and across two copies of the package. */
export function isCheckoutError(error: unknown): error is CheckoutError {
  return typeof error === 'object' && error !== null && BRAND in error;
}
