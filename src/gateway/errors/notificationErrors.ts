import { docsAddress } from '../../help/docsUrl.ts';
import { GatewayError } from './gatewayError.ts';

/** A notification that cannot be trusted or read. `code` says why. */
export abstract class NotificationError extends GatewayError {
  override get docs(): string {
    return docsAddress(`troubleshooting#notification-${this.code}`);
  }

  static override readonly kind: string = 'NotificationError';
}

/** A parsed body was given; the signature needs the bytes that arrived. */
export class RawBodyRequiredError extends NotificationError {
  static override readonly kind = 'RawBodyRequiredError';
  readonly code = 'raw_body_required';
}

/** There is no signature to check. */
export class SignatureMissingError extends NotificationError {
  static override readonly kind = 'SignatureMissingError';
  readonly code = 'signature_missing';
}

/** The signature is not ours: answer 401 and act on nothing. */
export class SignatureMismatchError extends NotificationError {
  static override readonly kind = 'SignatureMismatchError';
  readonly code = 'signature_mismatch';
}

/** The body is no notification; `path` names the field. */
export class NotificationShapeError extends NotificationError {
  static override readonly kind = 'NotificationShapeError';
  readonly code = 'notification_invalid';
  readonly path: string | null;
  /** Whether its signature was right: then it came from the gateway, and an outcome may be waiting behind it. */
  signed = false;

  constructor(message: string, context: { path?: string; cause?: unknown } = {}) {
    super(message, context);
    this.path = context.path ?? null;
  }
}
