/*
 * The JSON that crosses the wall between merchant and gateway, in the interface document's spelling.
 * Our own names are these with a lower first letter (`UniqueReference` → `uniqueReference`, `CallBackURL` → `callBackUrl`).
 */

export type TransactionType = 'AUTH' | 'PURC' | 'ORIGINALCREDIT';

/** The answer to `POST /api/hpptoken/create` (S135). */
export interface HppResponseWire {
  pspid: number;
  token: string;
  redirectUrl: string;
  status: string;
  isSuccess: boolean;
  errorMessage: string | null;
}

/** Card payments answer in lower camel case (S101), payouts in Pascal case (S102). */
export interface DirectConnectResponseWire {
  pspid: number;
  bankResponse: string;
  bankAccept: string | boolean;
  cardToken: string | null;
  redirectUrl: string | null;
  isSuccess: boolean;
  errorMessage: string | null;
}

/** The payment notification (S163–S183). */
export interface NotificationWire {
  AttemptNumber: number;
  SentDateTime: number;
  TransactionToken: string;
  OrderReference: string;
  Status: string;
  AuthCode: string;
  CardInput: boolean;
  PspId: string;
  Currency: string;
  Amount: string;
  CardNumber: string;
  CardExpiry: string;
  CardHolderName: string;
  CardCountry: string;
  CardType: string;
  CardToken: string;
  Acquirer: string;
  Email: string;
  UniqueReference: string;
  ClientAccount: string;
  Is3DS: boolean;
  UDF?: Record<string, unknown>;
}

type StatusPromised =
  | 'TransactionToken'
  | 'OrderReference'
  | 'UniqueReference'
  | 'PspId'
  | 'Amount'
  | 'Currency'
  | 'Status';

/** The status answer (N6): which payment it is, and how it went. Other fields of the notification may be there or not. */
export interface StatusWire
  extends Pick<NotificationWire, StatusPromised>,
    Partial<Omit<NotificationWire, StatusPromised | 'AttemptNumber' | 'SentDateTime'>> {
  isSuccess: boolean;
  errorMessage: string | null;
}

/** Query of `GET /api/transactions/retrieve`: those known, at least one (N10). */
export interface TransactionReference {
  pspId?: string;
  orderReference?: string;
  uniqueReference?: string;
}
