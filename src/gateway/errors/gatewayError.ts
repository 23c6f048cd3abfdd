import { docsAddress } from '../../help/docsUrl.ts';
import { redact } from '../../protocol/gateway/redact.ts';
import { redactText } from '../../protocol/gateway/redactText.ts';
import { safeCause } from './safeCause.ts';

/** Shared by all copies of this package in a process, so that `is` works across them. */
const BRAND = Symbol.for('hpp-checkout.gateway-error');

/** What every error may know of the call that failed. Never the request's body. */
export interface ErrorContext {
  /** `createHpp`, `execute`, `retrieve` …, or `request` for the escape hatch. */
  operation?: string;
  uniqueReference?: string | undefined;
  orderReference?: string | undefined;
  /** Tries made, the first included. */
  attempts?: number;
  cause?: unknown;
}

/**
 * The root of everything the client throws. Branch on `code`, or ask a class: `RateLimitError.is(error)`, which also
 * knows errors of another copy of this package. Message and `toJSON()` hold no card number, code, token or credential.
 */
export abstract class GatewayError extends Error {
  /** Stable: fit for `switch`, metrics and alerts. */
  abstract readonly code: string;
  readonly operation: string | undefined;
  readonly uniqueReference: string | undefined;
  readonly orderReference: string | undefined;
  readonly attempts: number;
  readonly [BRAND]: readonly string[];

  constructor(
    message: string,
    { operation, uniqueReference, orderReference, attempts = 0, cause }: ErrorContext = {},
  ) {
    super(
      redactText(message),
      cause === undefined ? undefined : { cause: cause instanceof GatewayError ? cause : safeCause(cause) },
    );
    this.operation = operation;
    // Merchants' own texts, and so not above suspicion.
    this.uniqueReference = uniqueReference && redactText(uniqueReference);
    this.orderReference = orderReference && redactText(orderReference);
    this.attempts = attempts;
    Object.defineProperty(this, 'name', { value: new.target.kind, configurable: true, writable: true });
    this[BRAND] = lineage(new.target);
    Object.defineProperty(this, BRAND, { enumerable: false });
  }

  /** The class's name, kept through minification. */
  static readonly kind: string = 'GatewayError';

  /** Whether `error` is of this class or of one derived from it. */
  static is<T extends GatewayError>(this: ErrorClass<T>, error: unknown): error is T {
    if (error === null || typeof error !== 'object') return false;
    const brand = (error as { [BRAND]?: unknown })[BRAND];
    // biome-ignore lint/complexity/noThisInStatic: the class that is asked
    return Array.isArray(brand) && brand.includes(this.kind);
  }

  /**
   * Where the docs speak of this code: an address, or while they have none what `npx hpp-checkout docs` takes, such as
   * `troubleshooting#gateway-timeout`.
   */
  get docs(): string {
    return docsAddress(`troubleshooting#gateway-${this.code}`);
  }

  /** Redacted, for logs. */
  toJSON(): Record<string, unknown> {
    const { name, code, message, operation, uniqueReference, orderReference, attempts, cause } = this;
    return redact({
      ...Object.fromEntries(Object.entries(this)),
      name,
      code,
      message,
      operation,
      uniqueReference,
      orderReference,
      attempts,
      ...(cause === undefined ? {} : { cause: brief(cause) }),
    }) as Record<string, unknown>;
  }
}

export interface ErrorClass<T extends GatewayError> {
  readonly kind: string;
  readonly prototype: T;
}

function lineage(errorClass: { readonly kind: string }): string[] {
  const kinds: string[] = [];
  for (let c: { kind?: string } | null = errorClass; c?.kind !== undefined; c = Object.getPrototypeOf(c)) {
    kinds.push(c.kind);
  }
  return kinds;
}

/** A cause without its stack: one line a log reader can use. */
function brief(cause: unknown): unknown {
  if (cause instanceof GatewayError) return cause.toJSON();
  if (!(cause instanceof Error)) return cause;
  const { code } = cause as { code?: unknown };
  return { name: cause.name, message: cause.message, ...(code === undefined ? {} : { code }) };
}
