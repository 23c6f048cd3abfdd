import { nodeCrypto } from './hmac.ts';

const encoder = new TextEncoder();

/**
 * Compares two texts without telling by its time where they differ (T27), with what the platform has for that. Only a
 * difference in length may show, and lengths of digests and secrets are public.
 */
export async function sameText(expected: string, given: string): Promise<boolean> {
  const [a, b] = [encoder.encode(expected), encoder.encode(given)];
  const node = nodeCrypto();
  if (node !== undefined) return a.length === b.length && node.timingSafeEqual(a, b);
  return sameByWebCrypto(a, b);
}

/**
 * WebCrypto compares nothing but signatures, those in constant time: under a key that nobody knows, two messages have one
 * signature only when they are the same (https://w3c.github.io/webcrypto/#hmac-operations-verify).
 */
export async function sameByWebCrypto(a: BufferSource, b: BufferSource): Promise<boolean> {
  const algorithm: HmacKeyGenParams = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  return crypto.subtle.verify('HMAC', key, await crypto.subtle.sign('HMAC', key, a), b);
}
