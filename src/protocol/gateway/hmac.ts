import type { createHmac } from 'node:crypto';
import type { Hmac } from './signature.ts';

/** HMAC-SHA-256 through WebCrypto: for every runtime. Keys are imported once a secret. */
export function webCryptoHmac(): Hmac {
  const encoder = new TextEncoder();
  const keys = new Map<string, Promise<CryptoKey>>();
  return async (secret, text) => {
    let key = keys.get(secret);
    if (key === undefined) {
      key = crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
        'sign',
      ]);
      keys.set(secret, key);
    }
    return new Uint8Array(await crypto.subtle.sign('HMAC', await key, encoder.encode(text)));
  };
}

interface NodeCrypto {
  createHmac: typeof createHmac;
}

/**
 * The platform's fastest: Node's own synchronous HMAC (a tenth of WebCrypto's time for 1 kB), else WebCrypto.
 * Reached through `getBuiltinModule`, so that this file imports nothing and runs on any runtime.
 */
export function platformHmac(): Hmac {
  const nodeCrypto = globalThis.process?.getBuiltinModule?.('node:crypto') as NodeCrypto | undefined;
  if (nodeCrypto === undefined) return webCryptoHmac();
  return (secret, text) => nodeCrypto.createHmac('sha256', secret).update(text, 'utf8').digest();
}
