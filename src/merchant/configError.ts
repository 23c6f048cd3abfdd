/** The handler was given options it cannot work with. */
export class CheckoutConfigError extends Error {
  override readonly name = 'CheckoutConfigError';
  readonly code = 'config_invalid';
}
