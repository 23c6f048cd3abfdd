import { type DecimalsOverride, formatAmount } from '../../protocol/gateway/money.ts';
import { type DisplayItem, readDisplay } from '../../protocol/page/display.ts';
import type { CheckoutSession } from '../../protocol/page/session.ts';
import type { OrderFacts, OrderItem } from '../options.ts';
import type { Settings } from '../settings.ts';

/** What customers know the shop by. */
export type ShopSettings = Pick<Settings, 'publicUrl' | 'shopName' | 'shopLogo'>;

/** The shop's name, as customers read it. */
export function shopNameOf({ shopName, publicUrl }: Pick<ShopSettings, 'publicUrl' | 'shopName'>): string {
  return shopName || new URL(publicUrl).host;
}

/** What the dialog shows of an order, as it will be read there. The sum is the one that the page asks for. */
export function displayOf(
  settings: ShopSettings,
  { amount, currency, items }: OrderFacts,
  decimals: DecimalsOverride | undefined,
): Pick<CheckoutSession, 'display'> {
  const { shopLogo } = settings;
  const display = readDisplay({
    merchant: shopNameOf(settings),
    ...(shopLogo !== undefined && { logo: shopLogo }),
    amount: formatAmount(amount, currency, decimals),
    currency,
    ...(Array.isArray(items) && { items: items.map((item) => lineOf(item, currency, decimals)) }),
  });
  return display ? { display } : {};
}

/** A line whose amount is none of the currency is shown without it. */
function lineOf(
  item: OrderItem | null | undefined,
  currency: string,
  decimals: DecimalsOverride | undefined,
): DisplayItem | null {
  if (typeof item !== 'object' || item === null) return null;
  const { name, quantity, amount } = item;
  try {
    if (amount !== undefined)
      return {
        name,
        ...(quantity !== undefined && { quantity }),
        amount: formatAmount(amount, currency, decimals),
      };
  } catch {
    // For show only.
  }
  return { name, ...(quantity !== undefined && { quantity }) };
}
