import { GatewayError } from './gatewayError.ts';

/** An option of `createGateway` that cannot be. */
export class ConfigurationError extends GatewayError {
  static override readonly kind = 'ConfigurationError';
  readonly code = 'config_invalid';
}

/** The client was started in a browser, where its secrets would be anyone's. */
export class BrowserNotAllowedError extends GatewayError {
  static override readonly kind = 'BrowserNotAllowedError';
  readonly code = 'browser_not_allowed';
}

/** The signature could not be computed, or a secret could not be fetched. Nothing was sent. */
export class SigningError extends GatewayError {
  static override readonly kind = 'SigningError';
  readonly code = 'signing_failed';
}
