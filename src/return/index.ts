export { type AppMessage, type AppOutcome, parseAppMessage } from '../protocol/page/appMessage.ts';
export type { ReturnHint } from '../protocol/page/frameMessage.ts';
export { type AnnounceOptions, announceReturn } from './announce.ts';
export { tellApp } from './tellApp.ts';
