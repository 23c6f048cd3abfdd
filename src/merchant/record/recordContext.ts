import type { DecimalsOverride } from '../../protocol/gateway/money.ts';
import type { Emit } from '../observe/events.ts';
import type { Clock } from '../platform/storeClock.ts';
import type { ModeStore } from '../store/modeStore.ts';

/** What it takes to change a session's record and to report the change. */
export interface RecordContext {
  /** Of the gateway's mode, test or live. */
  readonly store: ModeStore;
  /** The store's clock. */
  readonly clock: Clock;
  readonly emit: Emit;
  /** How many decimals the profile gives to a currency, where it differs from ISO 4217. */
  readonly decimals: DecimalsOverride | undefined;
  /** How long after its last page an order is called unpaid; absent: nobody wants to know. */
  readonly unpaidGraceMs?: number;
}
