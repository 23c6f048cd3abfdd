import { ownFields } from './record.ts';

/**
 * What the dialog shows of the purchase around the hosted page: whose shop, what it costs, what is bought. For the eye alone: nothing
 * of it is sent on, compared or settled by (T4).
 */
export interface SessionDisplay {
  /** The shop's name; at most 80 characters are shown. */
  merchant: string;
  /** An https or `data:image/…` address; a square is best. The name's first letter stands in its place without one. */
  logo?: string;
  /** Decimal string with the currency's own decimals, such as "49.90". */
  amount: string;
  /** ISO 4217. */
  currency: string;
  /** What is bought; at most 50 lines are shown. */
  items?: readonly DisplayItem[];
}

/** One line of the purchase. */
export interface DisplayItem {
  /** At most 120 characters are shown. */
  name: string;
  /** A whole number; 1 is not shown. */
  quantity?: number;
  /** Of the whole line, in the purchase's currency: a decimal string. */
  amount?: string;
}

const MOST_ITEMS = 50;
const LONGEST = { merchant: 80, name: 120, logo: 65_536 } as const;

/**
 * Reads leniently: what is wrong is left out, and no payment fails by it. `merchant` and `amount` are empty where they cannot be
 * shown; `undefined` where nothing can.
 */
export function readDisplay(value: unknown): SessionDisplay | undefined {
  const field = ownFields(value);
  const merchant = readLine(field?.('merchant'), LONGEST.merchant);
  const currency = field?.('currency');
  const isCurrency = typeof currency === 'string' && /^[A-Z]{3}$/.test(currency);
  const amount = isCurrency ? readAmount(field?.('amount')) : '';
  if (!field || !(merchant || amount)) return undefined;
  const display = { __proto__: null, merchant, amount, currency } as unknown as SessionDisplay;
  const logo = field('logo');
  if (isLogo(logo)) display.logo = logo;
  const given = field('items');
  const items: DisplayItem[] = [];
  for (const item of Array.isArray(given) ? given.slice(0, MOST_ITEMS) : []) {
    const of = ownFields(item);
    const name = readLine(of?.('name'), LONGEST.name);
    if (!of || !name) continue;
    const quantity = of('quantity');
    const cost = readAmount(of('amount'));
    items.push({
      __proto__: null,
      name,
      ...(Number.isSafeInteger(quantity) && (quantity as number) > 0 && { quantity }),
      ...(cost && { amount: cost }),
    } as DisplayItem);
  }
  if (items.length) display.items = items;
  return display;
}

/** Whether an address may stand in an `<img>`: no other scheme, and no picture that is a download. */
export function isLogo(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= LONGEST.logo && /^(https:\/\/[^/]|data:image\/)/i.test(value)
  );
}

/** One line of text: neither control characters nor marks that turn the direction of what follows (T36). */
function readLine(value: unknown, longest: number): string {
  if (typeof value !== 'string') return '';
  const line = value.slice(0, longest * 4).replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ');
  // By characters, so that none is cut in two.
  return [...line].slice(0, longest).join('').trim();
}

function readAmount(value: unknown): string {
  return typeof value === 'string' && /^\d{1,15}(\.\d{1,4})?$/.test(value) ? value : '';
}
