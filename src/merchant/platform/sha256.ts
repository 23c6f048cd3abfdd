import { nodeCrypto } from '../../protocol/gateway/hmac.ts';

/** SHA-256 of a text or bytes, as 64 hex digits: by Node's own crypto where there is one, else by WebCrypto. */
export async function sha256(data: string | Uint8Array): Promise<string> {
  const node = nodeCrypto();
  if (node !== undefined) return node.createHash('sha256').update(data).digest('hex');
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data);
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
