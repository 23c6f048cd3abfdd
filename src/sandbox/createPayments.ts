import type { Hmac } from '../protocol/gateway/signature.ts';
import { platformTimers } from './clock/timers.ts';
import type { Foundation } from './createFoundation.ts';
import { type Balances, createBalances } from './ledger/balances.ts';
import { createLedger, type Ledger } from './ledger/ledger.ts';
import { type Deliver, networkDeliver } from './notify/deliver.ts';
import { createNotifier, type Notifier } from './notify/notifier.ts';
import { createSender } from './notify/sender.ts';
import type { ResolvedOptions } from './options.ts';
import { createPaymentProcessor, type PaymentProcessor } from './payment/paymentProcessor.ts';
import { createVault, type Vault } from './vault/vault.ts';

const DAY = 86_400_000;
/** How long a customer may take at the bank, the wallet or 3-D Secure. */
const APPROVAL_MS = 600_000;

/** Transactions, cards, money, and the notifications of them. */
export interface Payments {
  notifier: Notifier;
  ledger: Ledger;
  vault: Vault;
  balances: Balances;
  paymentProcessor: PaymentProcessor;
  /** Plans what time will do, after records came back from a store or a snapshot. */
  wake(): void;
}

export function createPayments(
  { store, clock, ids, events, faults, random }: Foundation,
  options: ResolvedOptions,
  { hmac, deliver }: { hmac: Hmac; deliver: Deliver | undefined },
): Payments {
  const { profile, pace } = options;
  const secret = options.credentials.signatureSecret;
  const send = createSender({
    now: clock.now,
    timers: platformTimers,
    profile,
    secret,
    hmac,
    deliver: deliver ?? networkDeliver(options),
    hasField: options.hasNotificationField,
    transformBody: options.transformBody.notification ?? ((payload) => payload),
  });
  const takeFault = ({ orderReference }: { orderReference: string }) =>
    faults.take('notification', orderReference);
  const notifier = createNotifier({ store, clock, ids, events, profile, send, pace, random, takeFault });
  const ledger = createLedger({ store, clock, ids, events, profile, onMove: notifier.announce });
  const vault = createVault(store, { ids, now: clock.now, mask: options.mask, key: secret });
  const balances = createBalances(store, options.midBalance, profile.limits.decimals);
  const paymentProcessor = createPaymentProcessor({
    store,
    ledger,
    vault,
    ids,
    clock,
    profile,
    approvalMs: APPROVAL_MS,
    authorisationMs: options.authorisationDays * DAY,
  });
  return {
    notifier,
    ledger,
    vault,
    balances,
    paymentProcessor,
    wake() {
      ledger.wake();
      notifier.wake();
    },
  };
}
