import type { ListPlace, SessionRecord, Versioned } from '../../merchant/store/contract.ts';
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
  let read = 0;
  for (let after: ListPlace | null = null; ; ) {
    const page: readonly Versioned<SessionRecord>[] = await store.listSessions({
      statuses: ['creating', 'open', 'pending', 'unresolved', 'completed'],
      // The other mode's sessions are another handler's: this one neither sees nor settles them.
      ...(handler.test === undefined ? {} : { test: handler.test }),
      createdFrom: since,
      ...(after === null ? {} : { after }),
      limit: PAGE,
    });
    for (const { value } of page) yield value;
    read += page.length;
    onProgress(read);
    const last = page.at(-1)?.value;
    if (last === undefined || page.length < PAGE) return;
    after = { at: last.createdAt, id: last.id };
  }
}
