import type { Ledger } from '../ledger/ledger.ts';
import { ApiError } from './apiError.ts';
import type { Handle } from './call.ts';
import { pick } from './pick.ts';
import { textOf } from './requestFields.ts';

/**
 * Capture of an authorised amount, where the profile names an endpoint for it (N13); the interface document shows none (S149).
 * Body: `PspId`. The held funds become the merchant's, and the authorisation no longer lapses.
 */
export function capture(ledger: Ledger): Handle {
  return ({ body }) => {
    const pspId = textOf(pick(body, 'PspId').PspId);
    if (pspId === '') throw new ApiError('MISSING_FIELD', 'PspId: expected to be present.');
    const transaction = ledger.find({ pspId });
    if (transaction === undefined) throw new ApiError('NOT_FOUND');
    if (transaction.state !== 'processed' || !transaction.fundsHeld) {
      throw new ApiError('UNSUPPORTED', 'PspId: expected an authorisation whose funds are held.');
    }
    ledger.note(transaction, { fundsHeld: false, endsAt: null });
    return { status: 200, body: { pspid: transaction.pspId, isSuccess: true, errorMessage: null } };
  };
}
