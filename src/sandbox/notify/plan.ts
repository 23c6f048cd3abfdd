import type { SandboxClock } from '../clock/clock.ts';
import type { Notification } from './notification.ts';

/** Which notifications are delivered when. */
export interface Plan {
  /** Plans the next delivery in place of one that was planned; none where the notification waits for none. */
  put(notification: Notification): void;
  /** Takes a planned delivery out. */
  take(id: string): void;
  /** Takes all out, and plans none until `resume`. */
  pause(): void;
  resume(notifications: readonly Notification[]): void;
  readonly paused: boolean;
}

export function createPlan(clock: SandboxClock, deliver: (id: string) => Promise<void>): Plan {
  const planned = new Map<string, () => void>();
  let paused = false;

  function take(id: string): void {
    planned.get(id)?.();
    planned.delete(id);
  }

  function put({ id, nextAt, state }: Notification): void {
    take(id);
    if (nextAt === null || state !== 'waiting' || paused) return;
    const run = () => {
      planned.delete(id);
      return deliver(id);
    };
    planned.set(id, clock.schedule(nextAt, run));
  }

  return {
    put,
    take,
    pause() {
      paused = true;
      for (const id of [...planned.keys()]) take(id);
    },
    resume(notifications) {
      paused = false;
      for (const notification of notifications) put(notification);
    },
    get paused() {
      return paused;
    },
  };
}
