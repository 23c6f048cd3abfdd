import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { Exchange } from '../http/call.ts';
import type { Transactions } from './transactions.ts';
import type { WireRequest } from './wireRequest.ts';

/** A request that is never sent twice by itself: what became of it can be looked up by its unique reference. */
export function recoverable(
  operation: 'createHpp' | 'execute',
  { body, uniqueReference, orderReference }: Omit<WireRequest, 'amount'>,
  profile: GatewayProfile,
  transactions: Transactions,
): Exchange {
  const { method, path } = profile.endpoints[operation];
  const recover = () => transactions.retrieve({ uniqueReference });
  return { operation, method, path, body, uniqueReference, orderReference, recover };
}
