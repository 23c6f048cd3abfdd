import type { Hmac } from '../protocol/gateway/signature.ts';

/** A digest of the client id, in 32 hex digits: nothing to call the gateway with. */
export async function accountOf(clientId: string, hmac: Hmac): Promise<string> {
  const bytes = await hmac('hpp-checkout account', clientId);
  return Array.from(bytes.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
