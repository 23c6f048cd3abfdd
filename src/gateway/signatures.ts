import { fieldList, flatHmacSha256, none, rawBodyHmac } from '../protocol/gateway/signature.ts';

/** The signature schemes for `defineProfile({ signature: { sign: signatures.rawBodyHmac() } })` (N16). */
export const signatures = { flatHmacSha256, rawBodyHmac, fieldList, none } as const;
