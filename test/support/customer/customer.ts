import type { Harness } from '../harness.ts';

/** A key by its name in the standard, or text to type. */
export type Key = 'Tab' | 'Enter' | 'Escape' | { text: string };

/**
 * Somebody at a shop of a `Harness`, with hands and eyes and nothing more, so that one journey is written once and walked in
 * every engine, whatever drives it. "The page" is the hosted page: in the dialog's frame, or in the tab.
 */
export interface Customer {
  arrive(harness: Harness, query?: string): Promise<void>;
  pressPay(): Promise<void>;
  /** Presses the first button or link of the dialog with this name. */
  pressInDialog(name: string): Promise<void>;
  seeInDialog(text: string): Promise<void>;
  typeInPage(label: string, text: string): Promise<void>;
  /** Presses the page's button whose name begins so. */
  pressInPage(name: string): Promise<void>;
  seeInPage(text: string): Promise<void>;
  /** The same on the bank's own page: in the dialog's frame, in the tab, or in a window that it has opened. */
  pressAtBank(name: string): Promise<void>;
  seeAtBank(text: string): Promise<void>;
  /** Whether the bank's page shows this button. */
  isAtBank(name: string): Promise<boolean>;
  /** Goes to another address by hand. */
  goTo(url: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** What an expression is worth in the tab's own page; a promise is awaited. */
  inTab<T>(expression: string): Promise<T>;
  inPage<T>(expression: string): Promise<T>;
  leave(): Promise<void>;
}

export async function payByCard(customer: Customer, number: string): Promise<void> {
  await customer.typeInPage('Card number', number);
  await customer.typeInPage('Expiry date', '12/34');
  await customer.typeInPage('Security code', '123');
  await customer.typeInPage('Name on card', 'Ada Lovelace');
  await customer.pressInPage('Pay');
}
