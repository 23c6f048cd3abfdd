import type { Operation } from '../protocol/gateway/profile.ts';

/** The six operations of the interface document, and the capture that a profile may add (N13). */
export type ApiOperation = Operation | 'capture';
