import { HTTPException } from 'hono/http-exception';
import type { Logger } from '../observe/logger.ts';
import { isStoreError } from '../store/storeError.ts';
import { pathBelow } from './pathBelow.ts';
import { ProblemError, problemResponse } from './problem.ts';
import { BodyError } from './readBody.ts';

export interface ErrorContext {
  readonly basePath: string;
  readonly log: Logger;
}

/** Answers a failed request: a bad request with what was wrong with it; a bug is logged, and answered without detail. */
export function errorResponse(
  { basePath, log }: ErrorContext,
  error: Error,
  { method, url }: Request,
  correlationId?: string,
): Response {
  if (error instanceof ProblemError) return problemResponse(error.code, error.details);
  if (error instanceof BodyError) return bodyProblem(error);
  if (error instanceof HTTPException) return problemResponse('invalid_request');
  const path = pathBelow(basePath, url).replace(/[0-9a-f]{32}/g, '…');
  log.error({ err: error, method, path, ...(correlationId && { correlationId }) }, 'A request failed');
  if (isStoreError(error)) return problemResponse('store_unavailable', { retryAfterMs: 5_000 });
  return problemResponse('internal_error');
}

function bodyProblem({ code, message: detail }: BodyError): Response {
  switch (code) {
    case 'too_large':
      return problemResponse('body_too_large', { detail });
    case 'encoded':
      return problemResponse('unsupported_media_type', { detail });
    case 'too_slow':
      return problemResponse('invalid_request', { detail, status: 408 });
    case 'broken':
      return problemResponse('invalid_request', { detail });
    case 'already_read':
      return problemResponse('internal_error', {
        detail: `${detail} Mount the handler before any body parser.`,
      });
  }
}
