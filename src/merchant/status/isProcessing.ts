import type { SessionRecord, StoredEvent } from '../store/contract.ts';

/** A card is decided by then: what the gateway still calls pending is a voucher, a transfer, a slow bank. */
const DECIDED_AFTER_MS = 3_000;

/**
 * Whether the payment is under way at the gateway for longer than a customer waits. They have finished on its page, by the
 * address that only the page knows, and some seconds later the gateway still answers "pending": not just its answer of that
 * moment, and not "paid" without a sum, which a notification settles.
 */
export async function isProcessing(
  { status, sentBackAt, checkedAt }: SessionRecord,
  listEvents: () => Promise<readonly StoredEvent[]>,
): Promise<boolean> {
  if (status !== 'pending' || sentBackAt === null || checkedAt === null) return false;
  if (checkedAt - sentBackAt < DECIDED_AFTER_MS) return false;
  const events = await listEvents();
  return (
    events.findLast(({ type }) => type === 'pending' || type === 'status_incomplete')?.type === 'pending'
  );
}
