import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { TransactionReference } from '../../protocol/gateway/wire.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { statusBody } from '../notify/payload.ts';
import { ApiError } from './apiError.ts';
import type { Handle } from './call.ts';

const REFERENCES = ['pspId', 'orderReference', 'uniqueReference'] as const;

export interface RetrieveContext {
  ledger: Ledger;
  profile: GatewayProfile;
  /** Whether the answer has an optional field. */
  hasStatusField: (field: string) => boolean;
}

/** `GET /api/transactions/retrieve` (S107, N6, N10). */
export function retrieve({ ledger, profile, hasStatusField }: RetrieveContext): Handle {
  const names = queryNames();
  return ({ query }) => {
    const reference: TransactionReference = {};
    for (const [name, member] of names) {
      const value = query[name];
      if (value !== undefined && value !== '') reference[member] = value;
    }
    if (Object.keys(reference).length === 0) {
      throw new ApiError('MISSING_FIELD', `The query: expected one of ${[...names.keys()].join(', ')}.`);
    }
    const transaction = ledger.find(reference);
    if (transaction === undefined) throw new ApiError('NOT_FOUND');
    return { status: 200, body: statusBody(transaction, profile, hasStatusField) };
  };

  /** The profile says how a reference becomes a query; asked with a marked reference, it also shows the way back. */
  function queryNames(): Map<string, keyof TransactionReference> {
    const found = new Map<string, keyof TransactionReference>();
    for (const member of REFERENCES) {
      const mark = `mark-${member}`;
      for (const [name, value] of Object.entries(profile.status.query({ [member]: mark }))) {
        if (value === mark) found.set(name, member);
      }
    }
    return found;
  }
}
