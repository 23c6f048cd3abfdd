import type { HppRequest } from '../../gateway/types.ts';
import { isWebUrl } from '../../protocol/gateway/isWebUrl.ts';
import type { OrderFacts } from '../options.ts';
import { returnProof } from '../record/returnProof.ts';
import type { SessionRecord } from '../store/contract.ts';

/** Addresses come from the configured public one alone (T6); the notification's carries the session's secret. */
export async function toHppRequest(
  publicUrl: string,
  record: SessionRecord,
  order: OrderFacts,
  secret: string,
): Promise<HppRequest> {
  const proof = await returnProof(record);
  return {
    transactionType: record.transactionType,
    amount: record.amount,
    currency: record.currency,
    orderReference: record.orderReference,
    uniqueReference: record.uniqueReference,
    redirectionUrl: `${publicUrl}/return/${record.id}/success/${proof}`,
    failRedirectionUrl: `${publicUrl}/return/${record.id}/failure/${proof}`,
    callBackUrl: `${publicUrl}/notify/${record.id}/${secret}`,
    ...(order.language === undefined ? {} : { language: order.language }),
    ...(order.client === undefined ? {} : { client: order.client }),
    ...(order.udf === undefined ? {} : { udf: order.udf }),
    ...(order.configuration === undefined ? {} : { configuration: order.configuration }),
  };
}

/** The customer's browser goes there: never `javascript:` and its like (T14). */
export function assertPageAddress(url: string): void {
  if (isWebUrl(url)) return;
  const scheme = URL.canParse(url) ? new URL(url).protocol : 'no address';
  throw new Error(`The gateway answered with a page address that is not http(s): ${scheme}`);
}
