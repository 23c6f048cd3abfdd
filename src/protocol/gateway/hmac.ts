import type * as NodeCrypto from 'node:crypto';
import type { Hmac } from './signature.ts';

/** HMAC-SHA-256 through WebCrypto: for every runtime. */
export function webCryptoHmac(): Hmac {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return async (secret, text) => {
    const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  };
}

/** Node's own `createHmac` where there is one, else WebCrypto. Nothing is imported, so that this file runs on any runtime. */
export function platformHmac(): Hmac {
  const node = nodeCrypto();
  if (node === undefined) return webCryptoHmac();
  return (secret, text) => node.createHmac('sha256', secret).update(text, 'utf8').digest();
}

/**
 * `node:crypto`, as Node, Bun, Deno and Workers with Node's modules have it.
 * https://developers.cloudflare.com/workers/runtime-apis/nodejs/crypto/
 */
export function nodeCrypto(): typeof NodeCrypto | undefined {
  return globalThis.process?.getBuiltinModule?.('node:crypto');
}
