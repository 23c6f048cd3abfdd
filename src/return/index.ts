export type { ReturnHint } from '../protocol/page/frameMessage.ts';
export { type AnnounceOptions, announceReturn } from './announce.ts';
