import type { Context } from 'hono';
import type { CheckoutHandler } from 'hpp-checkout/server';
import type { DemoConfig } from '../config.ts';

/**
 * `GET /pay?order=…`: where the Pay link leads when the widget's script did not run. It asks the shop's own handler for a
 * session, as the widget would, and sends the customer to the hosted page in full.
 */
export async function payWithoutScript(
  context: Context,
  handler: CheckoutHandler,
  { merchant, shop }: Pick<DemoConfig, 'merchant' | 'shop'>,
): Promise<Response> {
  const reply = await handler.fetch(
    new Request(`${merchant.origin}/checkout/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: shop.origin },
      body: JSON.stringify({ order: context.req.query('order') ?? null, reason: 'open' }),
    }),
  );
  const answer = await reply.json();
  context.header('cache-control', 'no-store');
  return reply.status === 201
    ? context.redirect(answer.redirectUrl, 303)
    : context.text(`${answer.title}\n`, reply.status as 400);
}
