import type { ApiOperation } from '../apiOperation.ts';

/** A request that came through the gate: authenticated, signed, its body a JSON object. */
export interface Call {
  operation: ApiOperation;
  /** Empty for a request without a body. */
  body: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, string>>;
  /** The token in the path, where the operation has one there. */
  pathToken: string | null;
  /** Address under which the merchant reached this sandbox, without a slash at the end. */
  base: string;
}

export interface Answer {
  status: number;
  body: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
}

/** One operation. Synchronous, so that nothing comes between its check and its write. @throws ApiError */
export type Handle = (call: Call) => Answer;
