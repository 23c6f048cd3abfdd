type NodeCrypto = typeof import('node:crypto');

/** SHA-256 of a text or bytes, as 64 hex digits. */
export type Sha256 = (data: string | Uint8Array) => string | Promise<string>;

/** Node's own synchronous one where it is to be had, else WebCrypto's; reached without an import, for any runtime. */
export function platformSha256(): Sha256 {
  const nodeCrypto = globalThis.process?.getBuiltinModule?.('node:crypto') as NodeCrypto | undefined;
  if (nodeCrypto !== undefined) return (data) => nodeCrypto.createHash('sha256').update(data).digest('hex');
  return async (data) => {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data);
    return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  };
}

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}
