import type { Fulfilment, Release, ReleaseStart, SessionRecord } from '../records.ts';
import { StoreError } from '../storeError.ts';
import { keyOf, type OrderKey } from './sessions.ts';

/** The orders' fulfilments and releases in memory: one or the other for each order and mode. */
export interface MemoryFulfilments {
  get(order: OrderKey): Fulfilment | undefined;
  getRelease(order: OrderKey): Release | undefined;
  /** Unless it is claimed already; takes the place of a release. */
  claim(session: SessionRecord): void;
  /** Those that are pending, with the time of their claim. */
  owed(kind: 'payment' | 'release'): readonly { readonly sessionId: string; readonly claimedAt: number }[];
  /** Counts an attempt; `null` when it is done or unknown. */
  start(order: OrderKey): Fulfilment | null;
  /** The session whose fulfilment is done now; `null` when it was done before. */
  complete(order: OrderKey): string | null;
  /** Begins a release, or counts an attempt of the same session's; `null` when it is done, or another session's. */
  startRelease(start: ReleaseStart): Release | null;
  /** The session whose release is done now; `null` when it was done before, or a payment has taken its place. */
  completeRelease(order: OrderKey): string | null;
  /** Whether something is still owed that is this session's to do. */
  isOwed(session: SessionRecord): boolean;
  /** Forgets what hangs on this session. */
  delete(session: SessionRecord): void;
}

type Effect = { claimedAt: number } & (
  | { kind: 'payment'; value: Fulfilment }
  | { kind: 'release'; value: Release }
);

export function memoryFulfilments(now: () => number): MemoryFulfilments {
  const effects = new Map<string, Effect>();
  const get = (order: OrderKey) => {
    const effect = effects.get(keyOf(order));
    return effect?.kind === 'payment' ? effect.value : undefined;
  };
  const getRelease = (order: OrderKey) => {
    const effect = effects.get(keyOf(order));
    return effect?.kind === 'release' ? effect.value : undefined;
  };
  const claimedAt = (order: OrderKey) => effects.get(keyOf(order))?.claimedAt ?? now();
  const set = (value: Fulfilment, at = claimedAt(value)): Fulfilment => {
    effects.set(keyOf(value), { kind: 'payment', value, claimedAt: at });
    return value;
  };
  const setRelease = (value: Release): Release => {
    effects.set(keyOf(value), { kind: 'release', value, claimedAt: claimedAt(value) });
    return value;
  };
  return {
    get,
    getRelease,
    claim({ id, orderReference, test }) {
      if (get({ orderReference, test }) !== undefined) return;
      const release = getRelease({ orderReference, test });
      const late = release === undefined ? {} : { late: placeOf(release, id) };
      set({ orderReference, test, sessionId: id, state: 'pending', attempts: 0, ...late }, now());
    },
    owed: (kind) =>
      [...effects.values()]
        .filter((effect) => effect.kind === kind && effect.value.state === 'pending')
        .map((effect) => ({ sessionId: effect.value.sessionId, claimedAt: effect.claimedAt })),
    start(order) {
      const fulfilment = get(order);
      if (fulfilment?.state !== 'pending') return null;
      return set({ ...fulfilment, attempts: fulfilment.attempts + 1 });
    },
    complete(order) {
      const fulfilment = get(order);
      if (fulfilment === undefined) {
        throw new StoreError(
          'invalid_change',
          `Order ${order.orderReference} has no fulfilment to complete.`,
        );
      }
      if (fulfilment.state === 'done') return null;
      set({ ...fulfilment, state: 'done' });
      return fulfilment.sessionId;
    },
    startRelease({ orderReference, test, sessionId }) {
      const release = getRelease({ orderReference, test });
      if (release === undefined) {
        return setRelease({ orderReference, test, sessionId, state: 'pending', attempts: 1 });
      }
      if (release.state === 'done' || release.sessionId !== sessionId) return null;
      return setRelease({ ...release, attempts: release.attempts + 1 });
    },
    completeRelease(order) {
      const release = getRelease(order);
      if (release?.state !== 'pending') return null;
      setRelease({ ...release, state: 'done' });
      return release.sessionId;
    },
    isOwed(session) {
      const value = effects.get(keyOf(session))?.value;
      return value?.sessionId === session.id && value.state === 'pending';
    },
    delete(session) {
      if (effects.get(keyOf(session))?.value.sessionId === session.id) effects.delete(keyOf(session));
    },
  };
}

/** As `replaceRelease` in `sql/change.ts`. */
function placeOf({ state, sessionId }: Release, id: string): NonNullable<Fulfilment['late']> {
  return state === 'done' || sessionId === id ? 'after_release' : 'during_release';
}
