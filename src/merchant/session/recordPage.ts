import type { CheckoutGateway } from '../../gateway/checkoutGateway.ts';
import type { HppSession } from '../../gateway/types.ts';
import type { CheckoutSession } from '../../protocol/page/session.ts';
import { newEvent } from '../observe/events.ts';
import { EXPIRY_SLACK_MS } from '../record/pageLife.ts';
import type { RecordContext } from '../record/recordContext.ts';
import type { Settings } from '../settings.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';
import { toCheckoutSession } from './openResult.ts';

/** A day: no hosted page lives longer. */
const LONGEST_LIFE_MS = 86_400_000;

export interface RecordPageContext extends Pick<RecordContext, 'store' | 'clock' | 'emit'> {
  readonly gateway: Pick<CheckoutGateway, 'profile'>;
  readonly publicAddress: Pick<Settings, 'publicUrl' | 'publicOrigin'>;
}

/** Records the page on its session, and only then hands it out; another status of the session comes back as the record. */
export async function recordPage(
  { store, clock, emit, gateway, publicAddress }: RecordPageContext,
  record: SessionRecord,
  page: HppSession,
): Promise<CheckoutSession | Versioned<SessionRecord>> {
  // The address was made somewhere between request and reply. Early is what we tell the browser; more than the slack too
  // early would have the rule take a valid page for an expired one.
  const redirectExpiresAt =
    lifetimeOf(page, gateway.profile.redirect.lifetimeMs) +
    Math.max(record.createdAt, (await clock()) - EXPIRY_SLACK_MS);
  // Freshly inserted records have version 1; where a notification was faster, the loop reads the true one.
  let current: Versioned<SessionRecord> = { value: record, version: 1 };
  while (current.value.status === 'creating') {
    const next: SessionRecord = {
      ...current.value,
      status: 'open',
      pspId: page.pspId,
      transactionToken: page.token,
      redirectUrl: page.redirectUrl,
      redirectExpiresAt,
    };
    const pageOrigin = new URL(page.redirectUrl).origin;
    const events = [newEvent('session_opened', { pspId: page.pspId, pageOrigin })];
    const result = await store.change({ id: record.id, version: current.version, next, events });
    if (result === 'done') {
      emit(events, next);
      return toCheckoutSession(publicAddress, next, await clock());
    }
    const again = await store.getSession(record.id);
    if (again === null) throw new Error(`Session ${record.id} is gone from the store.`);
    current = again;
  }
  return current;
}

/** As the gateway's client says, where that is a time; a day at most, in whole milliseconds (T74). */
function lifetimeOf({ expiresInMs }: HppSession, profileMs: number): number {
  const ms = typeof expiresInMs === 'number' && expiresInMs >= 0 ? expiresInMs : profileMs;
  return Math.round(Math.min(ms, LONGEST_LIFE_MS));
}
