import { ValidationError, type ValidationIssue } from '../errors/requestErrors.ts';
import type { Call } from '../http/call.ts';
import type { CallOptions } from '../types.ts';

/** A request that this client has no function for: a capture, or what an operator adds. */
export interface RawRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** Begins with `/`; encode what you put in it. */
  path: string;
  query?: Record<string, string>;
  /** In the document's spelling; sent as JSON. */
  body?: Record<string, unknown>;
}

/**
 * Sends any request, signed, and returns the answer's JSON as it came (`null` for an empty one), not redacted: field names
 * and units are the interface document's, and `isSuccess: false` is for you to read.
 * A request that is no GET is tried again only when it was provably not accepted; after any other failure it may have
 * been, and there is no `recover()`: ask the status endpoint.
 *
 * @example await gateway.request({ method: 'POST', path: '/api/capture', body: { PspId: pspId } })
 * @throws ValidationError for a method it does not know, or a path that leaves the gateway; nothing was sent.
 * @throws HttpError, by its classes, when the gateway refuses.
 * @throws ConnectionError, TimeoutError or AbortedError when no answer came.
 * @throws ResponseShapeError for an answer that is no JSON object.
 */
export type SendRaw = (request: RawRequest, options?: CallOptions) => Promise<Record<string, unknown> | null>;

export function rawRequest(call: Call): SendRaw {
  return async ({ method, path, query, body }, options) => {
    const issues: ValidationIssue[] = [];
    if (!/^(GET|POST|PUT|DELETE|PATCH)$/.test(method)) {
      issues.push({ path: 'method', rule: 'shape', message: 'expected GET, POST, PUT, DELETE or PATCH' });
    }
    if (typeof path !== 'string' || !/^\/(?!\/)[^?#\s\\]*$/.test(path) || hasDots(path)) {
      issues.push({
        path: 'path',
        rule: 'shape',
        message: 'expected a path that begins with one "/", without query, "." or ".." segments',
      });
    }
    if (body !== undefined && method === 'GET') {
      issues.push({ path: 'body', rule: 'unknown', message: 'a GET has none: use query' });
    }
    if (issues.length > 0) throw new ValidationError(issues, { operation: 'request' });
    const exchange = {
      operation: 'request',
      method,
      path,
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body }),
    };
    return call(exchange, (json) => json, options);
  };
}

/** A URL parser takes `%2e` for a dot as well. */
function hasDots(path: string): boolean {
  return path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}
