import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import { ShapeError } from '../../protocol/gateway/shapeError.ts';
import type { ApiOperation } from '../apiOperation.ts';
import { errorText } from '../errorText.ts';
import { ApiError } from './apiError.ts';
import type { Answer } from './call.ts';
import { textIn } from './requestParts.ts';

/** One field in two spellings with two values is the merchant's mistake; anything else unforeseen is ours. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return error instanceof ShapeError
    ? new ApiError('INVALID_FIELD', error.message)
    : new ApiError('INTERNAL_ERROR');
}

/** A refused request in the operation's own spelling (S101, S102, S188); anything unforeseen is a 500 without detail. */
export function refusal(
  operation: ApiOperation,
  { code, text, headers }: ApiError,
  body: object | null,
  { errors }: Pick<GatewayProfile, 'errors'>,
): Answer {
  const errorMessage = errorText({ errors }, code, text);
  const isPayout = operation === 'execute' && textIn(body, 'TransactionType') === 'ORIGINALCREDIT';
  return {
    status: errors.status[code],
    body: isPayout ? { IsSuccess: false, ErrorMessage: errorMessage } : { isSuccess: false, errorMessage },
    headers,
  };
}
