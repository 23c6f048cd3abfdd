/** What every event of one call has. Addresses, headers and bodies are redacted; there is no way to see them otherwise. */
export interface CallEvent {
  /** Joins the events of one call. */
  callId: string;
  operation: string;
  method: string;
  url: string;
  uniqueReference?: string;
  orderReference?: string;
  /** 1 for the first try. */
  attempt: number;
}
export interface RequestEvent extends CallEvent {
  headers: Record<string, unknown>;
  body: unknown;
}
export interface ResponseEvent extends CallEvent {
  status: number;
  durationMs: number;
  body: unknown;
}
export interface RetryEvent extends CallEvent {
  waitMs: number;
  /** The error's stable code. */
  reason: string;
}
export interface ErrorEvent extends CallEvent {
  durationMs: number;
  error: Record<string, unknown>;
}
export interface WarningEvent extends CallEvent {
  /**
   * A `Deprecation`, `Sunset` or `Warning` header (N27); input that breaks a rule while `validate` is `'warn'`; or the names of
   * fields of a signed notification or a status answer that could not be read.
   */
  warning: string;
}

/** Called as a call goes along. What a hook throws is reported as a process warning and does not touch the call. */
export interface GatewayHooks {
  request?(event: RequestEvent): void;
  response?(event: ResponseEvent): void;
  retry?(event: RetryEvent): void;
  error?(event: ErrorEvent): void;
  warning?(event: WarningEvent): void;
}

/** The part of a pino-shaped logger that is used. */
export interface GatewayLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
