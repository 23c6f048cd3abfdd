import { maskCardNumber } from '../protocol/gateway/cardNumber.ts';
import { defaultProfile } from '../protocol/gateway/defaultProfile.ts';
import { isWebUrl } from '../protocol/gateway/isWebUrl.ts';
import type { Credentials, GatewayProfile } from '../protocol/gateway/profile.ts';
import type { ApiOperation } from './apiOperation.ts';
import type { TestCard } from './cards/testCards.ts';
import type { NewFault } from './faults/fault.ts';
import type { FrameAncestorsRule } from './hostedPage/frameAncestors.ts';
import type { PageOrder } from './hostedPage/pageOrder.ts';
import type { IdMakers } from './ids.ts';
import type { PaymentMethod } from './ledger/transaction.ts';
import type { Deliver } from './notify/deliver.ts';
import { type FieldChoice, fieldFilter } from './notify/resultFields.ts';

/** What a merchant signs in and signs with. */
export interface SandboxCredentials extends Credentials {
  signatureSecret: string;
}

/** Returns the body to send in place of the one given. */
export type TransformBody = (body: Record<string, unknown>) => Record<string, unknown>;

/** How the sandbox behaves. Every option has a default. */
export interface SandboxOptions {
  /** The wire's open points, shared with the client under test. Default: `defaultProfile`. */
  profile?: GatewayProfile;
  /** What merchants sign in with. Default: `sandbox`, `sandbox-secret`, `sandbox-signature-secret`. */
  credentials?: SandboxCredentials;
  /** The same seed gives the same ids, jitter and fault rolls. Default: random. */
  seed?: number;
  /** A clock that runs, one that stands until it is moved, or one that stands at a date. Default `'real'`. */
  clock?: 'real' | 'manual' | Date;
  /** How long the sandbox's own waits are: as they are, a sixtieth, or none. Default `'real'`. */
  mode?: 'real' | 'fast' | 'instant';
  /** Folder for a durable sandbox (an SQLite file). Default: everything in memory. */
  dir?: string;
  /** Address under which merchants and customers reach this sandbox. Default: where it listens. */
  publicUrl?: string;
  /**
   * Address under which customers reach the pages of banks, which some test cards lead to: of another origin than the hosted
   * page's, as real ones are. Default: a free port beside the one that the sandbox listens on; with `publicUrl`, that address.
   */
  bankUrl?: string;
  /** Name on the hosted page; a function says it for each order, where one sandbox serves several shops. Default `'Sandbox Shop'`. */
  merchantName?: string | ((order: PageOrder) => string);
  /**
   * For demonstrations: the origin of a page around the hosted page which may have it type and press by message, as a customer's own
   * hand would, for this order. Default: nobody may.
   */
  pageDriver?: (order: PageOrder) => string | undefined;
  /** Full card details in direct connect need `'saq-d'` (S3, S162). Default `'none'`. */
  pciLevel?: 'none' | 'saq-d';
  /** Whether the acquirer has approved merchant-initiated payments (S158). Default `false`. */
  mit?: boolean;
  /** The merchant account's balance for payouts, for each currency or by currency. Default `'10000.00'`. */
  midBalance?: string | Readonly<Record<string, string>>;
  /** Acquirer of transactions that force none. Default `'SANDBOX_BANK'`. */
  acquirer?: string;
  /** Acquirers that do not support payouts (S146). Default `['NO_OCT']`. */
  acquirersWithoutPayouts?: readonly string[];
  /** Takes `IsTest: false` too (G19); real cards stay refused. Default `false`. */
  allowLive?: boolean;
  /** Further test cards. */
  cards?: readonly TestCard[];
  /** Methods on the hosted page, in order. Default: all. */
  methods?: readonly PaymentMethod[];
  /** Refused tries after which the hosted page gives up. Default 3. */
  maxTries?: number;
  /** Days that an authorisation lasts (S147, S193). Default 30. */
  authorisationDays?: number;
  /** G14 */
  ids?: Partial<IdMakers>;
  /** G16: how a card number is masked. Default: first six and last four digits. */
  mask?: (number: string) => string;
  /** G18: who may frame the hosted page. Default `'redirect'`: the origins of the two redirect addresses. */
  frameAncestors?: FrameAncestorsRule;
  /** Faults in force from the start. */
  faults?: readonly NewFault[];
  /** Whether notifications may go to a host other than loopback (T34). Default: none. */
  allowTarget?: (url: URL) => boolean;
  /** Lets such a host resolve to a private address, as between containers. Default `false`. */
  allowPrivateTargets?: boolean;
  /** Delivers notifications in place of the network, for tests without sockets. */
  deliver?: Deliver;
  /** The control surface at `/_sandbox`: with a token from anywhere, without one from loopback only, or not at all. */
  control?: { token?: string } | false;
  /**
   * Details of the payment that the status answer has beside references, amount, currency and status; the interface document
   * promises none. Default: none (`[]`).
   */
  statusFields?: FieldChoice;
  /** Optional fields that notifications have. Default `'all'`, as the interface document has it. */
  notificationFields?: FieldChoice;
  /**
   * Changes the body of an operation's answer, or of notifications, before it is signed and sent: for merchants whose profile
   * reads another shape (N3, N6, N11).
   */
  transformBody?: Partial<Record<ApiOperation | 'notification', TransformBody>>;
  /** Called with errors of the sandbox itself. Default: `console.error`. */
  onError?: (error: unknown) => void;
}

/** The options with every default filled in. */
export interface ResolvedOptions
  extends Required<
    Omit<
      SandboxOptions,
      | 'seed'
      | 'clock'
      | 'dir'
      | 'publicUrl'
      | 'bankUrl'
      | 'merchantName'
      | 'deliver'
      | 'midBalance'
      | 'statusFields'
      | 'notificationFields'
    >
  > {
  seed: number | null;
  publicUrl: string | null;
  bankUrl: string | null;
  merchantName: (order: PageOrder) => string;
  hasStatusField: (field: string) => boolean;
  hasNotificationField: (field: string) => boolean;
  midBalance: (currency: string) => string;
  /** Factor for planned waits. */
  pace: number;
}

/** On the hosted page, in this order. */
const METHODS: readonly PaymentMethod[] = ['card', 'bank', 'wallet', 'voucher'];
const PACE = { real: 1, fast: 1 / 60, instant: 0 } as const;

/** @throws RangeError for an option that cannot be meant. */
export function withDefaults(options: SandboxOptions): ResolvedOptions {
  const mode = options.mode ?? 'real';
  if (!Object.hasOwn(PACE, mode)) {
    throw new RangeError(`mode: expected "real", "fast" or "instant", got "${mode}".`);
  }
  const { clock = 'real', pciLevel = 'none', merchantName = 'Sandbox Shop' } = options;
  if (clock !== 'real' && clock !== 'manual' && !(clock instanceof Date)) {
    throw new RangeError(`clock: expected "real", "manual" or a Date, got "${clock}".`);
  }
  if (pciLevel !== 'none' && pciLevel !== 'saq-d') {
    throw new RangeError(`pciLevel: expected "none" or "saq-d", got "${pciLevel}".`);
  }
  const { midBalance = '10000.00' } = options;
  return {
    profile: options.profile ?? defaultProfile,
    credentials: options.credentials ?? {
      clientId: 'sandbox',
      clientSecret: 'sandbox-secret',
      signatureSecret: 'sandbox-signature-secret',
    },
    seed: whole('seed', options.seed ?? null),
    mode,
    pace: PACE[mode],
    publicUrl: address('publicUrl', options.publicUrl),
    bankUrl: address('bankUrl', options.bankUrl),
    merchantName: typeof merchantName === 'function' ? merchantName : () => merchantName,
    pageDriver: options.pageDriver ?? (() => undefined),
    pciLevel,
    mit: options.mit ?? false,
    midBalance: (currency) => (typeof midBalance === 'string' ? midBalance : (midBalance[currency] ?? '0')),
    acquirer: options.acquirer ?? 'SANDBOX_BANK',
    acquirersWithoutPayouts: options.acquirersWithoutPayouts ?? ['NO_OCT'],
    allowLive: options.allowLive ?? false,
    cards: options.cards ?? [],
    methods: methodsOf(options.methods ?? METHODS),
    maxTries: triesOf(options.maxTries ?? 3),
    authorisationDays: daysOf(options.authorisationDays ?? 30),
    ids: options.ids ?? {},
    mask: options.mask ?? maskCardNumber,
    frameAncestors: options.frameAncestors ?? 'redirect',
    faults: options.faults ?? [],
    allowTarget: options.allowTarget ?? (() => false),
    allowPrivateTargets: options.allowPrivateTargets ?? false,
    control: options.control ?? {},
    hasStatusField: fieldFilter('statusFields', options.statusFields ?? []),
    hasNotificationField: fieldFilter('notificationFields', options.notificationFields ?? 'all'),
    transformBody: options.transformBody ?? {},
    onError: options.onError ?? ((error) => console.error('hpp-checkout sandbox:', error)),
  };
}

function address(name: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!URL.canParse(value) || !isWebUrl(new URL(value).href)) {
    throw new RangeError(
      `${name}: expected an http(s) address such as "https://pay.example", got "${value}".`,
    );
  }
  return new URL(value).href.replace(/\/+$/, '');
}

function whole(name: string, value: number | null): number | null {
  if (value !== null && !Number.isSafeInteger(value)) {
    throw new RangeError(`${name}: expected a whole number, got ${value}.`);
  }
  return value;
}

function triesOf(value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new RangeError(`maxTries: expected a whole number from 1, got ${shown(value)}.`);
}

function daysOf(value: number): number {
  if (Number.isFinite(value) && value > 0) return value;
  throw new RangeError(`authorisationDays: expected a number above 0, got ${shown(value)}.`);
}

function methodsOf(value: readonly PaymentMethod[]): readonly PaymentMethod[] {
  const isList = Array.isArray(value) && value.length > 0;
  if (isList && value.every((method) => METHODS.includes(method))) return value;
  throw new RangeError(
    `methods: expected a list of ${METHODS.map((method) => `"${method}"`).join(', ')}, got ${shown(value)}.`,
  );
}

/** As it was written: `NaN` has no JSON. */
function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
}
