import type { GatewayState } from '../poll/gatewayState.ts';
import type { Settler } from '../settle/createSettler.ts';
import type { SyncResult } from '../settle/leasedWork.ts';
import { type ShowOrderContext, showOrder } from './showOrder.ts';
import type { AskedOrder, AskedSession, ChainEntry, OrderSession, RetriedOrder } from './types.ts';

/** Another worker holds a session for the time of a status call and a hook: it is waited for a little. */
const TRIES = 8;
const PAUSE_MS = 500;

export interface AskGatewayContext extends ShowOrderContext {
  readonly settler: Pick<Settler, 'sync'>;
  readonly wait: (ms: number) => Promise<void>;
}

/** Asks the gateway about each session of an order, and settles by the answers; `null` for an unknown order. */
export async function askGateway(
  context: AskGatewayContext,
  orderReference: string,
): Promise<AskedOrder | null> {
  const before = await showOrder(context, orderReference);
  if (before === null) return null;
  const asked: Omit<AskedSession, 'now'>[] = [];
  for (const session of before.sessions) asked.push(await ask(context, session));
  const order = (await showOrder(context, orderReference)) ?? before;
  const statusOf = new Map(order.sessions.map(({ sessionId, status }) => [sessionId, status]));
  return {
    sessions: asked.map((each) => ({ ...each, now: statusOf.get(each.sessionId) ?? each.was })),
    followed: withoutKnown(order.chain, before.chain),
    order,
  };
}

function withoutKnown(chain: readonly ChainEntry[], known: readonly ChainEntry[]): ChainEntry[] {
  const keyOf = ({ at, sessionId, type, text }: ChainEntry) => `${at.getTime()} ${sessionId} ${type} ${text}`;
  const keys = new Set(known.map(keyOf));
  return chain.filter((entry) => !keys.has(keyOf(entry)));
}

async function ask(
  context: AskGatewayContext,
  { sessionId, status: was }: OrderSession,
): Promise<Omit<AskedSession, 'now'>> {
  try {
    const { gatewayState } = await syncWhenFree(context, sessionId, { alsoPaid: true });
    return { sessionId, was, gateway: gatewayState, said: saidOf(gatewayState), error: null };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      sessionId,
      was,
      gateway: null,
      said: 'It could not be asked.',
      error: message.split('\n', 1)[0] ?? '',
    };
  }
}

/** Calls `onPayment` again where it is owed; `null` for an unknown order. */
export async function retryFulfilment(
  context: AskGatewayContext,
  orderReference: string,
): Promise<RetriedOrder | null> {
  const { store } = context;
  const known = await store.getFulfilment(orderReference);
  let result: RetriedOrder['result'] = 'nothing_owed';
  if (known?.state === 'pending') {
    const { isLeased } = await syncWhenFree(context, known.sessionId, { alsoPaid: false });
    const after = await store.getFulfilment(orderReference);
    result = after?.state === 'done' ? 'fulfilled' : isLeased ? 'busy' : 'failed';
  }
  const order = await showOrder(context, orderReference);
  return order === null ? null : { result, order };
}

async function syncWhenFree(
  { settler, wait }: AskGatewayContext,
  sessionId: string,
  { alsoPaid }: { alsoPaid: boolean },
): Promise<SyncResult> {
  for (let tries = 1; ; tries++) {
    const result = await settler.sync(sessionId, { force: true, alsoPaid });
    await result.finished;
    if (!result.isLeased || tries === TRIES) return result;
    await wait(PAUSE_MS);
  }
}

const SAID: Readonly<Record<GatewayState, string>> = {
  processed: 'The gateway says: paid.',
  pending: 'The gateway says: still under way.',
  declined: 'The gateway says: declined.',
  failed: 'The gateway says: failed.',
  cancelled: 'The gateway says: cancelled by the customer.',
  expired: 'The gateway says: expired.',
  lapsed: 'The gateway says: the authorisation has lapsed.',
  unknown: 'The gateway gave a status that is not known.',
  unconfirmed: 'The gateway says "paid", and not of what sum or which payment: nothing is settled by that.',
  not_found: 'The gateway knows no such transaction: nobody has tried to pay on this page.',
  unreachable: 'The gateway did not answer.',
};

function saidOf(state: GatewayState | null): string {
  return state === null ? 'Another process is at work on this session: ask again in a minute.' : SAID[state];
}
