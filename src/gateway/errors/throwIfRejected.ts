import { sameName } from '../../protocol/gateway/fieldNames.ts';
import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import { GatewayRejectedError, HttpError } from './answerErrors.ts';
import { errorClass } from './errorClass.ts';
import type { ErrorContext } from './gatewayError.ts';
import { readErrorText } from './readErrorText.ts';

/**
 * For calls without an outcome of their own: `isSuccess: false` under HTTP 200 is a refusal (S188). Where the profile
 * gives a code such as AUTHENTICATION_FAILED the status 200, its own class is thrown.
 * @throws GatewayRejectedError or a class of HttpError
 */
export function throwIfRejected(
  json: Record<string, unknown> | null,
  profile: GatewayProfile,
  context: ErrorContext,
): void {
  if (json === null) return;
  const name = Object.keys(json).find((key) => sameName(key, 'isSuccess'));
  if (name === undefined || (json[name] !== false && json[name] !== 'false')) return;
  throwIfRefusedUnder200(json, profile, context);
  const texts = readErrorText(json, profile);
  throw new GatewayRejectedError(
    `The gateway rejected the request: ${texts.errorMessage ?? 'it gave no reason.'}`,
    {
      ...context,
      ...texts,
    },
  );
}

/** As above, but leaves refusals without a class of their own, such as declines, to the caller. */
export function throwIfRefusedUnder200(
  json: Record<string, unknown>,
  profile: GatewayProfile,
  context: ErrorContext,
): void {
  const texts = readErrorText(json, profile);
  const ErrorOfCode = errorClass(200, texts.gatewayCode, profile);
  if (ErrorOfCode === HttpError) return;
  throw new ErrorOfCode(`The gateway refused the request: ${texts.errorMessage}`, {
    ...context,
    ...texts,
    status: 200,
  });
}
