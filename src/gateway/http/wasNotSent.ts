/** Failures before a connection stood: of the name, of the address, of the certificate. */
const BEFORE_CONNECTION = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_NODATA',
  'EAI_NONAME',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  // Bun's own names for them: https://github.com/oven-sh/bun/issues/34397
  'ConnectionRefused',
  'FailedToOpenSocket',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_INVALID_CHAR',
  'ERR_UNESCAPED_CHARACTERS',
]);

/** Whether a transport's error proves that no byte of the request can have reached the gateway. */
export function wasNotSent(error: unknown): boolean {
  let at = error;
  for (let depth = 0; depth < 5 && at !== null && typeof at === 'object'; depth++) {
    const { requestNotSent, code, cause } = at as {
      requestNotSent?: unknown;
      code?: unknown;
      cause?: unknown;
    };
    if (requestNotSent === true) return true;
    if (typeof code === 'string' && BEFORE_CONNECTION.has(code)) return true;
    at = cause;
  }
  return false;
}
