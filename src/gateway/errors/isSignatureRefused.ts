import type { AuthenticationError } from './answerErrors.ts';

/** Whether a 401 is about the request's signature: client id and secret were right then. By the gateway's own code or text. */
export function isSignatureRefused({ gatewayCode, errorMessage }: AuthenticationError): boolean {
  return /signature/i.test(`${gatewayCode ?? ''} ${errorMessage ?? ''}`);
}
