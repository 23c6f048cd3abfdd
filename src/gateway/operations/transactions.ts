import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import { readStatus } from '../../protocol/gateway/readStatus.ts';
import type { TransactionStatus } from '../../protocol/gateway/transaction.ts';
import type { TransactionReference } from '../../protocol/gateway/wire.ts';
import { ValidationError, type ValidationIssue } from '../errors/requestErrors.ts';
import { throwIfRejected } from '../errors/throwIfRejected.ts';
import type { Call } from '../http/call.ts';
import type { CallOptions } from '../types.ts';
import { warnOfUnreadable } from '../warnOfUnreadable.ts';
import { checkInput } from './checkInput.ts';
import type { WireRequestContext } from './wireRequest.ts';

/** Payment status by polling: the fallback for a notification that is late or lost (S18, S107). */
export interface Transactions {
  /**
   * Asks how a transaction stands (`GET /api/transactions/retrieve`) by any of its references: `uniqueReference` (one try),
   * `pspId` (the gateway's number), or `orderReference`, which may have several tries. A page that nobody has paid on yet
   * is `pending`.
   *
   * Act on `state`, not on `status`, which is the gateway's own word. The interface document promises no field of the answer
   * but the status, so all others may be `null`; one without `amount` and `currency` is no proof of what was paid. Amounts are
   * decimal strings.
   *
   * @example
   * const { state, amount, currency } = await gateway.transactions.retrieve({ uniqueReference });
   * @throws NotFoundError when the gateway knows no such transaction.
   * @throws ValidationError when no reference is given, or one that cannot be.
   * @throws another HttpError or GatewayRejectedError when the gateway refuses.
   * @throws ConnectionError, TimeoutError or AbortedError when no answer came, after the retries that `retries.get` allows.
   * @throws ResponseShapeError for an answer without a status.
   */
  retrieve(reference: TransactionReference, options?: CallOptions): Promise<TransactionStatus>;
}

const FIELDS = {
  pspId: 'PspId',
  orderReference: 'OrderReference',
  uniqueReference: 'UniqueReference',
} as const;

export function transactions(
  call: Call,
  profile: GatewayProfile,
  { now, test, warn }: Pick<WireRequestContext, 'now' | 'test' | 'warn'>,
): Transactions {
  return {
    async retrieve(reference, options) {
      checkInput(reference, 'retrieve');
      checkReference(reference);
      const { method, path } = profile.endpoints.retrieve;
      const { orderReference, uniqueReference } = reference;
      return call(
        {
          operation: 'retrieve',
          method,
          path,
          query: profile.status.query(reference),
          ...(orderReference === undefined ? {} : { orderReference }),
          ...(uniqueReference === undefined ? {} : { uniqueReference }),
          secretsIn: (json) => [readStatus(json, profile).cardToken],
        },
        (json, errorContext) => {
          throwIfRejected(json, profile, errorContext);
          const status = readStatus(json, profile);
          warnOfUnreadable(status, 'retrieve', warn);
          return status;
        },
        options,
      );
    },
  };

  function checkReference(reference: TransactionReference): void {
    const issues: ValidationIssue[] = [];
    let given = 0;
    for (const [name, wireName] of Object.entries(FIELDS)) {
      const value: unknown = reference[name as keyof typeof FIELDS];
      if (value === undefined) continue;
      given++;
      const rule = profile.limits.fields[wireName] ?? false;
      if (typeof value !== 'string') issues.push({ path: name, rule: 'type', message: 'expected a text' });
      else if (rule !== false && !rule.test(value, { now: now(), live: !test })) {
        issues.push({ path: name, rule: 'shape', message: `expected ${rule.expected}` });
      }
    }
    if (given === 0) {
      issues.push({
        path: 'reference',
        rule: 'required',
        message: 'expected pspId, orderReference or uniqueReference',
      });
    }
    if (issues.length > 0) throw new ValidationError(issues, { operation: 'retrieve' });
  }
}
