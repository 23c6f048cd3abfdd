import { formatAmount } from '../../protocol/gateway/money.ts';
import type { HandlerLimits, OrderFacts } from '../options.ts';
import type { Background } from '../platform/background.ts';
import type { HandlerTimeouts } from '../platform/timeouts.ts';
import type { GatewayState } from '../poll/gatewayState.ts';
import { mayBePaidAfterDecline } from '../record/pageLife.ts';
import { applyEvidence } from '../settle/applyEvidence.ts';
import type { Settler } from '../settle/createSettler.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';
import { type CreatePageContext, createPage } from './createPage.ts';
import { decideNextPage, type WantedOrder } from './decideNextPage.ts';
import { type OpenRequest, type OpenResult, toCheckoutSession } from './openResult.ts';

/** A bound for one request, should others change the order's sessions as fast as it looks at them. */
const MOST_ROUNDS = 20;
/** How often the record is read while a concurrent request makes the session. */
const CONCURRENT_REQUEST_MS = 100;
/** A wait ends a little later than what it waits for, so that the next look finds it over. */
const SLACK_MS = 250;
/** What a creation takes beside its call to the gateway: the store is written before and after it. */
const CREATION_SLACK_MS = 5_000;

export interface OpenSessionContext extends CreatePageContext {
  readonly settler: Pick<Settler, 'sync'>;
  readonly background: Background;
  readonly wait: (ms: number) => Promise<void>;
  readonly limits: Pick<HandlerLimits, 'pendingHoldMs'>;
  readonly timeouts: HandlerTimeouts;
}

/** One request for a page, as it goes through its rounds. */
interface Opening {
  readonly wanted: WantedOrder;
  /** Store time until which the request waits. */
  readonly deadline: number;
  /** What the gateway answered about the order's sessions during this request. */
  readonly gatewayStates: Map<string, GatewayState>;
}

/**
 * Gives an order a page to pay on: the one it has, or a new one once the old is known to be dead (`decideNextPage` has the
 * rule). The store's "one live session per order" settles a race of two creations (T10).
 *
 * @throws RangeError when `resolveOrder` gave an amount or currency that cannot be sent.
 */
export async function openSession(
  context: OpenSessionContext,
  order: OrderFacts,
  request: OpenRequest,
): Promise<OpenResult> {
  const { store, clock, gateway, decimals, timeouts } = context;
  const { orderReference } = order;
  const wanted: WantedOrder = {
    amount: formatAmount(order.amount, order.currency, decimals),
    currency: order.currency,
    transactionType: order.transactionType ?? 'PURC',
    test: gateway.test,
  };
  const now = await clock();
  const sessions = request.sessions ?? (await store.findSessions({ orderReference }));
  // Not always the newest: an earlier page's payment may have come late.
  const paid = sessions.find(({ value }) => value.status === 'completed')?.value;
  if (paid !== undefined) return { kind: 'completed', sessionId: paid.id, orderReference };

  const { declineEndsPage } = gateway.profile.redirect;
  const payable = sessions.find(({ value }) => mayBePaidAfterDecline(value, now, declineEndsPage));
  let current: Versioned<SessionRecord> | null = payable ?? sessions[0] ?? null;
  const known = sessions.map(({ value }) => value.id);
  const deadline = now + timeouts.concurrentRequestMs;
  const opening: Opening = { wanted, deadline, gatewayStates: new Map() };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (current === null) {
      const made = await createPage(context, order, wanted, request, known);
      if (made.kind !== 'live') return made;
      current = made.session;
      known.push(current.value.id);
    }
    const session: SessionRecord = current.value;
    const result = await dealWith(context, opening, session);
    if (result !== 'create' && result !== 'again') return result;
    current = result === 'create' ? null : await store.getSession(session.id);
  }
  return { kind: 'in_progress', retryAfterMs: 1_000 };
}

/** Decides on the order's session, and does it. `'create'`: nothing is in the way; `'again'`: decide anew. */
async function dealWith(
  context: OpenSessionContext,
  { wanted, deadline, gatewayStates }: Opening,
  session: SessionRecord,
): Promise<OpenResult | 'create' | 'again'> {
  const { clock, gateway, limits, timeouts, wait } = context;
  const now = await clock();
  const gatewayState = gatewayStates.get(session.id);
  const decision = decideNextPage({
    session,
    wanted,
    ...(gatewayState === undefined ? {} : { gatewayState }),
    now,
    reusablePageMs: timeouts.reusablePageMs,
    creationMs: timeouts.createPageMs + CREATION_SLACK_MS,
    pendingHoldMs: limits.pendingHoldMs,
    declineEndsPage: gateway.profile.redirect.declineEndsPage,
  });
  switch (decision.kind) {
    case 'completed':
      return { kind: 'completed', sessionId: session.id, orderReference: session.orderReference };
    case 'unreachable':
      return { kind: 'unavailable' };
    case 'reuse':
      return { kind: 'session', session: toCheckoutSession(context.publicAddress, session, now) };
    case 'create':
      return 'create';
    case 'replace':
      await replace(context, session);
      return 'again';
    case 'poll': {
      const result = await context.settler.sync(session.id, { force: true, opening: true });
      context.background.run('finish a sync', result.finished);
      if (result.gatewayState !== null) gatewayStates.set(session.id, result.gatewayState);
      // Another worker polls: its answer is in the record in a moment.
      if (result.isLeased) await wait(CONCURRENT_REQUEST_MS);
      return 'again';
    }
    case 'wait': {
      const isCreating = session.status === 'creating';
      const left = deadline - now;
      if (left <= 0 || (!isCreating && decision.ms > left)) {
        return { kind: 'in_progress', sessionId: session.id, retryAfterMs: decision.ms + SLACK_MS };
      }
      // The answer was about a page that was still valid; poll again when it has expired.
      gatewayStates.delete(session.id);
      await wait(isCreating ? Math.min(CONCURRENT_REQUEST_MS, left) : decision.ms + SLACK_MS);
      return 'again';
    }
  }
}

/** Ends a session whose page can no longer be paid. */
async function replace(context: OpenSessionContext, session: SessionRecord): Promise<void> {
  await applyEvidence(
    context,
    session.id,
    session.status === 'creating'
      ? { kind: 'not_opened', because: 'the request that made it has ended' }
      : { kind: 'expired', because: 'replaced' },
  );
}
