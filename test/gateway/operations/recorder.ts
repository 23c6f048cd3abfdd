import { ValidationError } from '../../../src/gateway/errors/requestErrors.ts';
import type { Call, Exchange, ReadAnswer } from '../../../src/gateway/http/call.ts';
import type { WireRequestContext } from '../../../src/gateway/operations/wireRequest.ts';
import type { CallOptions } from '../../../src/gateway/types.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import type { GatewayProfile } from '../../../src/protocol/gateway/profile.ts';

/** What an operation would send, and how it would read the answer. */
export interface Recorded {
  readonly exchange: Exchange;
  readonly read: ReadAnswer<unknown>;
  readonly options: CallOptions | undefined;
}

/** A `call` that sends nothing and reads `json` as the answer. */
export function recorder(json: Record<string, unknown> | null = null): { call: Call; calls: Recorded[] } {
  const calls: Recorded[] = [];
  const call = (async (exchange: Exchange, read: ReadAnswer<unknown>, options?: CallOptions) => {
    calls.push({ exchange, read, options });
    return read(json, { operation: exchange.operation, attempts: 1 });
  }) as Call;
  return { call, calls };
}

export interface TestContext extends WireRequestContext {
  readonly warnings: string[];
}

export function testContext(
  more: Partial<WireRequestContext> = {},
  profile: GatewayProfile = defineProfile({}),
): TestContext {
  const warnings: string[] = [];
  return {
    profile,
    test: true,
    validate: 'strict',
    now: () => Date.UTC(2026, 10, 25),
    uuid: () => 'made-up',
    warn: (operation, warning) => warnings.push(`${operation}: ${warning}`),
    warnings,
    ...more,
  };
}

/** What is wrong with the input, and in which operation; fails the test where nothing is. */
export async function issuesOf(act: () => unknown): Promise<unknown> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const { operation, uniqueReference, orderReference, issues } = error;
    return { operation, uniqueReference, orderReference, issues };
  }
  throw new Error('Nothing was refused.');
}

/** As a `ValidationError` without references says it. */
export const refusal = (operation: string, ...issues: object[]) => ({
  operation,
  uniqueReference: undefined,
  orderReference: undefined,
  issues,
});
