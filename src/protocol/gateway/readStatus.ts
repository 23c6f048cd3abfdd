import { fieldReader, optionalText } from './fieldReader.ts';
import { lazyRaw } from './lazyRaw.ts';
import type { GatewayProfile } from './profile.ts';
import { redactText } from './redactText.ts';
import type { TransactionStatus } from './transaction.ts';
import { readDetails } from './transactionDetails.ts';

/**
 * Reads the parsed answer of the status endpoint (N6), in either spelling.
 * @throws ShapeError naming the field that is missing or of the wrong type.
 */
export function readStatus(json: unknown, profile: GatewayProfile): TransactionStatus {
  const { parse } = profile.status;
  if (parse !== undefined) return lazyRaw({ ...parse(json) }, json);
  const field = fieldReader(json, profile.wire.readCase, 'the status answer');
  const message = optionalText(field, 'errorMessage');
  const errorMessage = message === null ? null : redactText(message);
  return lazyRaw(Object.assign(readDetails(field, profile), { errorMessage }), json);
}
