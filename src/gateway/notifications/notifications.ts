import { decodeNotification, encodeNotification } from '../../protocol/gateway/notificationBody.ts';
import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import { readNotification } from '../../protocol/gateway/readNotification.ts';
import { ShapeError } from '../../protocol/gateway/shapeError.ts';
import type { SignedMessage } from '../../protocol/gateway/signature.ts';
import type { PaymentNotification } from '../../protocol/gateway/transaction.ts';
import {
  NotificationShapeError,
  SignatureMismatchError,
  SignatureMissingError,
} from '../errors/notificationErrors.ts';
import type { Signer } from '../signer.ts';
import type { IncomingNotification } from '../types.ts';
import { warnOfUnreadable } from '../warnOfUnreadable.ts';
import { type Incoming, isRequest, openIncoming, openParts } from './incoming.ts';

/**
 * Payment notifications (S163–S187): the primary way to learn an outcome. The gateway sends one to `callBackUrl` when a
 * payment has ended, and again until your server answers 2xx.
 */
export interface Notifications {
  /**
   * Checks the signature over the raw body, and reads the notification. What it returns was sent by the gateway; whether it is
   * about one of your orders, and about the right sum, is for you to compare. The same one may come twice, and late.
   *
   * Answer 2xx when you have stored it, 401 for `signature_missing` and `signature_mismatch`, and 5xx when you could not:
   * then it comes again. `amount` is a decimal string, `sentAt` a `Date`; the card number is masked.
   *
   * @example
   * const { orderReference, uniqueReference, state, amount, currency } = await gateway.notifications.verify({ body, headers });
   * @param notification a `Request`, or the body as text or bytes with its headers. Never a parsed body: the signature is over what arrived.
   * @throws RawBodyRequiredError (`raw_body_required`) for a body that was parsed already.
   * @throws SignatureMissingError (`signature_missing`), SignatureMismatchError (`signature_mismatch`): answer 401, act on nothing.
   * @throws NotificationShapeError (`notification_invalid`) for one that cannot be read; `signed` says whether the gateway sent it.
   */
  verify(notification: IncomingNotification): Promise<PaymentNotification>;
  /**
   * Reads without checking the signature: good for nothing but to cause a status call.
   * @throws NotificationShapeError (`notification_invalid`), RawBodyRequiredError (`raw_body_required`); TypeError for a `Request`.
   */
  parseUnverified(notification: IncomingNotification): PaymentNotification;
  /**
   * Body and headers as the gateway would send them, signed with your `signatureSecret`; for tests. `payload` is in the
   * interface document's spelling (`OrderReference`, `Status`).
   */
  sign(payload: Record<string, unknown>): Promise<{ body: string; headers: Record<string, string> }>;
}

export function notifications(
  profile: GatewayProfile,
  signer: Signer,
  warn: (operation: string, warning: string) => void,
): Notifications {
  const { header, sign } = profile.notification.signature ?? profile.signature;
  const { encode } = profile.notification;

  return {
    async verify(notification) {
      const incoming = await openIncoming(notification);
      const given = incoming.header(header);
      if (given === null || given === '') {
        throw new SignatureMissingError(
          `The notification has no "${header}" header. Answer 401 and act on nothing.`,
        );
      }
      const message = decode(incoming, encode);
      if (!(await signer.matches(message, given, sign))) {
        throw new SignatureMismatchError(
          "The notification's signature does not match. Check signatureSecret, and that the body is the bytes that arrived; otherwise answer 401.",
        );
      }
      const read = readSigned(message, profile);
      warnOfUnreadable(read, 'notification', warn);
      return read;
    },

    parseUnverified(notification) {
      if (isRequest(notification)) {
        throw new TypeError(
          'parseUnverified reads no Request: give { body, headers } with the text already read.',
        );
      }
      return read(decode(openParts(notification), encode), profile);
    },

    async sign(payload) {
      const { body, contentType, ...message } = encodeNotification(payload, encode);
      const signature = await signer.sign(message, sign);
      return {
        body: body ?? message.query,
        headers: {
          ...(contentType === null ? {} : { 'Content-Type': contentType }),
          ...(signature === null ? {} : { [header]: signature }),
        },
      };
    },
  };
}

function decode(incoming: Incoming, encode: 'json' | 'form' | 'query'): SignedMessage {
  try {
    return decodeNotification(incoming, encode);
  } catch (cause) {
    throw new NotificationShapeError(
      `The notification's body is not ${encode === 'json' ? 'JSON' : 'a form'}.`,
      {
        cause,
      },
    );
  }
}

/** Of a notification that the gateway has signed, so its refusal is the gateway's or the profile's fault. */
function readSigned(message: SignedMessage, profile: GatewayProfile): PaymentNotification {
  try {
    return read(message, profile);
  } catch (error) {
    if (error instanceof NotificationShapeError) error.signed = true;
    throw error;
  }
}

function read(message: SignedMessage, profile: GatewayProfile): PaymentNotification {
  try {
    return readNotification(message.payload, profile);
  } catch (error) {
    const path = error instanceof ShapeError ? { path: error.path } : {};
    throw new NotificationShapeError(`The notification cannot be read. ${(error as Error).message}`, {
      ...path,
      cause: error,
    });
  }
}
