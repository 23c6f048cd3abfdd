import { sameText } from '../../protocol/gateway/sameText.ts';
import type { Parts } from '../parts.ts';
import { isOurId } from '../record/isSessionId.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';
import type { ReadNotice } from './readNotice.ts';

/** The session that a notification is about, and whether the secret in the path says so. */
export interface FoundSession {
  found: Versioned<SessionRecord> | null;
  bySecret: boolean;
}

/** The path's session if its secret is right; else, for a signed notification, the session that it names. */
export async function findSession(
  parts: Pick<Parts, 'store' | 'sha256'>,
  path: { id: string; secret: string } | null,
  read: ReadNotice,
): Promise<FoundSession> {
  const { store } = parts;
  if (path !== null && isOurId(path.id)) {
    const stored = await store.getSession(path.id);
    if (stored !== null && (await sameText(stored.value.notifySecretHash, await parts.sha256(path.secret)))) {
      return { found: stored, bySecret: true };
    }
  }
  if (read.kind !== 'signed') return { found: null, bySecret: false };
  const { uniqueReference } = read.notification;
  if (uniqueReference === '') return { found: null, bySecret: false };
  const [found] = await store.findSessions({ uniqueReference });
  return { found: found ?? null, bySecret: false };
}
