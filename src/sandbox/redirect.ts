import type { GatewayProfile } from '../protocol/gateway/profile.ts';
import type { Hmac } from '../protocol/gateway/signature.ts';
import { statusWord } from './ledger/statusWord.ts';
import type { Transaction } from './ledger/transaction.ts';

/**
 * Where the customer goes with a transaction in this state (S137, S138), the profile's query added (G5). For the customer's
 * journey only: the query says nothing that a merchant may trust.
 *
 * A scheme that signs asynchronously cannot be waited for here; its redirects carry no signature.
 */
export function redirectAddress(
  line: Transaction,
  profile: GatewayProfile,
  secret: string,
  hmac: Hmac,
): string {
  const { redirect, signature } = profile;
  const arrives = line.state === 'processed' || line.state === 'pending' || line.state === 'unknown';
  return address(arrives ? line.redirectionUrl : line.failRedirectionUrl);

  function address(target: string): string {
    const query = redirect.query({
      pspId: String(line.pspId),
      orderReference: line.orderReference,
      status: statusWord(line.state, profile),
    });
    const url = new URL(target);
    for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
    if (redirect.signatureName !== null) {
      const raw = new URLSearchParams(query).toString();
      const value = signature.sign({ payload: query, raw }, secret, hmac);
      if (typeof value === 'string') url.searchParams.append(redirect.signatureName, value);
    }
    return url.href;
  }
}
