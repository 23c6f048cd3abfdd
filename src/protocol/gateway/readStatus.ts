import { detailReader } from './detailReader.ts';
import { fieldReader } from './fieldReader.ts';
import { lazyRaw } from './lazyRaw.ts';
import type { GatewayProfile } from './profile.ts';
import { redactText } from './redactText.ts';
import type { TransactionStatus } from './transaction.ts';
import { readPartialDetails } from './transactionDetails.ts';

/**
 * Reads the parsed answer of the status endpoint (N6), in either spelling.
 * @throws ShapeError when there is no status, or naming a field that settles money and is of the wrong type.
 */
export function readStatus(json: unknown, profile: GatewayProfile): TransactionStatus {
  const { parse } = profile.status;
  if (parse !== undefined) {
    const own = parse(json);
    return lazyRaw({ ...own, unreadable: own.unreadable ?? [] }, json);
  }
  const field = fieldReader(json, profile.wire.readCase, 'the status answer');
  const detail = detailReader(field);
  const message = detail.text('errorMessage');
  const errorMessage = message === null ? null : redactText(message);
  const details = readPartialDetails(field, detail, profile);
  return lazyRaw(Object.assign(details, { errorMessage, unreadable: detail.unreadable }), json);
}
