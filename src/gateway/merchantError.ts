import { redact } from '../protocol/gateway/redact.ts';

/**
 * A function of the merchant's threw, rejected, took too long or answered with something else than it should. What it
 * threw is kept as a redacted copy in `cause`: the thing itself may be `undefined`, or throw when it is read.
 */
export class MerchantError extends Error {
  override readonly name = 'MerchantError';
  readonly code = 'merchant_function_failed';
  /** Which function, by its name in the options. */
  readonly functionName: string;
  constructor(functionName: string, what: string, cause?: unknown) {
    super(`${functionName} ${what}`, cause === undefined ? undefined : { cause });
    this.functionName = functionName;
  }
}

/** Makes anything thrown by a merchant's function an error that can be logged. Never throws. */
export function merchantError(functionName: string, thrown: unknown): MerchantError {
  try {
    if (thrown instanceof MerchantError) return thrown;
    const cause = thrown === undefined ? '[undefined]' : redact(thrown);
    const text = messageOf(cause) ?? `it threw ${JSON.stringify(cause)}`;
    return new MerchantError(functionName, `failed: ${text}`, cause);
  } catch {
    return new MerchantError(functionName, 'failed: it threw something that cannot be read');
  }
}

function messageOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('message' in value)) return null;
  return typeof value.message === 'string' ? value.message : null;
}
