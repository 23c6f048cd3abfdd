/** Where an event belongs; lets a timeline of browser, server and gateway join on the merchant's references. */
export interface EventSubject {
  orderReference?: string;
  uniqueReference?: string;
  pspId?: string;
}

export type EventType =
  | 'request'
  | 'transaction.created'
  | 'transaction.changed'
  | 'token.created'
  | 'token.deleted'
  | 'notification.scheduled'
  | 'notification.attempted'
  | 'notification.acknowledged'
  | 'notification.dropped'
  | 'notification.given_up'
  | 'clock'
  | 'fault.applied'
  | 'reset'
  /** An error of the sandbox itself. */
  | 'problem';

/** Something that happened in the sandbox. `data` is redacted: no card number, security code, card token or credential. */
export interface SandboxEvent extends EventSubject {
  /** Rises by one, from 1. */
  readonly sequence: number;
  /** Milliseconds since 1970 by the sandbox's clock. */
  readonly at: number;
  readonly type: EventType;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Events {
  emit(type: EventType, subject: EventSubject, data?: Record<string, unknown>): void;
  on(listener: (event: SandboxEvent) => void): () => void;
  /** The latest events, oldest first. */
  recent(): readonly SandboxEvent[];
}

const KEPT = 500;

export function createEvents(
  now: () => number,
  redact: (value: unknown) => unknown,
  report: (error: unknown) => void,
): Events {
  const listeners = new Set<(event: SandboxEvent) => void>();
  const kept: SandboxEvent[] = [];
  let sequence = 0;
  return {
    emit(type, subject, data = {}) {
      const event: SandboxEvent = {
        sequence: ++sequence,
        at: now(),
        type,
        ...subject,
        data: redact(data) as Record<string, unknown>,
      };
      kept.push(event);
      if (kept.length > KEPT) kept.shift();
      for (const listener of [...listeners]) {
        try {
          listener(event);
        } catch (error) {
          report(error);
        }
      }
    },
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    recent: () => [...kept],
  };
}
