import { isPlainObject } from '../help/isPlainObject.ts';
import { nearestName } from '../help/nearestName.ts';
import { CheckoutConfigError } from './configError.ts';
import { assertPlaceholders, fillPlaceholders, type PlaceholderValues } from './placeholders.ts';

/** The addresses of the merchant's apps by name, checked. */
export type AppReturnUrls = ReadonlyMap<string, string>;

/** The names stand in addresses and pay links. */
const NAME = /^[A-Za-z][\w-]{0,31}$/;
/** Schemes that run something, read files or are none of an app's. */
const NO_APP = new Set(
  'javascript data vbscript blob file filesystem about view-source content chrome resource jar ftp ws wss mailto tel sms'.split(
    ' ',
  ),
);
const LOOPBACK = /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/;
const EXPECTED =
  'expected an app\'s own scheme or a universal link, such as "myshop://paid?order={ORDER_REFERENCE}" or "https://shop.example/app/paid"';

/** @throws CheckoutConfigError that says which address cannot be, and why. */
export function readAppReturnUrls(given: unknown): AppReturnUrls {
  if (given === undefined) return new Map();
  if (!isPlainObject(given)) {
    throw new CheckoutConfigError(`appReturnUrls: expected an object of addresses by name; ${EXPECTED}.`);
  }
  return new Map(Object.entries(given).map(([name, address]) => [name, readAddress(name, address)]));
}

function readAddress(name: string, address: unknown): string {
  if (!NAME.test(name)) {
    throw new CheckoutConfigError(
      `appReturnUrls: "${name}" is no name. Expected a letter, then up to 31 letters, digits, "-" or "_".`,
    );
  }
  const option = `appReturnUrls.${name}`;
  if (typeof address !== 'string' || !URL.canParse(address)) {
    throw new CheckoutConfigError(`${option}: "${String(address)}" is no absolute address; ${EXPECTED}.`);
  }
  assertPlaceholders(option, address);
  const { protocol, hostname, username, password } = new URL(address);
  const scheme = protocol.slice(0, -1);
  if (NO_APP.has(scheme)) {
    throw new CheckoutConfigError(`${option}: no app is opened by "${protocol}"; ${EXPECTED}.`);
  }
  if (scheme === 'http' && !LOOPBACK.test(hostname)) {
    throw new CheckoutConfigError(
      `${option}: a universal link is https; http is for this machine only (localhost).`,
    );
  }
  if (username !== '' || password !== '') {
    throw new CheckoutConfigError(`${option}: the address has a user or a password; ${EXPECTED}.`);
  }
  return address;
}

/** Why a name cannot be asked for; `null` for one that is listed. */
export function whyNoApp(apps: AppReturnUrls, name: unknown): string | null {
  if (typeof name === 'string' && apps.has(name)) return null;
  const nearest = typeof name === 'string' ? nearestName(name, [...apps.keys()]) : undefined;
  const meant = nearest === undefined ? 'Name one of appReturnUrls.' : `Did you mean "${nearest}"?`;
  return `app: ${JSON.stringify(String(name).slice(0, 40))} is not listed in appReturnUrls. ${meant}`;
}

/** Where an app is gone back to; `null` for a name that is not listed, or not any more. */
export function appAddress(
  apps: AppReturnUrls,
  name: string | null,
  values: PlaceholderValues,
): string | null {
  const address = name === null ? undefined : apps.get(name);
  return address === undefined ? null : new URL(fillPlaceholders(address, values)).href;
}
