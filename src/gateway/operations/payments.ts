import type { CallOptions, CardPaymentRequest, PaymentOutcome, TokenPaymentRequest } from '../types.ts';
import { checkInput } from './checkInput.ts';
import type { DirectConnect } from './directConnect.ts';
import type { PciGate } from './pciGate.ts';
import { withDefaults } from './withDefaults.ts';

/**
 * Card payments without the hosted page (direct connect), by full card details or by card token (S1, S2, S5, S118). Full
 * card details are for merchants with SAQ D certification, and need `pciLevel: 'saq-d'`.
 */
export interface Payments {
  /**
   * `AUTH`: checks that the card is active and holds the amount, and sets the amount aside. The issuer decides for how long,
   * typically up to 30 days; then it is free on the card again (S20, S21). The interface document shows no way to capture it:
   * ask your operator, and send that request with `gateway.request`.
   *
   * `amount` is a decimal string (`'49.90'`) or minor units (`4990n`), `currency` the ISO 4217 code. A refused payment is an
   * outcome (`kind: 'declined'`), no error. For `kind: 'redirect'` send the customer to `redirectUrl` (3-D Secure); the
   * result then comes as a notification, as it does for `'pending'`. Never sent twice by itself unless it was provably not
   * accepted.
   *
   * @throws PciLevelError for full card details without `pciLevel: 'saq-d'`; nothing was sent.
   * @throws ValidationError for input that breaks a rule of the profile; nothing was sent.
   * @throws HttpError, by its classes, when the gateway refuses the request itself: credentials, rights, a reference used before.
   * @throws OutcomeUnknownError when money may have moved: ask with its `recover()` before anything else.
   * @throws ConnectionError, TimeoutError or AbortedError when it was provably not accepted.
   */
  authorise(
    payment: CardPaymentRequest | TokenPaymentRequest,
    options?: CallOptions,
  ): Promise<PaymentOutcome>;
  /**
   * `PURC`: checks the card, and authorises and captures in one call, so that the payment is final (S22). Everything else, the
   * errors too, is as with `authorise`.
   *
   * @example
   * const outcome = await gateway.payments.purchase({
   *   amount: '49.90', currency: 'EUR', orderReference: 'A-1002', card: { cardToken },
   *   redirectionUrl: 'https://shop.example/thanks', callBackUrl: 'https://shop.example/notify',
   * });
   * if (outcome.kind === 'redirect') sendTo(outcome.redirectUrl);
   * @throws as `authorise`
   */
  purchase(payment: CardPaymentRequest | TokenPaymentRequest, options?: CallOptions): Promise<PaymentOutcome>;
}

export function payments(execute: DirectConnect, pciGate: PciGate): Payments {
  const pay = async (
    type: 'AUTH' | 'PURC',
    payment: CardPaymentRequest | TokenPaymentRequest,
    options?: CallOptions,
  ) => {
    checkInput(payment, type);
    if (payment.paymentCredentials === undefined) return execute('tokenPayment', type, payment, options);
    pciGate(type);
    return execute(
      'cardPayment',
      type,
      {
        ...payment,
        paymentCredentials: withDefaults(payment.paymentCredentials, { paymentSource: 'Card' }),
        routing: withDefaults(payment.routing, { forcePayment: 'CARDS' }),
      },
      options,
    );
  };
  return {
    authorise: (payment, options) => pay('AUTH', payment, options),
    purchase: (payment, options) => pay('PURC', payment, options),
  };
}
