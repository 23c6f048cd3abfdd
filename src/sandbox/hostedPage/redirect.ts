import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { Hmac } from '../../protocol/gateway/signature.ts';
import type { Transaction } from '../ledger/transaction.ts';
import { wireStatus } from '../ledger/wireStatus.ts';

/**
 * A page cannot wait for the signature of the address that it leads to, so a scheme that takes its time is refused.
 * @throws RangeError with what to do.
 */
export function checkRedirectSignature({ redirect, signature }: GatewayProfile, secret: string): void {
  if (redirect.signatureName === null) return;
  const atOnce: Hmac = () => new Uint8Array(32);
  const probe = redirect.query({ pspId: '1', orderReference: 'probe', status: 'Processed' });
  const raw = new URLSearchParams(probe).toString();
  if (signature.sign({ payload: probe, raw }, secret, atOnce) instanceof Promise) {
    throw new RangeError(
      'profile.signature.sign: expected a signature at once, got a promise, which the addresses that customers return to cannot wait for. Use the hmac it is given without await, or set redirect.signatureName to null.',
    );
  }
}

/**
 * Where the customer goes with a transaction in this state (S137, S138), the profile's query added (G5). For the customer's
 * journey only: the query says nothing that a merchant may trust.
 *
 * Where the platform hashes asynchronously only (no Node crypto), these addresses carry no signature.
 */
export function redirectAddress(
  transaction: Transaction,
  profile: GatewayProfile,
  secret: string,
  hmac: Hmac,
): string {
  const { redirect, signature } = profile;
  const arrives =
    transaction.state === 'processed' || transaction.state === 'pending' || transaction.state === 'unknown';
  return address(arrives ? transaction.redirectionUrl : transaction.failRedirectionUrl);

  function address(target: string): string {
    const query = redirect.query({
      pspId: String(transaction.pspId),
      orderReference: transaction.orderReference,
      status: wireStatus(transaction.state, profile),
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
