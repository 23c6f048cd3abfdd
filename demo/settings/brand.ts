/** What makes the shop somebody's own: each part empty where Morrow's stays. */
export interface Brand {
  /** Of the shop. */
  name: string;
  /** `#rrggbb`. */
  accent: string;
  /** Id of a logo that the shop's server was given. */
  logo: string;
}

export const OWN_NAME = 'Morrow';
/** Characters of a shop's name. */
export const MAX_NAME = 40;

/** The shop's name, whoever's it is now. */
export function shopNameOf({ name }: Pick<Brand, 'name'>): string {
  return name === '' ? OWN_NAME : name;
}

/** A name as it was typed, without what no name has: control characters, several spaces in a row, more than forty characters. */
export function cleanName(text: string): string {
  const plain = text.replace(/\p{Cc}|\p{Cf}/gu, '').replace(/\s+/g, ' ');
  return [...plain].slice(0, MAX_NAME).join('').trim();
}

/** Reads a brand from a query or a basket; what is missing or wrong is Morrow's. */
export function readBrand({ name, accent, logo }: Readonly<Record<string, unknown>>): Brand {
  return {
    name: typeof name === 'string' ? cleanName(name) : '',
    accent: typeof accent === 'string' && /^#[0-9a-f]{6}$/i.test(accent) ? accent.toLowerCase() : '',
    logo: typeof logo === 'string' && isLogoId(logo) ? logo : '',
  };
}

/** Ids are the beginning of the file's SHA-256, so that the same file has the same id after a restart. */
export function isLogoId(text: string): boolean {
  return /^[0-9a-f]{16}$/.test(text);
}

/** Where the shop's own server shows a logo. */
export function logoAddress(id: string): string {
  return `/logo/${id}`;
}
