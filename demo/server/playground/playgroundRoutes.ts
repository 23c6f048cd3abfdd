import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { streamSSE } from 'hono/streaming';
import type { Sandbox } from 'hpp-checkout/sandbox';
import { ACTIONS, type Action } from '../../wire/actions.ts';
import { orderReferenceOf } from '../merchant/orderReference.ts';
import { parseBasket } from '../merchant/parseBasket.ts';
import type { Timeline } from './createTimeline.ts';
import type { ScenarioGateway } from './withScenarios.ts';

const KEEP_ALIVE_MS = 15_000;

export interface PlaygroundRoutesOptions {
  shopOrigin: string;
  sandbox: Sandbox;
  gateway: ScenarioGateway;
  timeline: Timeline;
}

/** What only a demo has: `GET /demo/events` (SSE) streams the timeline; `POST /demo/action` does something to an order. */
export function playgroundRoutes({ shopOrigin, sandbox, gateway, timeline }: PlaygroundRoutesOptions): Hono {
  const app = new Hono();
  app.use(cors({ origin: shopOrigin, allowMethods: ['GET', 'POST'] }));
  // CORS alone hides the answer from another site, and still lets its request do something.
  app.use(async (context, next) =>
    context.req.header('origin') === shopOrigin
      ? await next()
      : context.json({ error: 'Not from here.' }, 403),
  );

  app.get('/events', (context) => {
    const last = Number(context.req.header('last-event-id') ?? 0);
    return streamSSE(context, async (stream) => {
      const send = async (event: { sequence: number }) =>
        await stream.writeSSE({ id: String(event.sequence), data: JSON.stringify(event) });
      for (const event of timeline.recent()) if (event.sequence > last) await send(event);
      const off = timeline.on((event) => void send(event));
      stream.onAbort(off);
      while (!stream.aborted) {
        await stream.sleep(KEEP_ALIVE_MS);
        await stream.write(': keep-alive\n\n');
      }
    });
  });

  const actions: Record<Action, (orderReference: string) => unknown> = {
    payVoucher: (orderReference) => sandbox.trigger({ event: 'processed', orderReference }),
    gatewayUp: (orderReference) => gateway.endOutage(orderReference),
    deliver: async (orderReference) => {
      const waiting = sandbox.notifications
        .list()
        .findLast((notification) => notification.orderReference === orderReference);
      if (waiting === undefined) throw new RangeError('There is no notification for this order yet.');
      await sandbox.notifications.resend(waiting.id);
    },
  };

  app.post('/action', async (context) => {
    const body = await context.req.json().catch(() => null);
    const action = ACTIONS.find((known) => known === body?.action);
    const basket = parseBasket(body?.order);
    if (action === undefined || basket === null) {
      const expected = `Expected { action, order }, action being one of ${ACTIONS.join(', ')}.`;
      return context.json({ error: expected }, 400);
    }
    try {
      await actions[action](orderReferenceOf(basket));
      return context.json({ done: true });
    } catch (error) {
      return context.json({ error: error instanceof Error ? error.message : String(error) }, 409);
    }
  });
  return app;
}
