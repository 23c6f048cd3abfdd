import { CURRENCY_DECIMALS } from './currencies.ts';

/** An amount as the merchant gives it: a decimal string (`'10.5'`) or minor units (`1050n`). Never a float. */
export type Amount = string | bigint;

/** Decimals that a gateway counts differently from ISO 4217, by currency code. */
export type DecimalsOverride = Readonly<Record<string, number>>;

const DECIMAL = /^(\d{1,12})(?:\.(\d+))?$/;

/**
 * Decimals of a currency: the override's, else ISO 4217's.
 * @throws RangeError for a code that is in neither.
 */
export function currencyDecimals(currency: string, override: DecimalsOverride = {}): number {
  const decimals = Object.hasOwn(override, currency) ? override[currency] : CURRENCY_DECIMALS.get(currency);
  if (decimals === undefined) {
    throw new RangeError(`"${currency}" is not an ISO 4217 currency code in upper case, such as "EUR".`);
  }
  return decimals;
}

/**
 * The amount with exactly the currency's decimals, as sent to the gateway (S29, S120).
 *
 * @example formatAmount('10', 'EUR') // '10.00'
 * @example formatAmount(1050n, 'JPY') // '1050'
 * @throws RangeError when the amount is not a plain decimal, has more decimals than the currency, or the currency is unknown.
 */
export function formatAmount(amount: Amount, currency: string, override?: DecimalsOverride): string {
  const decimals = currencyDecimals(currency, override);
  const minor = typeof amount === 'bigint' ? amount : parseAmount(amount, currency, override);
  if (minor < 0n) throw new RangeError('An amount cannot be negative.');
  if (decimals === 0) return minor.toString();
  const digits = minor.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/**
 * Minor units of a decimal string. Zeros beyond the currency's decimals are allowed, other digits are not rounded away.
 *
 * @example parseAmount('10.5', 'EUR') // 1050n
 * @throws RangeError as `formatAmount`.
 */
export function parseAmount(amount: string, currency: string, override?: DecimalsOverride): bigint {
  const decimals = currencyDecimals(currency, override);
  const match = typeof amount === 'string' ? DECIMAL.exec(amount) : null;
  if (match === null) {
    throw new RangeError(
      `"${amount}" is not an amount: expected digits with an optional point, such as "10.50".`,
    );
  }
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > decimals) {
    throw new RangeError(`"${amount}" has more decimals than ${currency} has (${decimals}).`);
  }
  return BigInt(`${match[1]}${fraction.padEnd(decimals, '0')}`);
}

/** Whether two amounts are the same sum: `10.0` and `10.00` are, `1e1` and `10,00` are no amounts (T2). */
export function sameAmount(a: string, b: string, currency: string, override?: DecimalsOverride): boolean {
  try {
    return parseAmount(a, currency, override) === parseAmount(b, currency, override);
  } catch {
    return false;
  }
}
