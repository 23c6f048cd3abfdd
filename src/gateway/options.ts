import type { GatewayProfile } from '../protocol/gateway/profile.ts';
import type { GatewayHooks, GatewayLogger } from './hooks.ts';
import type { Transport } from './http/transport.ts';
import type { GatewayRuntime } from './runtime.ts';
import type { GatewayTracer } from './tracing.ts';
import type { Secret } from './types.ts';

/** Address, credentials and behaviour of the client. */
export interface GatewayOptions {
  /** The gateway's one address, for live and test alike (S24): `https://gateway.example`. A path in it is kept. */
  baseUrl: string;
  /** The operator's name for the merchant's account, sent with each request. */
  clientId: Secret;
  /** Of the account, sent with each request. A function is asked at each call, so that it may be replaced. */
  clientSecret: Secret;
  /** Two while one replaces the other: the first signs, any is recognised. */
  signatureSecret: Secret | readonly Secret[];
  /** `true` marks every transaction as a test. There is no default (G19). */
  test: boolean;
  /** `'saq-d'` allows full card details; by default they are refused before a byte is sent. */
  pciLevel?: 'none' | 'saq-d';
  /** How the operator's gateway answers the points that the interface document leaves open. Default `defaultProfile`. */
  profile?: GatewayProfile;
  /** Default: Node's own keep-alive client, elsewhere `fetch`. */
  transport?: Transport;
  /** For one try, in milliseconds. Default 30,000. */
  timeoutMs?: number;
  /** For all tries of a call together, in milliseconds. Default 90,000. */
  deadlineMs?: number;
  /** Further tries; default 2. Anything but a read is tried again only when it was provably not accepted. */
  retries?: number | { get?: number; post?: number; delete?: number };
  /** What input that breaks a rule leads to. Default `'strict'`: a `ValidationError`. `'warn'` tells the `warning` hook. */
  validate?: 'strict' | 'warn' | 'off';
  /** Pino-shaped. Nothing is logged by default. */
  logger?: GatewayLogger;
  hooks?: GatewayHooks;
  /** OpenTelemetry: `trace.getTracer('shop')`. Nothing of it is loaded otherwise. */
  tracer?: GatewayTracer;
  /** For tests alone: a clock, timers, random numbers and ids in place of the platform's. */
  testing?: Partial<GatewayRuntime>;
}
