import type { CallOptions, CardPaymentRequest, PaymentOutcome, TokenPaymentRequest } from '../types.ts';
import { checkInput } from './checkInput.ts';
import type { DirectConnect } from './directConnect.ts';
import type { PciGate } from './pciGate.ts';
import { withDefaults } from './withDefaults.ts';

/**
 * Card payments without the hosted page, by full card details or by token (S1, S2, S5, S118).
 * Both throw PciLevelError, ValidationError, OutcomeUnknownError, HttpError, ConnectionError; a decline is an outcome.
 */
export interface Payments {
  /** `AUTH`: holds the amount until the issuer lets it go, at most some 30 days (S20, S21). */
  authorise(
    payment: CardPaymentRequest | TokenPaymentRequest,
    options?: CallOptions,
  ): Promise<PaymentOutcome>;
  /** `PURC`: authorises and captures in one call (S22). */
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
