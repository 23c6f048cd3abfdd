import { formatAmount } from '../../protocol/gateway/money.ts';
import { ProblemError } from '../http/problem.ts';
import type { HandlerLimits, OrderFacts, Price } from '../options.ts';
import type { RecordContext } from '../record/recordContext.ts';
import { assertOrderSize } from '../session/assertOrderSize.ts';
import { authorizeRequest } from '../session/authorizeRequest.ts';
import type { Settings } from '../settings.ts';
import type { PriceOrder } from '../shop/priceOrder.ts';
import { orderOf, type Wish } from './readWish.ts';

/** An order that may be paid, unless it has been. */
export interface FoundOrder {
  readonly order: OrderFacts;
  /** As the browser or the link named it. */
  readonly named: unknown;
  readonly reason: 'page' | 'link';
  /** What `authorize` answered. */
  readonly principal: unknown;
  readonly price: Price;
}

export interface FindOrderContext extends Pick<RecordContext, 'store' | 'decimals'> {
  readonly settings: Pick<Settings, 'authorize'>;
  readonly limits: Pick<HandlerLimits, 'maxOrderBytes' | 'answerTimeoutMs'>;
  readonly priceOrder: PriceOrder;
}

/**
 * Who asks, and what the order costs. Asks the merchant, and the gateway nothing: link scanners and previews may come here as
 * often as they like.
 *
 * @throws ProblemError that says why the order cannot be paid: `already_completed` among others.
 * @throws RangeError when `resolveOrder` gave an amount or currency that cannot be sent.
 */
export async function findOrder(
  context: FindOrderContext,
  wish: Wish,
  request: Request,
): Promise<FoundOrder> {
  const { settings, limits, priceOrder, decimals } = context;
  if (wish.name === 'link') throw new ProblemError('not_found');
  const named = orderOf(wish.text);
  assertOrderSize(named, limits.maxOrderBytes);
  const principal = await authorizeRequest(settings.authorize, limits.answerTimeoutMs, request);
  const order = await priceOrder(named, { reason: 'session', request, principal });
  if (order === null) throw new ProblemError('order_not_found');
  await assertUnpaid(context, order);
  const amount = formatAmount(order.amount, order.currency, decimals);
  return { order, named, reason: 'page', principal, price: { amount, currency: order.currency } };
}

async function assertUnpaid(
  { store }: Pick<RecordContext, 'store'>,
  { orderReference }: OrderFacts,
): Promise<void> {
  const sessions = await store.findSessions({ orderReference });
  const paid = sessions.find(({ value }) => value.status === 'completed')?.value;
  if (paid !== undefined) throw new ProblemError('already_completed', { sessionId: paid.id, orderReference });
}
