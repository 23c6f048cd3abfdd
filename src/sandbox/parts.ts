import type { ErrorCode, GatewayProfile } from '../protocol/gateway/profile.ts';
import type { Replay } from './api/replay.ts';
import type { RequestContext } from './api/requestFields.ts';
import type { SandboxClock } from './clock/clock.ts';
import type { Events } from './events.ts';
import type { Ids } from './ids.ts';
import type { Balances } from './ledger/balances.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Settings } from './options.ts';
import type { PaymentProcessor } from './payment/paymentProcessor.ts';
import type { SandboxStore } from './store/store.ts';
import type { Vault } from './vault/vault.ts';

/** The pieces of a sandbox, put together once in `createSandbox` and handed to API, hostedPage and triggers. */
export interface SandboxParts {
  profile: GatewayProfile;
  settings: Settings;
  store: SandboxStore;
  clock: SandboxClock;
  ids: Ids;
  events: Events;
  ledger: Ledger;
  vault: Vault;
  balances: Balances;
  paymentProcessor: PaymentProcessor;
  request(): RequestContext;
  /** `CODE: text`. */
  errorText(code: ErrorCode, text?: string): string;
  replay: Replay;
  /** Deletes what was kept of a deleted token beside the vault: in transactions, notifications and answers (S154). */
  forgetCard(cardToken: string): void;
}
