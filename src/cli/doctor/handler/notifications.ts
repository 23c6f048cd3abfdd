import { type Ask, brief } from '../ask.ts';
import { type Check, failed, ok } from '../check.ts';
import { httpCheck } from '../httpCheck.ts';

const NOBODY = '0'.repeat(32);

/**
 * Sends a forged notification to a session that does not exist: refused, if the handler is reached and checks signatures.
 * `signatureHeader` is null where the profile signs nothing.
 */
export function notifications(url: string, signatureHeader: string | null, ask: Ask): Check {
  return httpCheck('Notifications', ['Request bodies'], async () => {
    const answer = await ask(`${url}/notify/${NOBODY}/doctor`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signatureHeader === null ? {} : { [signatureHeader]: 'Zm9yZ2Vk' }),
      },
      body: JSON.stringify({
        PspId: '0',
        Status: 'Doctor',
        OrderReference: 'doctor',
        UniqueReference: 'doctor',
        Amount: '0.00',
        Currency: 'EUR',
      }),
    });
    if (signatureHeader === null && answer.status === 200) return ok('They arrive; this profile signs none.');
    if (answer.status === 401) return ok('They arrive, and a forged one is refused.');
    if (answer.status === 200) {
      return failed('notifications_unchecked', {
        detail: 'A notification with a wrong signature was accepted.',
        expected: '401 from the handler, which checks the signature of each.',
        change:
          'If something else answers /notify, let it through to the handler. If your operator signs in another way than ours, give the doctor ' +
          'the handler’s profile: --profile <file>.',
      });
    }
    return failed('notifications_blocked', {
      detail: `A notification does not arrive: POST /notify answers ${brief(answer)}.`,
      expected:
        '401 for this forged one. The gateway’s own would be lost like it, and payments confirmed minutes later.',
      change:
        'Let POST requests to /notify below publicUrl through without login, redirect, bot check or CSRF token: the gateway has none of these.',
    });
  });
}
