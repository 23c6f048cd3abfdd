import type {
  Change,
  CheckoutStore,
  ReleaseStart,
  SessionRecord,
  UnfinishedKind,
} from '../../../src/merchant/store/contract.ts';
import { created, event, notification, record } from '../../../src/testing/store/fixture.ts';

/* Each operation of a store, in an order in which all of them have something to do. */

export const UNFINISHED = Object.keys({
  fulfilment: true,
  release: true,
  pending: true,
  details: true,
  due: true,
} satisfies Record<UnfinishedKind, true>) as readonly UnfinishedKind[];

type Operation = readonly [name: string, run: (store: CheckoutStore) => Promise<unknown>];

function operations(ended: SessionRecord, released: SessionRecord): readonly Operation[] {
  const session = record();
  const again = record({ orderReference: session.orderReference });
  const { id, orderReference } = session;
  const next: SessionRecord = { ...session, status: 'open' };
  const paid: SessionRecord = { ...session, status: 'completed' };
  const claim = { sessionId: id, fencingToken: 1, dueAt: 0 };
  const release = releaseOf(ended);
  const latePayment: Change = {
    id: released.id,
    version: 1,
    next: { ...released, status: 'completed' },
    events: [event('a')],
    claimFulfilment: true,
  };
  const buckets = [
    { name: `admits ${id}`, limit: 1 },
    { name: `admits ${orderReference}`, limit: 9 },
  ];
  return [
    ['`now`', (store) => store.now()],
    ['`createSession`', (store) => store.createSession(session, [event('a')], 0)],
    ['`createSession`, refused', (store) => store.createSession(again, [event('a')], 0)],
    ['`getSession`', (store) => store.getSession(id)],
    ['`findSessions`', (store) => store.findSessions({ orderReference, test: true })],
    ['`listSessions`', (store) => store.listSessions({ statuses: ['open'], limit: 9 })],
    ['`change`', (store) => store.change({ id, version: 1, next, events: [event('a'), event('b')] })],
    ['`change`, refused', (store) => store.change({ id, version: 1, next, events: [event('a')] })],
    [
      '`change` that claims the fulfilment and sets the due time',
      (store) =>
        store.change({
          id,
          version: 2,
          next: paid,
          events: [event('a')],
          claimFulfilment: true,
          dueAt: null,
        }),
    ],
    ['`addEvents`', (store) => store.addEvents(id, [event('a'), event('b')])],
    ['`listEvents`', (store) => store.listEvents(id)],
    [
      '`receiveFor`',
      (store) =>
        store.receiveFor({
          ...notification(),
          sessionId: id,
          secretHash: session.notifySecretHash,
          test: session.test,
        }),
    ],
    ['`receive`', (store) => store.receive(notification({ sessionId: id }))],
    ['`listNotifications`', (store) => store.listNotifications(id, 9)],
    ['`bringForward`', (store) => store.bringForward(id, 0)],
    ['`claimDue`', (store) => store.claimDue(9, 60_000, true)],
    ['`finish`', (store) => store.finish(claim, null)],
    ['`claimOne`', (store) => store.claimOne(id, 60_000, true)],
    ['`getFulfilment`', (store) => store.getFulfilment(orderReference, true)],
    ['`startFulfilment`', (store) => store.startFulfilment(orderReference, true)],
    ['`completeFulfilment`', (store) => store.completeFulfilment(orderReference, true, [event('a')])],
    ...UNFINISHED.map(
      (kind): Operation => [
        `\`listUnfinished\`, ${kind}`,
        (store) => store.listUnfinished(kind, { test: true, lastOf: ['a'], limit: 9 }),
      ],
    ),
    ['`listOrphans`', (store) => store.listOrphans({ limit: 9 })],
    ['`change` that claims the fulfilment of a released order', (store) => store.change(latePayment)],
    ['`getRelease`', (store) => store.getRelease(ended.orderReference, true)],
    ['`startRelease`', (store) => store.startRelease(release)],
    ['`startRelease`, again', (store) => store.startRelease(release)],
    ['`completeRelease`', (store) => store.completeRelease(ended.orderReference, true, [event('a')])],
    ['`admit`', (store) => store.admit({ orderReference, test: true }, buckets, 60_000)],
    ['`admit`, refused', (store) => store.admit({ orderReference, test: true }, buckets, 60_000)],
    ['`take`', (store) => store.take(`new for ${id}`, 1, 60_000)],
    ['`take`, refused', (store) => store.take(`new for ${id}`, 1, 60_000)],
    ['`revoke`', (store) => store.revoke(`link:${id}`, null)],
    ['`countRevocations`', (store) => store.countRevocations([`link:${id}`, 'order'])],
    ['`claimFor`, the first time', (store) => store.claimFor?.('a', true) ?? Promise.resolve()],
    ['`claimFor`', (store) => store.claimFor?.('b', true) ?? Promise.resolve()],
    ['`purge` of nothing', (store) => store.purge(0, { limit: 9 })],
  ];
}

function releaseOf({ id, orderReference, test }: SessionRecord): ReleaseStart {
  return { sessionId: id, orderReference, test, sessions: 1, events: [event('a')] };
}

/** Gives each operation to `work`, which runs it. */
export async function forEachOperation(
  store: CheckoutStore,
  work: (name: string, run: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  await store.ready();
  const ended = await created(store, { status: 'expired' });
  const released = await created(store, { status: 'expired' });
  await store.startRelease(releaseOf(released));
  for (const [name, run] of operations(ended, released)) await work(name, () => run(store));
}
