import { expect, it } from 'vitest';
import { CheckoutError, type CheckoutErrorCode, isCheckoutError } from '../../src/checkout/checkoutError.ts';

/** Whether the same call may succeed when the customer tries again. */
const RECOVERABLE: Record<CheckoutErrorCode, boolean> = {
  config_invalid: false,
  session_create_failed: true,
  session_create_timeout: true,
  invalid_redirect_url: false,
  origin_not_allowed: false,
  frame_load_timeout: true,
  frame_blocked: true,
  status_failed: true,
  offline: true,
  chunk_load_failed: true,
  destroyed: false,
};

it.each(Object.entries(RECOVERABLE))('%s: recoverable %s', (name, recoverable) => {
  const code = name as CheckoutErrorCode;
  const cause = new Error('x');
  const error = new CheckoutError(code, 'what to do', cause);
  expect(error).toBeInstanceOf(Error);
  expect({ ...error, message: error.message, cause: error.cause }).toEqual({
    name: 'CheckoutError',
    code,
    docs: `troubleshooting#${code}`,
    recoverable,
    message: `${code}: what to do`,
    cause,
  });
});

it('is told by its name, so that one of another bundle is one, too', () => {
  expect(isCheckoutError(new CheckoutError('offline', 'x'))).toBe(true);
  expect(isCheckoutError({ name: 'CheckoutError' })).toBe(true);
  for (const other of [new Error('x'), {}, null, undefined, 'CheckoutError'])
    expect(isCheckoutError(other)).toBe(false);
});
