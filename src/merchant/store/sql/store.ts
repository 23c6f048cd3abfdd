import type { CheckoutStore, InboxNotification, SecretNotification } from '../contract.ts';
import { admit } from './admit.ts';
import { batchCalls } from './batchCalls.ts';
import { take } from './buckets.ts';
import { change } from './change.ts';
import { createSession } from './create.ts';
import type { SqlDriver } from './driver.ts';
import { bringForward, claimDue, claimOne, finish, now } from './due.ts';
import { addEvents, listEvents } from './events.ts';
import { completeFulfilment, getFulfilment, startFulfilment } from './fulfilments.ts';
import { claimFor } from './holders.ts';
import { listNotifications, receiveAll } from './inbox.ts';
import { prepareTables } from './migrate.ts';
import { purge } from './purge.ts';
import { receiveAllFor } from './receiveFor.ts';
import { completeRelease, getRelease, startRelease } from './releases.ts';
import { countRevocations, revoke } from './revocations.ts';
import { findSessions, getSession, listSessions } from './sessions.ts';
import { listOrphans, listUnfinished } from './unfinished.ts';

/** The store of all engines: each operation is a function of its driver. Every one opens the store first if `ready` was not called. */
export function sqlStore(driver: SqlDriver): CheckoutStore {
  let opened: Promise<void> | null = null;
  const ready = () => {
    opened ??= open(driver).catch((error: unknown) => {
      // The next call tries again: a database that comes back must not need a restart of ours.
      opened = null;
      throw error;
    });
    return opened;
  };

  /** What `close` waits for. */
  const pending = new Set<Promise<unknown>>();
  const operation =
    <A extends readonly unknown[], T>(run: (driver: SqlDriver, ...args: A) => Promise<T>) =>
    (...args: A): Promise<T> => {
      const work = ready().then(() => run(driver, ...args));
      pending.add(work);
      const forget = () => void pending.delete(work);
      work.then(forget, forget);
      return work;
    };

  const receive = batchCalls((notifications: readonly InboxNotification[]) =>
    receiveAll(driver, notifications),
  );
  const receiveFor = batchCalls((notifications: readonly SecretNotification[]) =>
    receiveAllFor(driver, notifications),
  );
  return {
    ready,
    now: operation(now),

    createSession: operation(createSession),
    getSession: operation(getSession),
    findSessions: operation(findSessions),
    listSessions: operation(listSessions),
    change: operation(change),
    addEvents: operation(addEvents),
    listEvents: operation(listEvents),

    receive: operation((_, notification: InboxNotification) => receive(notification)),
    receiveFor: operation((_, notification: SecretNotification) => receiveFor(notification)),
    listNotifications: operation(listNotifications),

    bringForward: operation(bringForward),
    claimDue: operation(claimDue),
    claimOne: operation(claimOne),
    finish: operation(finish),

    getFulfilment: operation(getFulfilment),
    startFulfilment: operation(startFulfilment),
    completeFulfilment: operation(completeFulfilment),

    listUnfinished: operation(listUnfinished),
    listOrphans: operation(listOrphans),

    getRelease: operation(getRelease),
    startRelease: operation(startRelease),
    completeRelease: operation(completeRelease),

    take: operation(take),
    admit: operation(admit),
    revoke: operation(revoke),
    countRevocations: operation(countRevocations),
    claimFor: operation(claimFor),
    purge: operation(purge),
    async close() {
      await Promise.allSettled(pending);
      await driver.close();
    },
  };
}

async function open(driver: SqlDriver): Promise<void> {
  await driver.open();
  await prepareTables(driver);
}
