import type { SessionRecord } from '../../merchant/store/contract.ts';
import type { Shop } from './loadShop.ts';
import { isOwed } from './settleSession.ts';

const PAGE = 500;

/**
 * Ids of all sessions of the handler's mode, created at `since` or later that are not final, or paid without a finished fulfilment; oldest first.
 * `onProgress` gets how many were read so far. Store time in milliseconds.
 */
export async function findOpen(
  { handler, store }: Pick<Shop, 'handler' | 'store'>,
  since: number,
  onProgress: (read: number) => void,
): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const session of listSince({ handler, store }, since, onProgress)) {
    if (
      session.status !== 'completed' ||
      isOwed(session, await store.getFulfilment(session.orderReference, session.test))
    ) {
      found.push(session.id);
    }
  }
  return found;
}

async function* listSince(
  { handler, store }: Pick<Shop, 'handler' | 'store'>,
  since: number,
  onProgress: (read: number) => void,
): AsyncGenerator<SessionRecord> {
  const seen = new Set<string>();
  let from = since;
  for (let limit = PAGE; ; ) {
    const page = await store.listSessions({
      statuses: ['creating', 'open', 'pending', 'unresolved', 'completed'],
      // The other mode's sessions are another handler's: this one neither sees nor settles them.
      ...(handler.test === undefined ? {} : { test: handler.test }),
      createdFrom: from,
      limit,
    });
    const fresh = page.filter(({ value }) => !seen.has(value.id));
    for (const { value } of fresh) {
      seen.add(value.id);
      if (value.createdAt >= since) yield value;
    }
    onProgress(seen.size);
    if (page.length < limit) return;
    // A page of one and the same millisecond leads nowhere: only a longer one shows what comes after.
    if (fresh.length === 0) limit *= 2;
    from = page.at(-1)?.value.createdAt ?? from;
  }
}
