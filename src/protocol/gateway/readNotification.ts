import { fieldReader } from './fieldReader.ts';
import { lazyRaw } from './lazyRaw.ts';
import type { GatewayProfile } from './profile.ts';
import { ShapeError } from './shapeError.ts';
import type { PaymentNotification } from './transaction.ts';
import { readDetails } from './transactionDetails.ts';

/** From here on a number is milliseconds: the same in seconds is the year 5138 (N18). */
const FIRST_MILLISECONDS = 100_000_000_000;

/**
 * Reads the parsed body of a payment notification (S163–S183), in either spelling.
 * @throws ShapeError naming the field that is missing or of the wrong type.
 */
export function readNotification(json: unknown, profile: GatewayProfile): PaymentNotification {
  const { parse, timeUnit } = profile.notification;
  if (parse !== undefined) return lazyRaw({ ...parse(json) }, json);
  const field = fieldReader(json, profile.wire.readCase, 'the notification');
  const notification = Object.assign(readDetails(field, profile), {
    attemptNumber: readInteger(field('AttemptNumber'), 'AttemptNumber'),
    sentAt: readTime(field('SentDateTime'), timeUnit),
  });
  return lazyRaw(notification, json);
}

function readInteger(value: unknown, name: string): number | null {
  if (value === undefined || value === null || value === '') return null;
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number;
  throw new ShapeError(name, 'a whole number');
}

function readTime(value: unknown, unit: 'auto' | 's' | 'ms'): Date | null {
  const number = readInteger(value, 'SentDateTime');
  if (number === null) return null;
  const isMs = number >= FIRST_MILLISECONDS;
  if (unit !== 'auto' && isMs !== (unit === 'ms')) {
    throw new ShapeError('SentDateTime', `a time in ${unit}, as the profile's notification.timeUnit says`);
  }
  const date = new Date(isMs ? number : number * 1000);
  if (Number.isNaN(date.getTime())) throw new ShapeError('SentDateTime', 'a time since 1970 in s or ms');
  return date;
}
