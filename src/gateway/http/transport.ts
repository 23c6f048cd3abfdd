/**
 * Sends one HTTP request and answers with whatever status came. Global `fetch` and `sandbox.fetch` are transports.
 * It must not follow redirects, and must reject when `signal` aborts.
 */
export type Transport = (url: string, init: TransportRequest) => Promise<TransportResponse>;

/** One HTTP request, ready to be sent. */
export interface TransportRequest {
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  redirect: 'manual';
}

/** Its answer; a `Response` is one. */
export interface TransportResponse {
  status: number;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
  /** Where there is one, the body is read through it, and no further than the size cap. */
  body?: ReadableStream<Uint8Array> | null;
}

/** Answers beyond this are refused: a status answer has 2 kB. */
export const MAX_ANSWER_BYTES = 1_048_576;

/** An answer larger than `MAX_ANSWER_BYTES`. */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
  constructor() {
    super(`The answer is larger than ${MAX_ANSWER_BYTES} bytes.`);
  }
}
