import type { ErrorCode } from '../../protocol/gateway/profile.ts';

/** A request that the sandbox refuses. Its status and text come from the profile (N19, N20). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  /** Closer than the catalogue's text; `undefined` leaves that. Never the refused value. */
  readonly text: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, text?: string, headers: Readonly<Record<string, string>> = {}) {
    super(`${code}: ${text ?? ''}`);
    this.code = code;
    this.text = text;
    this.headers = headers;
  }
}
