import { HTTPException } from 'hono/http-exception';
import type { ProblemCode } from '../../protocol/page/problem.ts';
import type { FailureLog } from '../observe/failureLog.ts';
import type { Logger } from '../observe/logger.ts';
import { isStoreError } from '../store/storeError.ts';
import { pathBelow } from './pathBelow.ts';
import { type ProblemDetails, ProblemError, problemResponse } from './problem.ts';
import { BodyError } from './readBody.ts';

export interface ErrorContext {
  readonly basePath: string;
  readonly failures: FailureLog;
  readonly log: Logger;
  /** Told with the problem, to a page that has asked for a session: it explains a refusal to its developer in test mode. */
  readonly test?: boolean;
}

/** Answers a failed request: a bad request with what was wrong with it; a bug is logged, and answered without detail. */
export function errorResponse(
  context: ErrorContext,
  error: Error,
  request: Request,
  correlationId?: string,
): Response {
  const { basePath, test } = context;
  const path = pathBelow(basePath, request.url).replace(/[0-9a-f]{32}/g, '…');
  const fields = { method: request.method, path, ...(correlationId && { correlationId }) };
  const { code, details } = problemOf(context, error, fields);
  return problemResponse(code, { ...details, ...(test !== undefined && { test }) });
}

/** What a failed request is answered with, whatever form the answer has; a bug is logged here, with these fields. */
export function problemOf(
  { failures, log }: Pick<ErrorContext, 'failures' | 'log'>,
  error: Error,
  fields: Readonly<Record<string, string>>,
): ProblemError {
  const answer = (code: ProblemCode, details?: ProblemDetails) => new ProblemError(code, details);
  if (error instanceof ProblemError) return error;
  if (error instanceof BodyError) return answer(...bodyProblem(error));
  if (error instanceof HTTPException) return answer('invalid_request');
  if (isStoreError(error)) {
    failures.failed('store', error, 'A request failed, since the store did', fields);
    return answer('store_unavailable', { retryAfterMs: 5_000 });
  }
  log.error({ err: error, ...fields }, 'A request failed');
  return answer('internal_error');
}

function bodyProblem({ code, message: detail }: BodyError): [ProblemCode, ProblemDetails] {
  switch (code) {
    case 'too_large':
      return ['body_too_large', { detail }];
    case 'encoded':
      return ['unsupported_media_type', { detail }];
    case 'too_slow':
      return ['invalid_request', { detail, status: 408 }];
    case 'broken':
      return ['invalid_request', { detail }];
    case 'already_read':
      return [
        'internal_error',
        {
          detail: `${detail} Mount the handler before any body parser.`,
        },
      ];
  }
}
