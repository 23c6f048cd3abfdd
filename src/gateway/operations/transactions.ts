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
   * Asks for a transaction by any of its references; a page that nobody has paid on yet is `pending`.
   * @throws NotFoundError, ValidationError, HttpError, ConnectionError, ResponseShapeError
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
