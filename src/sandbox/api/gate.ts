import type { Credentials, GatewayProfile } from '../../protocol/gateway/profile.ts';
import { sameText } from '../../protocol/gateway/sameText.ts';
import type { Hmac, SignedMessage } from '../../protocol/gateway/signature.ts';
import { ApiError } from './apiError.ts';

/** Basic authentication on every call (S159, S161, N14). @throws ApiError `AUTHENTICATION_FAILED`. */
export async function checkCredentials(
  headers: Headers,
  profile: GatewayProfile,
  credentials: Credentials,
): Promise<void> {
  for (const [name, expected] of Object.entries(profile.auth(credentials))) {
    if (!(await sameText(expected, headers.get(name) ?? ''))) {
      throw new ApiError('AUTHENTICATION_FAILED', undefined, { 'WWW-Authenticate': 'Basic realm="sandbox"' });
    }
  }
}

/** The signature on every call (S160, S161, N15–N17). @throws ApiError `SIGNATURE_INVALID`. */
export async function checkSignature(
  headers: Headers,
  message: SignedMessage,
  { signature }: GatewayProfile,
  secret: string,
  hmac: Hmac,
): Promise<void> {
  const given = headers.get(signature.header);
  let expected: string | null;
  try {
    expected = await signature.sign(message, secret, hmac);
  } catch (error) {
    if (error instanceof RangeError) throw new ApiError('INVALID_JSON', error.message);
    throw error;
  }
  if (expected === null) return;
  if (given === null || given === '') {
    throw new ApiError('SIGNATURE_INVALID', `The header "${signature.header}" is missing.`);
  }
  if (!(await sameText(expected, given))) {
    throw new ApiError(
      'SIGNATURE_INVALID',
      `The header "${signature.header}" does not match what was sent: check the secret, the scheme and that the signed payload is the one on the wire.`,
    );
  }
}
