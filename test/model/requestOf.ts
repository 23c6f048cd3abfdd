import type { SessionRecord } from '../../src/merchant/store/contract.ts';
import type { FakeGateway } from '../support/fakeGateway.ts';
import type { Activity, Evidence } from './state.ts';

export const BASE = 'https://shop.example/checkout';

/** What browser or gateway sends for an activity; `null`: there is no page yet that it could be about. */
export async function requestOf(
  gateway: FakeGateway,
  activity: Exclude<Activity, 'sweep'>,
  record: SessionRecord | undefined,
  says: Evidence,
): Promise<Request | null> {
  if (activity === 'open') {
    return new Request(`${BASE}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://shop.example' },
      body: JSON.stringify({ order: 'A-1', reason: 'open' }),
    });
  }
  const page = gateway.ledger.get(record?.uniqueReference ?? '')?.request;
  if (record === undefined || page === undefined) return null;
  if (activity === 'poll') return new Request(`${BASE}/session/${record.id}`);
  if (activity === 'return') return new Request(page.redirectionUrl);
  const change = says === 'declined' ? { Status: 'Declined', CardToken: null } : {};
  const { body, headers } = await gateway.notification(change, record.uniqueReference);
  const sent = activity === 'notification' ? headers : { 'content-type': 'application/json' };
  return new Request(page.callBackUrl, { method: 'POST', body, headers: sent });
}
