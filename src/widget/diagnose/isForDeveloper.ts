import type { CheckoutError } from '../../checkout/checkoutError.ts';
import type { CheckoutModel } from '../../checkout/createCheckoutModel.ts';
import type { Refusal } from '../../checkout/sessionAnswer.ts';

/**
 * Whether an error is explained on this page: in test mode, which the session says, or the problem document of a refused one.
 *
 * An answer that is none of ours, or none at all, says nothing of the mode. It is explained where no customer can be, on a
 * page of this machine: nowhere else is http a secure context (https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy).
 * With a port, since apps that bring their pages along show them as those of `localhost` (https://capacitorjs.com/docs/config).
 */
export function isForDeveloper({ state }: Pick<CheckoutModel, 'state'>, error?: CheckoutError): unknown {
  return (
    state.peek().session?.test ??
    (error &&
      ((error.cause as Refusal | undefined)?.problem?.test ??
        (window.isSecureContext && /^http:.*:/.test(location.origin))))
  );
}
