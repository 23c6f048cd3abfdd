import type { Ledger } from '../ledger/ledger.ts';
import type { Answer } from './call.ts';

const WARNING =
  '299 - "OrderReference: this one was used before; one per transaction is recommended, for reconciliation."';

/**
 * The interface document recommends one `OrderReference` per transaction. A repeated one is taken, since an order may need several
 * tries, and the answer says so in a `Warning` header (S32, S123, N27).
 */
export function warnOfRepeatedOrder(ledger: Ledger, orderReference: string, handle: () => Answer): Answer {
  const isRepeated = ledger.find({ orderReference }) !== undefined;
  const answer = handle();
  return isRepeated ? { ...answer, headers: { ...answer.headers, Warning: WARNING } } : answer;
}
