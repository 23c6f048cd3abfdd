import type { ErrorCode, GatewayProfile } from '../../protocol/gateway/profile.ts';
import {
  AuthenticationError,
  ConflictError,
  HttpError,
  type HttpErrorContext,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
} from './answerErrors.ts';

type HttpErrorClass = new (message: string, context: HttpErrorContext) => HttpError;

const BY_CODE: Partial<Record<ErrorCode, HttpErrorClass>> = {
  AUTHENTICATION_FAILED: AuthenticationError,
  SIGNATURE_INVALID: AuthenticationError,
  PCI_LEVEL_REQUIRED: PermissionError,
  MIT_NOT_APPROVED: PermissionError,
  LIVE_NOT_ALLOWED: PermissionError,
  LIVE_CARD_REFUSED: PermissionError,
  NOT_FOUND: NotFoundError,
  TOKEN_NOT_FOUND: NotFoundError,
  REFERENCE_REUSED: ConflictError,
  RATE_LIMITED: RateLimitError,
  INTERNAL_ERROR: ServerError,
};

const BY_STATUS: Readonly<Record<number, HttpErrorClass>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

/**
 * The class of a refusal (N19): the code in the gateway's text where the profile gives that code this status; else any
 * code that has the status in the profile; else HTTP's own meaning.
 */
export function errorClass(
  status: number,
  gatewayCode: string | null,
  profile: Pick<GatewayProfile, 'errors'>,
): HttpErrorClass {
  const statuses = profile.errors.status;
  if (gatewayCode !== null && Object.hasOwn(statuses, gatewayCode)) {
    const code = gatewayCode as ErrorCode;
    if (statuses[code] === status) return BY_CODE[code] ?? HttpError;
  }
  if (status >= 200 && status < 300) return HttpError;
  const named = (Object.keys(BY_CODE) as ErrorCode[]).find((code) => statuses[code] === status);
  if (named !== undefined) return BY_CODE[named] ?? HttpError;
  return BY_STATUS[status] ?? (status >= 500 ? ServerError : HttpError);
}
