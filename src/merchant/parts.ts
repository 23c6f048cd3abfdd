import type { CheckoutGateway } from '../gateway/types.ts';
import type { ReadLimit } from './http/readLimit.ts';
import type { LimitedLog } from './observe/limitedLog.ts';
import type { Logger } from './observe/logger.ts';
import type { OncePerMinute } from './observe/oncePerMinute.ts';
import type { Telemetry } from './observe/telemetry.ts';
import type { Sha256 } from './platform/sha256.ts';
import type { Clock } from './platform/storeClock.ts';
import type { HandlerTimeouts } from './platform/timeouts.ts';
import type { Settings } from './settings.ts';
import type { NewEvent, SessionRecord } from './store/contract.ts';
import type { ModeStore } from './store/modeStore.ts';

/** What the handler's pieces are given; put together in `createCheckoutHandler`, nowhere else. */
export interface Parts {
  readonly gateway: CheckoutGateway;
  /** Of the gateway's mode, test or live. */
  readonly store: ModeStore;
  // biome-ignore lint/suspicious/noExplicitAny: what a principal is, only the merchant knows.
  readonly settings: Settings<any>;
  readonly timeouts: HandlerTimeouts;
  /** The store's clock. */
  readonly clock: Clock;
  readonly sha256: Sha256;
  /** Random bits as hex digits. */
  readonly randomHex: (bytes: number) => string;
  readonly uuid: () => string;
  readonly wait: (ms: number) => Promise<void>;
  readonly log: Logger;
  /** For lines that a stranger can cause. */
  readonly limitedLog: LimitedLog;
  readonly oncePerMinute: OncePerMinute;
  /** Counts reads by address, in this process. */
  readonly readLimit: ReadLimit;
  readonly telemetry: Telemetry;
  /** Hands stored events to log and `onEvent`. Never throws. */
  readonly emit: (events: readonly NewEvent[], session: SessionRecord | null) => void;
  /** Work that no answer waits for. Its failure is logged; `close` waits for it. */
  readonly background: Background;
}

export type Background = (name: string, task: Promise<unknown>) => void;
