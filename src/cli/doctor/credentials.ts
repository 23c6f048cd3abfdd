import type { Gateway } from '../../gateway/createGateway.ts';
import { AuthenticationError, HttpError, NotFoundError } from '../../gateway/errors/answerErrors.ts';
import type { Check } from './check.ts';

/**
 * Whether the gateway takes our credentials and our signature. Asks for a transaction that cannot exist: nothing is created, and
 * "there is none" is answered only to those whose credentials are right.
 */
export function credentials(gateway: Gateway, uniqueReference: string): Check {
  return {
    name: 'Credentials and signature',
    async run() {
      try {
        await gateway.transactions.retrieve({ uniqueReference });
        return { state: 'ok', detail: 'The gateway let us in.' };
      } catch (error) {
        if (error instanceof NotFoundError) return { state: 'ok', detail: 'The gateway takes them.' };
        if (error instanceof AuthenticationError) {
          const signature = /signature/i.test(error.errorMessage ?? '');
          return {
            state: 'failed',
            detail: `The gateway refuses them: ${error.errorMessage ?? `status ${error.status}`}`,
            advice: signature
              ? 'The credentials are right. Check the signature secret, and the signature settings of the profile.'
              : 'Check the client id and the client secret.',
          };
        }
        const detail = error instanceof Error ? error.message : String(error);
        if (error instanceof HttpError && error.status >= 400 && error.status < 500) {
          return {
            state: 'warning',
            detail: `The gateway answered ${error.status}: ${error.errorMessage ?? detail}`,
            advice:
              'We were probably let in, but the query is not what this gateway expects: see status.query of the profile.',
          };
        }
        return {
          state: 'failed',
          detail,
          advice: 'Try again; if it stays so, ask the operator of the gateway.',
        };
      }
    },
  };
}
