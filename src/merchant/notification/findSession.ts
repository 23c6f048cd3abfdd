import { sameText } from '../../protocol/gateway/sameText.ts';
import { sha256 } from '../platform/sha256.ts';
import { isSessionId } from '../record/isSessionId.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';
import type { ModeStore } from '../store/modeStore.ts';
import type { ReadNotification } from './readNotification.ts';

/** The session that a notification is about, and whether the secret in the path says so. */
export interface FoundSession {
  found: Versioned<SessionRecord> | null;
  bySecret: boolean;
}

/** The path's session if its secret is right; else, for a signed notification, the session that it names. */
export async function findSession(
  { store }: { store: Pick<ModeStore, 'getSession' | 'findSessions'> },
  path: { id: string; secret: string } | null,
  read: ReadNotification,
): Promise<FoundSession> {
  if (path !== null && isSessionId(path.id)) {
    const stored = await store.getSession(path.id);
    if (stored !== null && (await sameText(stored.value.notifySecretHash, await sha256(path.secret)))) {
      return { found: stored, bySecret: true };
    }
  }
  if (read.kind !== 'signed') return { found: null, bySecret: false };
  const { uniqueReference } = read.notification;
  if (uniqueReference === '') return { found: null, bySecret: false };
  const [found] = await store.findSessions({ uniqueReference });
  return { found: found ?? null, bySecret: false };
}
