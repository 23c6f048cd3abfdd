import { formatAmount } from '../../protocol/gateway/money.ts';
import { ProblemError } from '../http/problem.ts';
import type { HandlerLimits, OrderFacts, Price } from '../options.ts';
import type { RecordContext } from '../record/recordContext.ts';
import { assertOrderSize } from '../session/assertOrderSize.ts';
import { authorizeRequest } from '../session/authorizeRequest.ts';
import type { Settings } from '../settings.ts';
import type { PriceOrder } from '../shop/priceOrder.ts';
import type { PayLinks } from './links/payLinks.ts';
import { orderOf, type Wish } from './readWish.ts';

/** The order is paid. `app`: the app that the link says to go back to. */
export class OrderPaid extends ProblemError {
  readonly app: string | null;
  constructor(names: { sessionId: string; orderReference: string }, app: string | null) {
    super('already_completed', names);
    this.app = app;
  }
}

/** An order that may be paid, unless it has been. */
export interface FoundOrder {
  readonly order: OrderFacts;
  /** As the browser or the link named it. */
  readonly named: unknown;
  readonly reason: 'page' | 'link';
  /** The app that the link says to go back to; `null` where it says none. */
  readonly app: string | null;
  /** What `authorize` answered. */
  readonly principal: unknown;
  readonly price: Price;
}

export interface FindOrderContext extends Pick<RecordContext, 'store' | 'decimals'> {
  readonly settings: Pick<Settings, 'authorize'>;
  readonly limits: Pick<HandlerLimits, 'maxOrderBytes' | 'answerTimeoutMs'>;
  readonly priceOrder: PriceOrder;
  readonly payLinks: Pick<PayLinks, 'open'>;
}

/**
 * Who asks, and what the order costs. Asks the merchant, and the gateway nothing: link scanners and previews may come here as
 * often as they like.
 *
 * @throws OrderPaid
 * @throws ProblemError that says why else the order cannot be paid.
 * @throws PayLinkEnded
 * @throws RangeError when `resolveOrder` gave an amount or currency that cannot be sent.
 */
export async function findOrder(
  context: FindOrderContext,
  wish: Wish,
  request: Request,
): Promise<FoundOrder> {
  const found =
    wish.name === 'link' ? await byLink(context, wish.text) : await byName(context, wish.text, request);
  const { order, app } = found;
  await assertUnpaid(context, order.orderReference, app);
  const amount = formatAmount(order.amount, order.currency, context.decimals);
  return { ...found, price: { amount, currency: order.currency } };
}

/** What the browser asks for: the merchant says who it is, and whether they may. */
async function byName(
  { settings, limits, priceOrder }: FindOrderContext,
  text: string,
  request: Request,
): Promise<Omit<FoundOrder, 'price'>> {
  const named = orderOf(text);
  assertOrderSize(named, limits.maxOrderBytes);
  const principal = await authorizeRequest(settings.authorize, limits.answerTimeoutMs, request);
  const order = await priceOrder(named, { reason: 'session', request, principal });
  if (order === null) throw new ProblemError('order_not_found');
  return { order, named, reason: 'page', app: null, principal };
}

/** What the merchant has signed: who has the link may pay. */
async function byLink(context: FindOrderContext, token: string): Promise<Omit<FoundOrder, 'price'>> {
  const { order: named, app } = await context.payLinks.open(token);
  const order = await context.priceOrder(named, { reason: 'link', request: null, principal: null });
  if (order !== null) return { order, named, reason: 'link', app, principal: null };
  // A shop that no longer prices an order may do so since it is paid: then that is what the customer should read.
  if (typeof named === 'string') await assertUnpaid(context, named, app);
  throw new ProblemError('order_not_found');
}

/** @throws OrderPaid */
async function assertUnpaid(
  { store }: Pick<RecordContext, 'store'>,
  orderReference: string,
  app: string | null,
): Promise<void> {
  const sessions = await store.findSessions({ orderReference });
  const paid = sessions.find(({ value }) => value.status === 'completed')?.value;
  if (paid !== undefined) throw new OrderPaid({ sessionId: paid.id, orderReference }, app);
}
