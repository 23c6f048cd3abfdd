/** Stable codes of `CheckoutError`; each stands in the docs' troubleshooting. */
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

const NAME = 'CheckoutError';
/** `config_invalid`, `invalid_redirect_url`, `origin_not_allowed`, `destroyed`; so short since every page view loads it. */
const NOT_BY_TRYING_AGAIN = /inv|not|des/;

/**
 * The only error the widget throws, rejects with or reports. The message is for the developer: what was wrong, what was
 * expected, what to do. The customer reads the dialog's own texts.
 */
export class CheckoutError extends Error {
  /** Stable; made for `switch`. */
  declare readonly code: CheckoutErrorCode;
  /** Whether the same call may succeed when the customer tries again. */
  declare readonly recoverable: boolean;

  /**
   * Where the docs speak of this code, from their root: `troubleshooting#offline`, which `npx hpp-checkout docs` takes too.
   * Never a whole address: every page view would pay for its bytes. What `diagnose()` prints has it.
   */
  declare readonly docs: string;

  constructor(code: CheckoutErrorCode, message: string, cause?: unknown) {
    super(`${code}: ${message}`, { cause });
    Object.assign(this, {
      name: NAME,
      code,
      docs: `troubleshooting#${code}`,
      recoverable: !NOT_BY_TRYING_AGAIN.test(code),
    });
  }
}

/** By name, so that it holds across the two bundles and across two copies of the package. */
export function isCheckoutError(error: unknown): error is CheckoutError {
  return (error as CheckoutError | null)?.name === NAME;
}
