import { formatAmount } from '../../protocol/gateway/money.ts';
import type { OrderFacts } from '../options.ts';
import type { Parts } from '../parts.ts';
import { applyEvidence } from '../settle/applyEvidence.ts';
import type { Settler } from '../settle/settler.ts';
import type { SessionRecord, Versioned } from '../store/contract.ts';
import { createPage } from './createPage.ts';
import { decideOnLive, type GatewayWord, mayBePaidAfterDecline, type WantedOrder } from './decideOnLive.ts';
import { type OpenRequest, type OpenResult, toCheckoutSession } from './openResult.ts';

const MOST_ROUNDS = 20;
/** How often a twin request is looked for while it creates the session. */
const TWIN_MS = 100;
const SLACK_MS = 250;

/**
 * Gives an order a page to pay on: the live one again, or a new one once the old is known to be dead
 * (`decideOnLive` has the rule). The store's "one live session per order" settles a race of two creations (T10).
 *
 * @throws RangeError when `resolveOrder` gave an amount or currency that cannot be sent.
 */
export async function openSession(
  parts: Parts,
  settler: Settler,
  order: OrderFacts,
  request: OpenRequest,
): Promise<OpenResult> {
  const { store, settings, gateway, clock } = parts;
  const { limits } = settings;
  const wanted: WantedOrder = {
    amount: formatAmount(order.amount, order.currency, gateway.profile.limits.decimals),
    currency: order.currency,
    transactionType: order.transactionType ?? 'PURC',
    test: gateway.test,
  };
  const creationMs = parts.timeouts.createPageMs + 5_000;
  const patience = (await clock()) + parts.timeouts.concurrentRequestMs;
  const said = new Map<string, GatewayWord>();
  const known = await store.findSessions({ orderReference: order.orderReference });
  // Not always the newest: an earlier page's payment may have come late.
  const paid = known.find(({ value }) => value.status === 'completed')?.value;
  if (paid !== undefined)
    return { kind: 'completed', sessionId: paid.id, orderReference: paid.orderReference };
  const { declineEndsPage } = gateway.profile.redirect;
  const now = await clock();
  const payable = known.find(({ value }) => mayBePaidAfterDecline(value, now, declineEndsPage));
  let newest: Versioned<SessionRecord> | null = payable ?? known[0] ?? null;

  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (newest === null) {
      const made = await createPage(parts, order, wanted, request, said);
      if (made.kind !== 'live') return made;
      newest = made.session;
    }
    const session: SessionRecord = newest.value;
    const now = await clock();
    const word = said.get(session.id);
    const decision = decideOnLive({
      session,
      wanted,
      ...(word === undefined ? {} : { said: word }),
      now,
      reusableForMs: parts.timeouts.reusablePageMs,
      creationMs,
      pendingHoldMs: limits.pendingHoldMs,
      declineEndsPage,
    });
    switch (decision.kind) {
      case 'completed':
        return { kind: 'completed', sessionId: session.id, orderReference: session.orderReference };
      case 'unreachable':
        return { kind: 'unavailable' };
      case 'reuse':
        return { kind: 'session', session: toCheckoutSession(parts, session, now) };
      case 'create':
        newest = null;
        continue;
      case 'replace':
        await applyEvidence(
          parts,
          session.id,
          session.status === 'creating'
            ? { kind: 'not_opened', because: 'its maker is gone' }
            : { kind: 'expired', because: 'replaced' },
        );
        break;
      case 'ask': {
        const look = await settler.look(session.id, 'now');
        // Somebody else is asking: their answer is ours in a moment.
        if (look === 'busy') await parts.wait(TWIN_MS);
        else if (look !== null) {
          parts.background('finish a look', look.rest);
          if (look.said !== undefined) said.set(session.id, look.said);
        }
        break;
      }
      case 'wait': {
        const left = patience - now;
        if (left <= 0 || (session.status !== 'creating' && decision.ms > left)) {
          return { kind: 'in_progress', sessionId: session.id, retryAfterMs: decision.ms + SLACK_MS };
        }
        // The gateway's word was about a living page; ask again when it is dead.
        said.delete(session.id);
        await parts.wait(session.status === 'creating' ? Math.min(TWIN_MS, left) : decision.ms + SLACK_MS);
        break;
      }
    }
    newest = await store.getSession(session.id);
  }
  return { kind: 'in_progress', retryAfterMs: 1_000 };
}
