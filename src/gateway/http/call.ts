import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { TransactionStatus } from '../../protocol/gateway/transaction.ts';
import type { ErrorContext } from '../errors/gatewayError.ts';
import type { Observer } from '../observer.ts';
import type { GatewayRuntime } from '../runtime.ts';
import type { Signer } from '../signer.ts';
import type { GatewayTracer } from '../tracing.ts';
import type { CallOptions, Secret } from '../types.ts';
import type { Transport } from './transport.ts';

/** One request to the gateway, in the document's spelling. */
export interface Exchange {
  operation: string;
  method: string;
  /** Segments are encoded already. */
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: Readonly<Record<string, unknown>>;
  uniqueReference?: string;
  orderReference?: string;
  /** Texts of the request that no hook may see, whatever the profile calls them. */
  secrets?: readonly string[];
  /** The same of the answer. Called only when somebody listens. */
  secretsIn?: (json: Record<string, unknown> | null) => readonly (string | null)[];
  /** Given for requests that move money or open a page to pay on: how to find out what became of it. */
  recover?: () => Promise<TransactionStatus>;
}

/** Reads an answer; `null` is an answer without a body. Throws `ShapeError` or a `GatewayError`. */
export type ReadAnswer<T> = (json: Record<string, unknown> | null, errorContext: ErrorContext) => T;

export type Call = <T>(exchange: Exchange, read: ReadAnswer<T>, options?: CallOptions) => Promise<T>;

export interface CallerContext {
  baseUrl: string;
  clientId: Secret;
  clientSecret: Secret;
  profile: GatewayProfile;
  transport: Transport;
  signer: Signer;
  observer: Observer;
  tracer: GatewayTracer | undefined;
  runtime: GatewayRuntime;
  timeoutMs: number;
  deadlineMs: number;
  /** Further tries, for reads and for the rest. */
  retries: { get: number; post: number; delete: number };
}
