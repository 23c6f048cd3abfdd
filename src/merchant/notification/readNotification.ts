import type { CheckoutGateway } from '../../gateway/checkoutGateway.ts';
import { decodeNotification } from '../../protocol/gateway/notificationBody.ts';
import type { PaymentNotification } from '../../protocol/gateway/transaction.ts';

/** A notification as far as it can be read. */
export type ReadNotification =
  | { kind: 'signed'; notification: PaymentNotification }
  /** No signature, in a profile or a delivery without one: a reason to poll the gateway, whatever it says. */
  | { kind: 'unsigned'; fields: Record<string, unknown> }
  /** A signature that is not the gateway's. */
  | { kind: 'forged'; reason: string; fields: Record<string, unknown> }
  /** No notification, or one without a field that we act on; `signed` when its signature was right all the same. */
  | { kind: 'unreadable'; reason: string; signed: boolean };

/**
 * Has the gateway client check the signature over the raw bytes. What fails that check is read only as far as needed to
 * keep a copy of it.
 */
export async function readNotification(
  gateway: CheckoutGateway,
  request: Request,
  body: Uint8Array,
): Promise<ReadNotification> {
  const incoming = { body, headers: request.headers, url: request.url };
  try {
    return { kind: 'signed', notification: await gateway.notifications.verify(incoming) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    const fields = readFields(gateway, request, body);
    switch (code) {
      case 'signature_missing':
        return fields === null ? unreadable() : { kind: 'unsigned', fields };
      case 'signature_mismatch':
        return { kind: 'forged', reason: 'signature_mismatch', fields: fields ?? {} };
      case 'notification_invalid':
        return {
          kind: 'unreadable',
          reason: error instanceof Error ? error.message : 'not a notification',
          signed: (error as { signed?: unknown }).signed === true,
        };
      default:
        throw error;
    }
  }
}

function unreadable(): ReadNotification {
  return {
    kind: 'unreadable',
    reason: 'The body is no notification in a form that is read here.',
    signed: false,
  };
}

/** An unsigned body in the profile's form; a JSON body is read in any profile. */
function readFields(
  gateway: CheckoutGateway,
  request: Request,
  body: Uint8Array,
): Record<string, unknown> | null {
  const { encode } = gateway.profile.notification;
  const type = request.headers.get('content-type') ?? '';
  const form = /json/i.test(type) ? 'json' : /x-www-form-urlencoded/i.test(type) ? 'form' : encode;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const { payload } = decodeNotification({ body: text, query: new URL(request.url).search.slice(1) }, form);
    if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return null;
    return payload as Record<string, unknown>;
  } catch {
    return null;
  }
}
