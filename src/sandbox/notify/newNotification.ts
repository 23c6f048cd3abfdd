import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { wireStatus } from '../ledger/wireStatus.ts';
import type { Notification } from './notification.ts';
import type { NotificationBehaviour } from './notificationBehaviour.ts';
import { type NotificationPayload, notificationPayload } from './payload.ts';

/** Final states are announced, failures and expiries as the profile says (G2, G3, G17); nothing else is (S187). */
export function isAnnounced(
  { state, channel, is3ds }: Transaction,
  { notification }: GatewayProfile,
): boolean {
  if (state === 'pending' || state === 'lapsed') return false;
  if (channel === 'direct' && !is3ds && !notification.forDirectConnect) return false;
  if (state === 'expired') return notification.onExpiry;
  return state === 'processed' || state === 'unknown' || notification.onFailure;
}

export function newNotification(
  transaction: Transaction,
  profile: GatewayProfile,
): Omit<Notification, 'id' | 'createdAt' | 'nextAt'> {
  const { pspId, orderReference, uniqueReference, callBackUrl: url } = transaction;
  return {
    pspId,
    orderReference,
    uniqueReference,
    url,
    payload: notificationPayload(transaction, profile),
    state: 'waiting',
    attempts: [],
    sent: 0,
    tampered: false,
    repeats: 0,
    thenId: null,
  };
}

/** The contradicting failure that `reorder` sends first. */
export function declined(payload: NotificationPayload, profile: GatewayProfile): NotificationPayload {
  return { ...payload, Status: wireStatus('declined', profile), AuthCode: '', CardToken: '' };
}

/** How a notification differs from others because its order asks for it (`udf: { sandbox }`). */
export function changeFor(
  behaviour: NotificationBehaviour,
  inSeconds: (seconds: number) => number,
): Partial<Notification> {
  switch (behaviour.kind) {
    case 'duplicate':
      return { repeats: 1 };
    case 'tamper':
      return { tampered: true };
    case 'drop':
      return { state: 'dropped', nextAt: null };
    case 'late':
      return { nextAt: inSeconds(behaviour.seconds) };
    default:
      return {};
  }
}
