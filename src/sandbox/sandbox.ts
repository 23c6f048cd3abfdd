import type { ProfilePoint } from '../protocol/gateway/describeProfile.ts';
import type { GatewayProfile } from '../protocol/gateway/profile.ts';
import type { LoggedRequest } from './api/requestLog.ts';
import type { PayWith } from './cards/namedCards.ts';
import type { Trigger } from './control/trigger.ts';
import type { NotificationView, TokenView, TransactionView } from './control/views.ts';
import type { SandboxEvent } from './events.ts';
import type { Fault, NewFault } from './faults/fault.ts';
import type { HostedPageService } from './hostedPage/hostedPageService.ts';
import type { Listening, ListenOptions } from './listen.ts';
import type { SandboxCredentials } from './options.ts';
import type { PaidPage, ThreeDSAnswer } from './paidPage.ts';
import type { StoreDump } from './store/store.ts';

/** A running sandbox. Each control is also a route under `/_sandbox`. */
export interface Sandbox {
  readonly profile: GatewayProfile;
  readonly credentials: SandboxCredentials;
  /** Every point that the interface document leaves open, and how this sandbox takes it. */
  describe(): readonly ProfilePoint[];
  /** Where it is reached, or `null` while it is reached through `fetch` only. */
  readonly url: string | null;
  /** Answers a request in this process; takes what the platform's `fetch` takes. */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>;
  /** @throws Error when the port is busy, with what to do. */
  listen(where?: ListenOptions): Promise<Listening>;
  /** Ends timers, streams and connections. */
  close(): Promise<void>;

  /** Runs what is due (notifications above all) and waits for what is under way: what tests do in place of sleeping. */
  settle(): Promise<void>;
  /** Told of everything that happens. Returns a function that ends it. */
  on(listener: (event: SandboxEvent) => void): () => void;
  /**
   * Pays a hosted page as a customer would, without a browser, and delivers the notification.
   *
   * @param redirectUrl of a session, as the shop's server got it from here.
   * @param card name or number of a test card, or all fields of one. Default `'paid'`.
   * @param options.threeDS the answer when the card's issuer asks. Default `'approve'`.
   * @throws RangeError for another address, and for a card that the page does not take.
   * @example
   * const { outcome, notified } = await sandbox.pay(session.redirectUrl, 'challenge', { threeDS: 'decline' });
   */
  pay(redirectUrl: string, card?: PayWith, options?: { threeDS?: ThreeDSAnswer }): Promise<PaidPage>;
  /** The hosted page without a browser, step by step. */
  readonly page: HostedPageService;
  /** Forgets everything and begins again: ledger, vault, notifications, balances, faults, clock, seeded ids. */
  reset(): Promise<void>;
  /** Everything that is kept, whole: card tokens too, so it belongs in tests, not in logs. */
  snapshot(): SandboxSnapshot;
  /** Puts a snapshot in place of what is kept. */
  restore(snapshot: SandboxSnapshot): void;

  readonly clock: {
    /** Milliseconds since 1970. */
    now(): number;
    readonly frozen: boolean;
    /**
     * Moves on by milliseconds or by a duration such as `'121s'` or `'30d'`; what falls due on the way is done.
     * @throws RangeError for what is no duration, and beyond the year 9999; the clock then stays where it is. So does `set`.
     */
    advance(duration: number | string): Promise<void>;
    set(time: number | Date): Promise<void>;
    freeze(): void;
    /** Lets a frozen clock run on. */
    run(): void;
  };
  readonly faults: {
    /** @throws RangeError naming the member that is wrong. */
    add(fault: NewFault): Fault;
    list(): readonly Fault[];
    remove(id: string): boolean;
    clear(): void;
  };
  readonly notifications: {
    /** Oldest first. */
    list(): readonly NotificationView[];
    /** @throws RangeError for an id that is none. */
    resend(id: string): Promise<NotificationView>;
    /** Holds deliveries back until `resume`. */
    pause(): void;
    resume(): void;
    readonly paused: boolean;
  };
  readonly transactions: { list(): readonly TransactionView[] };
  readonly tokens: { list(): readonly TokenView[] };
  /** The latest requests to the API, redacted, oldest first. */
  readonly requests: { list(): readonly LoggedRequest[] };
  readonly balances: {
    /** The merchant account's balance, a decimal string. */
    get(currency: string): string;
    set(currency: string, amount: string): void;
    list(): Readonly<Record<string, string>>;
  };
  /**
   * Makes a transaction end in a certain way.
   * @throws RangeError when none is meant, TransitionError when it cannot end that way any more.
   */
  trigger(trigger: Trigger): TransactionView;
}

/** All that a sandbox keeps, to be put back later. */
export interface SandboxSnapshot {
  readonly version: 1;
  readonly records: StoreDump;
}
