import { detailReader } from './detailReader.ts';
import { fieldReader } from './fieldReader.ts';
import { lazyRaw } from './lazyRaw.ts';
import type { GatewayProfile } from './profile.ts';
import { sentTime } from './sentTime.ts';
import type { PaymentNotification } from './transaction.ts';
import { readDetails } from './transactionDetails.ts';

/**
 * Reads the parsed body of a payment notification (S163–S183), in either spelling.
 * @throws ShapeError naming a field that settles money and is missing or of the wrong type.
 */
export function readNotification(json: unknown, profile: GatewayProfile): PaymentNotification {
  const { parse, timeUnit } = profile.notification;
  if (parse !== undefined) {
    const own = parse(json);
    return lazyRaw({ ...own, unreadable: own.unreadable ?? [] }, json);
  }
  const field = fieldReader(json, profile.wire.readCase, 'the notification');
  const detail = detailReader(field);
  const notification = Object.assign(readDetails(field, detail, profile), {
    attemptNumber: detail.count('AttemptNumber'),
    sentAt: detail.by('SentDateTime', (value) => sentTime(value, timeUnit)),
    unreadable: detail.unreadable,
  });
  return lazyRaw(notification, json);
}
