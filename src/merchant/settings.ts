import { isPlainObject } from '../help/isPlainObject.ts';
import { LONGEST_TIMER_MS } from '../help/longestTimer.ts';
import { isLogo } from '../protocol/page/display.ts';
import { assertWebUrl, readOrigins, readPublicUrl } from './addresses.ts';
import { type AppReturnUrls, readAppReturnUrls } from './appReturnUrls.ts';
import { CheckoutConfigError } from './configError.ts';
import { whyNoGateway, whyNoStore } from './missingMembers.ts';
import type { CheckoutHandlerOptions, HandlerLimits, ShopStyle } from './options.ts';
import { assertPlaceholders } from './placeholders.ts';
import { readShopStyle } from './readShopStyle.ts';
import { unknownOptions } from './unknownOptions.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a principal is, only the merchant knows.
type AnyOptions = CheckoutHandlerOptions<any>;

/** The options, checked and completed. */
export interface Settings
  extends Pick<
    AnyOptions,
    'resolveOrder' | 'successUrl' | 'failureUrl' | 'pendingUrl' | 'continueUrl' | 'shopName' | 'shopLogo'
  > {
  /** `'anyone'`: whoever names an order may open its page. */
  authorize: NonNullable<AnyOptions['authorize']>;
  /** The choice was not made: the handler warns when it starts. */
  authorizeIsMissing: boolean;
  /** Without a slash at the end. */
  publicUrl: string;
  publicOrigin: string;
  /** Path of `publicUrl`; `''` at the root. */
  basePath: string;
  /** Origins whose pages may open the checkout; `publicUrl`'s own comes first. */
  merchantOrigins: readonly string[];
  gatewayOrigins: readonly string[];
  /** Where the merchant's apps are gone back to, by name. */
  appReturnUrls: AppReturnUrls;
  /** Empty where nothing was given. */
  shopStyle: ShopStyle;
  wording: 'pay' | 'order';
  confirmWith: 'notification' | 'status';
  onUnderpaid: 'hold' | 'fulfil';
  limits: HandlerLimits;
}

const DEFAULT_LIMITS: HandlerLimits = {
  maxBodyBytes: 65_536,
  sessionsPerAddress: 30,
  sessionsPerOrder: 10,
  sessionsPerOrderInTotal: 100,
  readsPerAddress: 1_200,
  maxOrderBytes: 4_096,
  orphanNotificationsPerMinute: 120,
  pollIntervalMs: 4_000,
  pendingHoldMs: 900_000,
  unpaidGraceMs: 900_000,
  hookTimeoutMs: 8_000,
  answerTimeoutMs: 5_000,
  detailsTimeoutMs: 900_000,
  authorisationPeriodMs: 30 * 86_400_000,
  retainSessionsMs: 400 * 86_400_000,
  retainNotificationsMs: 30 * 86_400_000,
};

const HOOKS = [
  'onPayment',
  'onPaymentDetails',
  'onUnpaid',
  'onLatePayment',
  'onPending',
  'onNotification',
  'onEvent',
] as const satisfies readonly (keyof AnyOptions)[];

const SWEEP_EVERY_MS = 1_500;
const DAY = 86_400_000;

type Range = readonly [least: number, most: number];

/** Limits that are no timers. */
const RANGES: Partial<Record<keyof HandlerLimits, Range>> = {
  // The gateway is polled about a session for a week.
  retainSessionsMs: [8 * DAY, Number.MAX_SAFE_INTEGER],
  retainNotificationsMs: [0, Number.MAX_SAFE_INTEGER],
  authorisationPeriodMs: [0, Number.MAX_SAFE_INTEGER],
};

/** @throws CheckoutConfigError that names the option, what was expected and what to do. */
export function readSettings<Principal>(options: CheckoutHandlerOptions<Principal>): Settings {
  if (typeof options !== 'object' || options === null) {
    throw new CheckoutConfigError('createCheckoutHandler: expected an object of options.');
  }
  const unknown = unknownOptions(options, Object.keys(DEFAULT_LIMITS));
  if (unknown.length > 0) throw new CheckoutConfigError(unknown.join(' '));
  const unusable = whyNoGateway(options.gateway) ?? whyNoStore(options.store);
  if (unusable !== null) throw new CheckoutConfigError(unusable);
  if (typeof options.resolveOrder !== 'function') {
    throw new CheckoutConfigError(
      'resolveOrder is missing: a function that prices the order which the browser names.',
    );
  }
  const url = readPublicUrl(options.publicUrl, options.gateway.test);
  const basePath = url.pathname.replace(/\/+$/, '');
  const confirmWith = options.confirmWith ?? 'notification';
  if (confirmWith !== 'notification' && confirmWith !== 'status') {
    throw new CheckoutConfigError(`confirmWith: expected "notification" or "status", got "${confirmWith}".`);
  }
  const onUnderpaid = options.onUnderpaid ?? 'hold';
  if (onUnderpaid !== 'hold' && onUnderpaid !== 'fulfil') {
    throw new CheckoutConfigError(`onUnderpaid: expected "hold" or "fulfil", got "${onUnderpaid}".`);
  }
  const wording = options.wording ?? 'pay';
  if (wording !== 'pay' && wording !== 'order') {
    throw new CheckoutConfigError(`wording: expected "pay" or "order", got "${wording}".`);
  }
  const settings: Settings = {
    resolveOrder: options.resolveOrder,
    authorize: readAuthorize(options),
    authorizeIsMissing: options.authorize === undefined,
    publicUrl: `${url.origin}${basePath}`,
    publicOrigin: url.origin,
    basePath,
    merchantOrigins: [...new Set([url.origin, ...readOrigins('allowedOrigins', options.allowedOrigins)])],
    gatewayOrigins: readOrigins('gatewayOrigins', options.gatewayOrigins),
    appReturnUrls: readAppReturnUrls(options.appReturnUrls),
    shopStyle: readShopStyle(options.shopStyle),
    confirmWith,
    onUnderpaid,
    wording,
    limits: readLimits(options.limits),
  };
  for (const name of HOOKS) {
    if (options[name] === undefined) continue;
    if (typeof options[name] !== 'function') throw new CheckoutConfigError(`${name}: expected a function.`);
  }
  for (const name of ['successUrl', 'failureUrl', 'pendingUrl', 'continueUrl'] as const) {
    const value = options[name];
    if (value === undefined) continue;
    if (typeof value === 'string') {
      assertPlaceholders(name, value, url);
      assertWebUrl(name, value, url);
    } else if (typeof value !== 'function') {
      throw new CheckoutConfigError(`${name}: expected an address, or a function that returns one.`);
    }
    settings[name] = value;
  }
  if (options.merchant !== undefined && (typeof options.merchant !== 'string' || options.merchant === '')) {
    throw new CheckoutConfigError('merchant: expected a name, such as "garden-shop".');
  }
  if (options.shopName !== undefined) {
    if (typeof options.shopName !== 'string') throw new CheckoutConfigError('shopName: expected a text.');
    settings.shopName = options.shopName;
  }
  if (options.shopLogo !== undefined) {
    if (!isLogo(options.shopLogo) || !URL.canParse(options.shopLogo)) {
      throw new CheckoutConfigError(
        'shopLogo: expected an https or data:image/… address of 65,536 characters at most.',
      );
    }
    settings.shopLogo = options.shopLogo;
  }
  return settings;
}

export const AUTHORIZE_MISSING =
  "authorize is missing: whoever names an order would control its payment page. Give a function that says who asks, or 'anyone' " +
  'where order references cannot be guessed.';

/** An explicit choice (T61): with a live gateway nobody gets 'anyone' by leaving it out. */
function readAuthorize<Principal>({
  authorize,
  gateway,
}: CheckoutHandlerOptions<Principal>): Settings['authorize'] {
  if (typeof authorize === 'function' || authorize === 'anyone') return authorize;
  if (authorize !== undefined) throw new CheckoutConfigError("authorize: expected a function, or 'anyone'.");
  if (!gateway.test) throw new CheckoutConfigError(AUTHORIZE_MISSING);
  return 'anyone';
}

function readLimits(given: Partial<HandlerLimits> = {}): HandlerLimits {
  if (!isPlainObject(given)) throw new CheckoutConfigError('limits: expected an object.');
  const limits = { ...DEFAULT_LIMITS };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    limits[name as keyof HandlerLimits] = whole(`limits.${name}`, value, RANGES[name as keyof HandlerLimits]);
  }
  return limits;
}

/** A whole number within a range, or an error that says which. @throws CheckoutConfigError */
function whole(name: string, value: unknown, [least, most]: Range = [0, LONGEST_TIMER_MS]): number {
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) {
    return value as number;
  }
  throw new CheckoutConfigError(
    `${name}: expected a whole number from ${least} to ${most}, got ${String(value)}.`,
  );
}

/** How long this process waits between two sweeps; `false`: it makes none. @throws CheckoutConfigError */
export function readSweepEvery(given: number | false = SWEEP_EVERY_MS): number | false {
  return given === false ? false : whole('sweepEveryMs', given, [1, LONGEST_TIMER_MS / 2]);
}
