import type { CheckoutOptions } from './options.ts';

/**
 * Every option, and how markup may give it: as an attribute, or not at all. `order` may be JSON there. Texts and times are
 * for scripts alone, since whoever may write HTML into the page may write our element, too.
 */
const OPTIONS = {
  session: 'attribute',
  order: 'attribute',
  presentation: 'attribute',
  label: 'attribute',
  wording: 'attribute',
  amount: 'attribute',
  currency: 'attribute',
  locale: 'attribute',
  theme: 'attribute',
  successUrl: 'attribute',
  failureUrl: 'attribute',
  pendingUrl: 'attribute',
  gatewayOrigins: 'attribute',
  frameAllow: 'attribute',
  expiry: 'attribute',
  confirmClose: 'attribute',
  closeOnBackdrop: 'attribute',
  cspNonce: 'attribute',
  debug: 'attribute',
  warm: 'property',
  messages: 'property',
  timeouts: 'property',
  status: 'property',
  onReady: 'property',
  onOpen: 'property',
  onLoad: 'property',
  onExpiring: 'property',
  onExpired: 'property',
  onComplete: 'property',
  onFail: 'property',
  onPending: 'property',
  onClose: 'property',
  onError: 'property',
  onEvent: 'property',
} as const satisfies { readonly [Name in keyof CheckoutOptions]-?: 'attribute' | 'property' };

/** The options that an attribute can give. */
export type AttributeOption = {
  [Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name] extends 'attribute' ? Name : never;
}[keyof typeof OPTIONS];

/** The names of all options. */
export const OPTION_NAMES: readonly (keyof CheckoutOptions)[] = Object.keys(OPTIONS) as never;

/** The names of those that an attribute can give. */
export const ATTRIBUTE_OPTIONS: readonly AttributeOption[] = OPTION_NAMES.filter(
  (name): name is AttributeOption => OPTIONS[name] === 'attribute',
);

/** `successUrl` as an attribute: `success-url`. */
export function attributeOf(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `success-url` as an option: `successUrl`. */
export function optionOf(attribute: string): string {
  return attribute.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
