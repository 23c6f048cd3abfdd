import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { SandboxClock } from '../clock/clock.ts';
import type { Events } from '../events.ts';
import type { Fault } from '../faults/fault.ts';
import type { Ids } from '../ids.ts';
import { subjectOf } from '../ledger/ledger.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { SandboxStore } from '../store/store.ts';
import { changeFor, declined, isAnnounced, newNotification } from './newNotification.ts';
import type { DeliveryAttempt, Notification } from './notification.ts';
import { notificationBehaviour } from './notificationBehaviour.ts';
import type { NotificationPayload } from './payload.ts';
import { createPlan } from './plan.ts';
import type { Send } from './sender.ts';
import { readWaits } from './waits.ts';

export interface Notifier {
  /** Plans the notification of a final state, unless the profile has none for it. */
  announce(transaction: Transaction): void;
  /** Delivers once more, now; whatever was acknowledged before. */
  resend(id: string): Promise<Notification>;
  /** Holds deliveries back until `resume`. */
  pause(): void;
  resume(): void;
  readonly paused: boolean;
  get(id: string): Notification | undefined;
  /** Takes a deleted token and its card out of what is kept, so that a later delivery does not contain them (S154). */
  forgetCard(cardToken: string): void;
  list(): readonly Notification[];
  /** Plans what the store holds, in place of what was planned before. */
  wake(): void;
}

export interface NotifierOptions {
  store: SandboxStore;
  clock: SandboxClock;
  ids: Ids;
  events: Events;
  profile: GatewayProfile;
  send: Send;
  /** Planned waits are multiplied by this. */
  pace: number;
  /** From 0 to 1, seeded. */
  random: () => number;
  takeFault: (notification: Notification) => Fault | null;
}

/** A payload's card fields once the card is forgotten. */
const NO_CARD = {
  CardNumber: '',
  CardExpiry: '',
  CardHolderName: '',
  CardCountry: '',
  CardType: '',
  CardToken: '',
} satisfies Partial<NotificationPayload>;

export function createNotifier(options: NotifierOptions): Notifier {
  const { store, clock, ids, events, profile, pace } = options;
  const waits = readWaits(profile.notification.schedule, pace, options.random);
  const notifications = store.table<Notification>('notifications');
  const plan = createPlan(clock, attempt);

  function write(notification: Notification): Notification {
    notifications.put(notification.id, notification);
    return notification;
  }

  function add(transaction: Transaction, change: Partial<Notification>): Notification {
    const notification = write({
      ...newNotification(transaction, profile),
      id: ids.record(),
      createdAt: clock.now(),
      nextAt: clock.now() + waits.first,
      ...change,
    });
    const dropped = notification.state === 'dropped';
    events.emit(dropped ? 'notification.dropped' : 'notification.scheduled', subjectOf(transaction), {
      id: notification.id,
      status: notification.payload.Status,
      nextAt: notification.nextAt,
    });
    plan.put(notification);
    return notification;
  }

  function announce(transaction: Transaction): void {
    if (!isAnnounced(transaction, profile)) return;
    const behaviour = notificationBehaviour(transaction.udf);
    if (behaviour.kind !== 'reorder' || transaction.state !== 'processed') {
      add(
        transaction,
        changeFor(behaviour, (seconds) => clock.now() + waits.inSeconds(seconds)),
      );
      return;
    }
    const success = add(transaction, { nextAt: null });
    add(transaction, { payload: declined(success.payload, profile), thenId: success.id });
  }

  /** One delivery, its record, and what follows from it. */
  async function attempt(id: string): Promise<void> {
    const before = notifications.get(id);
    if (before === undefined) return;
    const fault = options.takeFault(before);
    if (fault?.do === 'delay') {
      return plan.put(write({ ...before, nextAt: clock.now() + Math.round(fault.ms * pace) }));
    }
    const number = before.sent + 1;
    write({ ...before, sent: number });
    const { attempt: made, acknowledged } = await options.send(before, number, fault);
    const current = notifications.get(id);
    if (current === undefined) return; // reset while under way
    const attempts = [...current.attempts, made];
    const after = write({
      ...current,
      attempts,
      ...next(current, acknowledged, clock.now(), () => waits.after(attempts.length)),
    });
    reportAttempt(events, after, made, acknowledged);
    plan.put(after);
    const waiting = after.thenId === null ? undefined : notifications.get(after.thenId);
    if (waiting?.state === 'waiting' && waiting.nextAt === null) {
      plan.put(write({ ...waiting, nextAt: clock.now() }));
    }
  }

  return {
    announce,
    async resend(id) {
      if (notifications.get(id) === undefined) throw new RangeError(`There is no notification "${id}".`);
      plan.take(id);
      await attempt(id);
      return notifications.get(id) as Notification;
    },
    pause: plan.pause,
    resume: () => plan.resume(notifications.values()),
    get paused() {
      return plan.paused;
    },
    get: (id) => notifications.get(id),
    forgetCard(cardToken) {
      for (const notification of notifications.values()) {
        if (notification.payload.CardToken !== cardToken) continue;
        write({ ...notification, payload: { ...notification.payload, ...NO_CARD } });
      }
    },
    list: () => notifications.values(),
    wake() {
      plan.pause();
      plan.resume(notifications.values());
    },
  };
}

function reportAttempt(
  events: Events,
  { id, payload, state, nextAt, ...subject }: Notification,
  { number, status: httpStatus, error }: DeliveryAttempt,
  acknowledged: boolean,
): void {
  const { Status: status } = payload;
  events.emit(acknowledged ? 'notification.acknowledged' : 'notification.attempted', subjectOf(subject), {
    id,
    attempt: number,
    status,
    httpStatus,
    error,
    nextAt,
  });
  if (state === 'given_up') events.emit('notification.given_up', subjectOf(subject), { id });
}

/** What follows from a delivery. `wait` answers `null` where the schedule has no further try. */
function next(
  { state, repeats }: Notification,
  acknowledged: boolean,
  now: number,
  wait: () => number | null,
): Partial<Notification> {
  if (acknowledged && repeats > 0) return { repeats: repeats - 1, nextAt: now };
  if (acknowledged || state === 'acknowledged') return { state: 'acknowledged', nextAt: null };
  if (state !== 'waiting') return {}; // a resend that failed plans nothing
  const waitMs = wait();
  return waitMs === null ? { state: 'given_up', nextAt: null } : { nextAt: now + waitMs };
}
