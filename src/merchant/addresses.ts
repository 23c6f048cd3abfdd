import { isWebUrl } from '../protocol/gateway/isWebUrl.ts';
import { CheckoutConfigError } from './configError.ts';

const PUBLIC_URL_EXPECTED =
  'expected the address under which browsers and the gateway reach this handler, such as "https://shop.example/checkout"';

/** @throws CheckoutConfigError that says what of it cannot be. */
export function readPublicUrl(text: unknown, test: boolean): URL {
  const wrong = (what: string) => new CheckoutConfigError(`publicUrl${what}: ${PUBLIC_URL_EXPECTED}.`);
  if (text === undefined || text === null || text === '') throw wrong(' is missing');
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null;
  if (url === null || !isWebUrl(url.href)) throw wrong(` "${text}" is no absolute http(s) address`);
  if (url.search !== '') throw wrong(' has a query');
  if (url.hash !== '') throw wrong(' has a fragment');
  if (url.username !== '' || url.password !== '') throw wrong(' has a user or a password');
  if (url.protocol === 'http:' && !test) {
    throw new CheckoutConfigError(
      'publicUrl: a live gateway needs https, since notifications carry card tokens. Use https, or a gateway with test: true.',
    );
  }
  return url;
}

/** @throws CheckoutConfigError for what is no exact origin, with the one that was probably meant. */
export function readOrigins(name: string, origins: readonly string[] = []): readonly string[] {
  if (!Array.isArray(origins)) {
    throw new CheckoutConfigError(`${name}: expected a list of origins, such as ["https://shop.example"].`);
  }
  for (const origin of origins) {
    const url = URL.canParse(origin) ? new URL(origin) : null;
    if (url !== null && url.origin === origin) continue;
    const meant =
      url !== null && isWebUrl(url.href)
        ? `Did you mean "${url.origin}"?`
        : 'Expected scheme and host, as in "https://shop.example".';
    throw new CheckoutConfigError(`${name}: "${origin}" is not an exact origin. ${meant}`);
  }
  return origins;
}

/** Resolves a configured address against `publicUrl`. @throws CheckoutConfigError for another scheme than http(s) (T17). */
export function assertWebUrl(name: string, text: string, base: string | URL): string {
  const url = URL.canParse(text, base) ? new URL(text, base) : null;
  if (url === null || !isWebUrl(url.href)) {
    throw new CheckoutConfigError(`${name}: expected an http(s) address, got "${text}".`);
  }
  return url.href;
}
