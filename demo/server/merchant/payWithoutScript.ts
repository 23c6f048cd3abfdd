import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CheckoutHandler } from 'hpp-checkout/server';
import type { DemoConfig } from '../config.ts';

/**
 * `GET /pay?order=…`: where the Pay link leads when the widget's script did not run. It asks the shop's own handler for a
 * session, as the widget would, and sends the customer to the hosted page in full.
 */
export async function payWithoutScript(
  handler: CheckoutHandler,
  config: DemoConfig,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { searchParams } = new URL(request.url ?? '/', config.merchant.origin);
  const reply = await handler.fetch(
    new Request(`${config.merchant.origin}/checkout/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: config.shop.origin },
      body: JSON.stringify({ order: readOrder(searchParams.get('order')), reason: 'open' }),
    }),
  );
  const answer = await reply.json();
  if (reply.status === 201) {
    response.writeHead(303, { location: answer.redirectUrl, 'cache-control': 'no-store' }).end();
  } else {
    response
      .writeHead(reply.status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
      .end(`${answer.title}\n`);
  }
}

function readOrder(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
