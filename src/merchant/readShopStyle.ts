import { isPlainObject } from '../help/isPlainObject.ts';
import { unknownNames } from '../help/unknownNames.ts';
import { CheckoutConfigError } from './configError.ts';
import type { ShopStyle } from './options.ts';

// `url()` and its like are not among them: the pages load nothing for a colour.
const COLOUR = /^(#[\da-f]{3,8}|[a-z]+|(rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\([\w\s%.,/+-]+\))$/i;
const FAMILY = /^\s*([\p{L}\p{N}_ -]+|"[\p{L}\p{N}_ -]+"|'[\p{L}\p{N}_ -]+')\s*$/u;

/** What each value has to be: it goes into a style sheet, and must not be able to end its own declaration. */
const VALUES: Readonly<Record<keyof ShopStyle, { reads: (value: string) => boolean; expected: string }>> = {
  accent: { reads: (value) => COLOUR.test(value), expected: 'a colour, such as "#0b5cd5"' },
  onAccent: { reads: (value) => COLOUR.test(value), expected: 'a colour, such as "#fff"' },
  radius: {
    reads: (value) => /^(0|\d*\.?\d+(px|em|rem))$/.test(value),
    expected: 'a length in px, em or rem, such as "12px"',
  },
  font: {
    reads: (value) => value.split(',').every((family) => FAMILY.test(family)),
    expected: 'families that the device has, such as "Georgia, serif"',
  },
};

/** @throws CheckoutConfigError naming the value that cannot be. */
export function readShopStyle(given: unknown): ShopStyle {
  if (given === undefined) return {};
  if (!isPlainObject(given)) {
    throw new CheckoutConfigError('shopStyle: expected an object, such as { accent: "#0b5cd5" }.');
  }
  const unknown = unknownNames('value in shopStyle', given, Object.keys(VALUES));
  if (unknown.length > 0) throw new CheckoutConfigError(unknown.join(' '));
  for (const [name, { reads, expected }] of Object.entries(VALUES)) {
    const value = given[name];
    if (value !== undefined && !(typeof value === 'string' && reads(value))) {
      throw new CheckoutConfigError(`shopStyle.${name}: expected ${expected}.`);
    }
  }
  return { ...given };
}
