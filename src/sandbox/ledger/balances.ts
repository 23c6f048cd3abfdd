import { type DecimalsOverride, formatAmount, parseAmount } from '../../protocol/gateway/money.ts';
import type { SandboxStore } from '../store/store.ts';

interface Balance {
  currency: string;
  amount: string;
}

/** The merchant account's balance, by currency: what payouts are paid from (S145, S194). */
export interface Balances {
  /** Decimal string. */
  get(currency: string): string;
  /** Those that were touched. */
  list(): Readonly<Record<string, string>>;
  /** @throws RangeError for an amount or a currency that is none. */
  set(currency: string, amount: string): void;
  /** Takes the amount if the balance covers it. */
  take(currency: string, amount: string): boolean;
}

/** @param start Balance of a currency that was not touched yet. */
export function createBalances(
  store: SandboxStore,
  start: (currency: string) => string,
  decimals: DecimalsOverride,
): Balances {
  const balances = store.table<Balance>('balances');
  const get = (currency: string) =>
    balances.get(currency)?.amount ?? formatAmount(start(currency), currency, decimals);
  const put = (currency: string, amount: string) => balances.put(currency, { currency, amount });
  return {
    get,
    list: () => Object.fromEntries(balances.values().map(({ currency, amount }) => [currency, amount])),
    set: (currency, amount) => put(currency, formatAmount(amount, currency, decimals)),
    take(currency, amount) {
      const rest = parseAmount(get(currency), currency, decimals) - parseAmount(amount, currency, decimals);
      if (rest < 0n) return false;
      put(currency, formatAmount(rest, currency, decimals));
      return true;
    },
  };
}
