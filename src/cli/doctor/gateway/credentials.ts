import type { Gateway } from '../../../gateway/createGateway.ts';
import { AuthenticationError, HttpError, NotFoundError } from '../../../gateway/errors/answerErrors.ts';
import { isSignatureRefused } from '../../../gateway/errors/isSignatureRefused.ts';
import { type Check, type Finding, failed, ok, warning } from '../check.ts';

/**
 * Whether the gateway takes our credentials and our signature. Asks for a transaction that cannot exist: nothing is created, and
 * "there is none" is answered only to those whose credentials are right.
 */
export function credentials(gateway: Pick<Gateway, 'transactions'>, uniqueReference: string): Check {
  return {
    name: 'Credentials',
    needs: ['Gateway'],
    async run() {
      try {
        await gateway.transactions.retrieve({ uniqueReference });
        return ok('The gateway takes them, and the signature.');
      } catch (error) {
        if (NotFoundError.is(error)) return ok('The gateway takes them, and the signature.');
        if (AuthenticationError.is(error)) return refused(error);
        return unexpected(error);
      }
    },
  };
}

function refused(error: AuthenticationError): Finding {
  const said = `it answers ${error.status}: ${error.errorMessage ?? 'no reason'}`;
  if (isSignatureRefused(error)) {
    return failed('gateway_signature', {
      detail: `The gateway takes client id and secret, and refuses the signature; ${said}`,
      expected: 'HPP_SIGNATURE_SECRET as the operator gave it; it is another one than HPP_CLIENT_SECRET.',
      change: 'Correct it. If it is right, the operator signs in another way: see signature in the profile.',
    });
  }
  return failed('gateway_credentials', {
    detail: `The gateway refuses the client id or the client secret; ${said}`,
    expected: 'HPP_CLIENT_ID and HPP_CLIENT_SECRET as the operator gave them, for this gateway.',
    change:
      'Correct them. The sandbox prints its own as it starts; usually they are "sandbox" and "sandbox-secret".',
  });
}

function unexpected(error: unknown): Finding {
  const detail = error instanceof Error ? error.message : String(error);
  if (HttpError.is(error) && error.status >= 400 && error.status < 500) {
    return warning('gateway_answer', {
      detail: `The gateway answers ${error.status}: ${error.errorMessage ?? detail}`,
      expected: 'that it says "not found" when it is asked for a transaction that cannot exist.',
      change:
        'Check that the address is the gateway’s API and not its website. If it is, we were probably let in: see status.query of the profile.',
    });
  }
  return failed('gateway_answer', {
    detail,
    expected: 'an answer of the gateway’s API.',
    change: 'Check the address, and try again; if it stays so, ask the operator of the gateway.',
  });
}
