import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import { redact } from '../../protocol/gateway/redact.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { wireStatus } from '../ledger/wireStatus.ts';
import type { Notification } from '../notify/notification.ts';
import type { VaultEntry } from '../vault/vault.ts';

/*
 * What the controls show. A card token is a secret of the merchant's: of it only the last four characters are shown, enough
 * to tell two apart.
 */

/** A transaction as the controls show it. */
export interface TransactionView extends Omit<Transaction, 'cardToken' | 'base' | 'udf'> {
  /** The state as the gateway sends it. */
  status: string;
  cardTokenEnd: string | null;
  udf: unknown;
}

/** A notification as the controls show it. */
export interface NotificationView extends Omit<Notification, 'payload' | 'thenId' | 'sent'> {
  status: string;
  amount: string;
  currency: string;
}

/** A card token as the controls show it. */
export interface TokenView {
  cardTokenEnd: string;
  maskedNumber: string;
  brand: string;
  expiry: string;
  holderName: string;
  clientAccount: string;
  createdAt: number;
}

export function transactionView(transaction: Transaction, profile: GatewayProfile): TransactionView {
  const { cardToken, base: _, udf, ...rest } = transaction;
  return {
    ...rest,
    status: wireStatus(transaction.state, profile),
    cardTokenEnd: cardToken === null ? null : end(cardToken),
    udf: redact(udf),
  };
}

export function notificationView(notification: Notification): NotificationView {
  const { payload, thenId: _then, sent: _sent, ...rest } = notification;
  return { ...rest, status: payload.Status, amount: payload.Amount, currency: payload.Currency };
}

export function tokenView({ cardToken, card, clientAccount, createdAt }: VaultEntry): TokenView {
  const { maskedNumber, brand, expiry, holderName } = card;
  return { cardTokenEnd: end(cardToken), maskedNumber, brand, expiry, holderName, clientAccount, createdAt };
}

function end(token: string): string {
  return `…${token.slice(-4)}`;
}
