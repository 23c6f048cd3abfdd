import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { SandboxClock } from '../clock/clock.ts';
import type { Events } from '../events.ts';
import type { Fault } from '../faults/fault.ts';
import type { Ids } from '../ids.ts';
import { subjectOf } from '../ledger/ledger.ts';
import { statusWord } from '../ledger/statusWord.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { SandboxStore } from '../store/store.ts';
import type { Notification } from './notification.ts';
import { notificationBehaviour } from './notificationBehaviour.ts';
import { type NotificationPayload, notificationPayload } from './payload.ts';
import type { Send } from './sender.ts';

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
  /** Takes a deleted token and its card out of what is kept, so that a later delivery cannot tell them (S154). */
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

/** Waits of the schedule vary by this much, so that many failures do not come back as one wave. */
const JITTER = 0.1;

export function createNotifier(options: NotifierOptions): Notifier {
  const { store, clock, ids, events, profile, pace } = options;
  const rules = profile.notification;
  const notifications = store.table<Notification>('notifications');
  const planned = new Map<string, () => void>();
  let paused = false;

  const scaled = (seconds: number) => Math.round(seconds * 1000 * pace);
  const jittered = (seconds: number) => scaled(seconds * (1 - JITTER + 2 * JITTER * options.random()));

  function write(notification: Notification): Notification {
    notifications.put(notification.id, notification);
    return notification;
  }

  function plan({ id, nextAt, state }: Notification): void {
    planned.get(id)?.();
    planned.delete(id);
    if (nextAt === null || state !== 'waiting' || paused) return;
    planned.set(
      id,
      clock.schedule(nextAt, () => attempt(id)),
    );
  }

  function add(transaction: Transaction, change: Partial<Notification>): Notification {
    const now = clock.now();
    const notification = write({
      id: ids.record(),
      pspId: transaction.pspId,
      orderReference: transaction.orderReference,
      uniqueReference: transaction.uniqueReference,
      url: transaction.callBackUrl,
      payload: notificationPayload(transaction, profile),
      createdAt: now,
      state: 'waiting',
      attempts: [],
      sent: 0,
      nextAt: now + scaled(rules.schedule[0] ?? 0),
      tampered: false,
      repeats: 0,
      thenId: null,
      ...change,
    });
    const dropped = notification.state === 'dropped';
    events.emit(dropped ? 'notification.dropped' : 'notification.scheduled', subjectOf(transaction), {
      id: notification.id,
      status: notification.payload.Status,
      nextAt: notification.nextAt,
    });
    plan(notification);
    return notification;
  }

  function announce(transaction: Transaction): void {
    if (!isAnnounced(transaction, profile)) return;
    const behaviour = notificationBehaviour(transaction.udf);
    switch (behaviour.kind) {
      case 'normal':
        return void add(transaction, {});
      case 'duplicate':
        return void add(transaction, { repeats: 1 });
      case 'tamper':
        return void add(transaction, { tampered: true });
      case 'drop':
        return void add(transaction, { state: 'dropped', nextAt: null });
      case 'late':
        return void add(transaction, { nextAt: clock.now() + scaled(behaviour.seconds) });
      case 'reorder': {
        if (transaction.state !== 'processed') return void add(transaction, {});
        const success = add(transaction, { nextAt: null });
        const failure = {
          ...success.payload,
          Status: statusWord('declined', profile),
          AuthCode: '',
          CardToken: '',
        };
        add(transaction, { payload: failure, thenId: success.id });
      }
    }
  }

  /** One delivery, its record, and what follows from it. */
  async function attempt(id: string): Promise<void> {
    const before = notifications.get(id);
    if (before === undefined) return;
    planned.delete(id);
    const fault = options.takeFault(before);
    if (fault?.do === 'delay') {
      return plan(write({ ...before, nextAt: clock.now() + Math.round(fault.ms * pace) }));
    }
    const number = before.sent + 1;
    write({ ...before, sent: number });
    const { attempt: made, acknowledged } = await options.send(before, number, fault);
    const current = notifications.get(id);
    if (current === undefined) return; // reset while under way
    const after = write(follow({ ...current, attempts: [...current.attempts, made] }, acknowledged));
    events.emit(acknowledged ? 'notification.acknowledged' : 'notification.attempted', subjectOf(after), {
      id,
      attempt: number,
      status: after.payload.Status,
      httpStatus: made.status,
      error: made.error,
      nextAt: after.nextAt,
    });
    if (after.state === 'given_up') events.emit('notification.given_up', subjectOf(after), { id });
    plan(after);
    const waiting = after.thenId === null ? undefined : notifications.get(after.thenId);
    if (waiting?.state === 'waiting' && waiting.nextAt === null) {
      plan(write({ ...waiting, nextAt: clock.now() }));
    }
  }

  function follow(notification: Notification, acknowledged: boolean): Notification {
    if (acknowledged && notification.repeats > 0) {
      return { ...notification, repeats: notification.repeats - 1, nextAt: clock.now() };
    }
    if (acknowledged || notification.state === 'acknowledged') {
      return { ...notification, state: 'acknowledged', nextAt: null };
    }
    if (notification.state !== 'waiting') return notification; // a resend that failed plans nothing
    const wait = rules.schedule[notification.attempts.length];
    if (wait === undefined) return { ...notification, state: 'given_up', nextAt: null };
    return { ...notification, state: 'waiting', nextAt: clock.now() + jittered(wait) };
  }

  return {
    announce,
    async resend(id) {
      if (notifications.get(id) === undefined) throw new RangeError(`There is no notification "${id}".`);
      planned.get(id)?.();
      await attempt(id);
      return notifications.get(id) as Notification;
    },
    pause() {
      paused = true;
      for (const cancel of planned.values()) cancel();
      planned.clear();
    },
    resume() {
      paused = false;
      for (const notification of notifications.values()) plan(notification);
    },
    get paused() {
      return paused;
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
      paused = false;
      planned.clear();
      for (const notification of notifications.values()) plan(notification);
    },
  };
}

/** Final states are announced, failures and expiries as the profile says (G2, G3, G17); nothing else is (S187). */
function isAnnounced({ state, channel, is3ds }: Transaction, { notification }: GatewayProfile): boolean {
  if (state === 'pending' || state === 'lapsed') return false;
  if (channel === 'direct' && !is3ds && !notification.forDirectConnect) return false;
  if (state === 'expired') return notification.onExpiry;
  return state === 'processed' || state === 'unknown' || notification.onFailure;
}
