import { addressKey } from '../http/addressKey.ts';
import { sha256 } from '../platform/sha256.ts';

/**
 * Who asks, for the limit that counts by asker and order: the principal where `authorize` answers with a text or a number,
 * such as a customer's id; else the network address (an IPv6 one by its /64). Hashed, since an id may be an e-mail address and
 * lies in the store for a minute.
 */
export async function askerOf(principal: unknown, clientAddress: string | undefined): Promise<string> {
  const isName =
    typeof principal === 'string' || typeof principal === 'number' || typeof principal === 'bigint';
  if (isName) return (await sha256(`principal:${principal}`)).slice(0, 32);
  return clientAddress === undefined ? 'somebody' : addressKey(clientAddress);
}
