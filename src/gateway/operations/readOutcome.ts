import {
  fieldReader,
  optionalBoolean,
  optionalText,
  requiredId,
} from '../../protocol/gateway/fieldReader.ts';
import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import { redactText } from '../../protocol/gateway/redactText.ts';
import { ShapeError } from '../../protocol/gateway/shapeError.ts';
import { readState } from '../../protocol/gateway/transactionDetails.ts';
import type { ErrorContext } from '../errors/gatewayError.ts';
import { throwIfRefusedUnder200 } from '../errors/throwIfRejected.ts';
import type { PaymentOutcome } from '../types.ts';
import { webAddress } from './webAddress.ts';

/** Of each kind, since `Omit` would merge them. */
type OutcomeWithoutRaw = PaymentOutcome extends infer Kind
  ? Kind extends unknown
    ? Omit<Kind, 'raw'>
    : never
  : never;

/**
 * Reads the answer in either spelling (S101, S102). `isSuccess` says whether the request was processed, `bankResponse`
 * and `bankAccept` what became of the payment (G12).
 * @throws ShapeError
 */
export function readOutcome(
  json: Record<string, unknown> | null,
  profile: GatewayProfile,
  common: { uniqueReference: string; orderReference: string },
  errorContext: ErrorContext,
): OutcomeWithoutRaw {
  const field = fieldReader(json, profile.wire.readCase, 'the answer');
  const spelled = (lower: string) => field(lower) ?? field(lower.charAt(0).toUpperCase() + lower.slice(1));
  const isSuccess = optionalBoolean(spelled, 'isSuccess');
  if (isSuccess === null) throw new ShapeError('isSuccess', 'true or false');
  if (!isSuccess) throwIfRefusedUnder200(json ?? {}, profile, errorContext);

  const pspId = spelled('pspid') ?? field('PspId') ?? null;
  const id = pspId === null ? null : requiredId(() => pspId, 'pspid');
  const status = optionalText(spelled, 'bankResponse');
  const message = optionalText(spelled, 'errorMessage');
  const redirectUrl = optionalText(spelled, 'redirectUrl');
  const accepted = profile.wire.accept(spelled('bankAccept'));
  const state = status === null ? 'unknown' : readState(status, profile);

  if (profile.errors.isDecline({ isSuccess, accepted, state })) {
    return {
      kind: 'declined',
      ...common,
      pspId: id,
      message: message === null ? null : redactText(message),
      gatewayCode: message === null ? null : profile.errors.parseCode(message),
    };
  }
  if (state === 'unknown') return { kind: 'unknown', ...common, pspId: id, status: status ?? '' };
  if (id === null) throw new ShapeError('pspid', 'an id: a whole number or a text');
  if (state === 'pending') {
    return redirectUrl === null
      ? { kind: 'pending', ...common, pspId: id }
      : { kind: 'redirect', ...common, pspId: id, redirectUrl: webAddress(redirectUrl) };
  }
  return { kind: 'processed', ...common, pspId: id, cardToken: optionalText(spelled, 'cardToken') };
}
