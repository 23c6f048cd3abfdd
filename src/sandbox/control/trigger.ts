import * as v from 'valibot';
import type { ErrorCode, GatewayProfile } from '../../protocol/gateway/profile.ts';
import { errorText } from '../errorText.ts';
import type { Ids } from '../ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { PaymentProcessor } from '../payment/paymentProcessor.ts';
import type { SandboxStore } from '../store/store.ts';
import type { Vault } from '../vault/vault.ts';

const TRIGGERED = ['processed', 'declined', 'failed', 'cancelled', 'expired', 'lapsed', 'unknown'] as const;
/** The acquirer's code that goes with an end, where it has one. */
const CODES: Partial<Record<Trigger['event'], ErrorCode>> = {
  declined: 'DECLINED',
  failed: 'ACQUIRER_UNAVAILABLE',
};

/** Makes a transaction end in a certain way, as if customer, issuer or time had done it. */
export interface Trigger {
  /** How it ends. */
  event: (typeof TRIGGERED)[number];
  /** The transaction meant, by any of its names. None of them: a new one, for which `callBackUrl` is needed. */
  pspId?: string;
  orderReference?: string;
  uniqueReference?: string;
  /** For a new one: where its notification goes. */
  callBackUrl?: string;
  /** For a new one; default `10.00`. */
  amount?: string;
  /** For a new one; default `EUR`. */
  currency?: string;
  /** Replaces the acquirer's text. */
  errorMessage?: string;
}

const text = v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(2048)));
const shape = v.strictObject({
  event: v.picklist(TRIGGERED),
  pspId: v.optional(v.union([v.pipe(v.string(), v.minLength(1)), v.pipe(v.number(), v.transform(String))])),
  orderReference: text,
  uniqueReference: text,
  callBackUrl: v.optional(v.pipe(v.string(), v.url())),
  amount: text,
  currency: text,
  errorMessage: text,
});

export interface TriggerContext {
  profile: GatewayProfile;
  store: SandboxStore;
  ledger: Ledger;
  vault: Vault;
  paymentProcessor: PaymentProcessor;
  ids: Ids;
  now: () => number;
  /** Of a new transaction. */
  acquirer: string;
}

/**
 * @throws RangeError for a trigger that is malformed or names no transaction, TransitionError when the transaction cannot end
 * that way any more.
 */
export function createTrigger(context: TriggerContext): (trigger: Trigger) => Transaction {
  const { profile, ledger, paymentProcessor, vault, ids } = context;

  return (input) => {
    const parsed = v.safeParse(shape, input);
    if (!parsed.success) {
      const issue = parsed.issues[0];
      throw new RangeError(`trigger.${v.getDotPath(issue) ?? ''}: ${issue.message}`);
    }
    const { event, errorMessage, ...rest } = parsed.output as Trigger;
    return context.store.atomically(() => {
      const transaction = meant(rest);
      if (event === 'processed') return pay(transaction);
      const code = CODES[event];
      const message = errorMessage ?? (code === undefined ? undefined : errorText(profile, code));
      return ledger.move(transaction, event, message === undefined ? {} : { errorMessage: message });
    });
  };

  function meant({ pspId, orderReference, uniqueReference, ...fresh }: Omit<Trigger, 'event'>): Transaction {
    const reference = {
      ...(pspId === undefined ? {} : { pspId }),
      ...(orderReference === undefined ? {} : { orderReference }),
      ...(uniqueReference === undefined ? {} : { uniqueReference }),
    };
    const known = Object.keys(reference).length === 0 ? undefined : ledger.find(reference);
    if (known !== undefined) return known;
    const { callBackUrl } = fresh;
    if (callBackUrl === undefined) {
      throw new RangeError(
        'trigger: there is no such transaction; name one by pspId, orderReference or uniqueReference, or give callBackUrl for a new one.',
      );
    }
    const token = ids.hppToken();
    return ledger.create({
      kind: 'payment',
      type: 'PURC',
      channel: 'page',
      token,
      orderReference: orderReference ?? `trigger-${token.slice(0, 8)}`,
      uniqueReference: uniqueReference ?? token,
      amount: fresh.amount ?? '10.00',
      currency: fresh.currency ?? 'EUR',
      test: true,
      redirectionUrl: callBackUrl,
      failRedirectionUrl: callBackUrl,
      callBackUrl,
      language: 'en',
      customer: { email: '', clientAccount: '', name: '' },
      udf: null,
      configuration: {},
      base: '',
      endsAt: null,
      acquirer: context.acquirer,
    });
  }

  /** With the method that the customer had chosen, else with a test card. */
  function pay(transaction: Transaction): Transaction {
    if (transaction.method !== null && transaction.method !== 'card')
      return paymentProcessor.complete(transaction);
    const card = vault.know(
      {
        number: '4242424242424242',
        securityCode: null,
        expMonth: '12',
        expYear: String(new Date(context.now()).getUTCFullYear() + 1),
        holderName: transaction.customer.name || 'Test Customer',
      },
      'processed',
    );
    return paymentProcessor.completeCard(transaction, card, null, transaction.approvalId !== null);
  }
}
