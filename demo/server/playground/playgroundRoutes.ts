import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { streamSSE } from 'hono/streaming';
import type { Sandbox } from 'hpp-checkout/sandbox';
import { ACTIONS, type Action } from '../../wire/actions.ts';
import type { Score } from '../../wire/score.ts';
import { orderReferenceOf } from '../merchant/orderReference.ts';
import { parseBasket } from '../merchant/parseBasket.ts';
import type { Plug } from './createPlug.ts';
import type { Scenarios } from './createScenarios.ts';
import type { Timeline } from './createTimeline.ts';

const KEEP_ALIVE_MS = 15_000;

export interface PlaygroundRoutesOptions {
  shopOrigin: string;
  sandbox: Sandbox;
  scenarios: Scenarios;
  plug: Plug;
  timeline: Timeline;
  score: () => Score;
}

/**
 * What only a demo has: `GET /demo/events` (SSE) streams the timeline, `GET /demo/score` counts all orders, `POST /demo/action` does
 * something to one.
 */
export function playgroundRoutes(options: PlaygroundRoutesOptions): Hono {
  const { shopOrigin, sandbox, scenarios, plug, timeline, score } = options;
  const app = new Hono().basePath('/demo');
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
      const keepAlive = setInterval(() => void stream.write(': keep-alive\n\n'), KEEP_ALIVE_MS);
      // A timer that runs on would keep the demo open for as long.
      await new Promise<void>((resolve) => stream.onAbort(resolve));
      clearInterval(keepAlive);
      off();
    });
  });

  const actions: Record<Action, (orderReference: string) => unknown> = {
    payVoucher: (orderReference) => sandbox.trigger({ event: 'processed', orderReference }),
    gatewayUp: (orderReference) => scenarios.endOutage(orderReference),
    pullThePlug: (orderReference) => plug.arm(orderReference),
    deliver: async (orderReference) => {
      const waiting = sandbox.notifications
        .list()
        .findLast((notification) => notification.orderReference === orderReference);
      if (waiting === undefined) throw new RangeError('There is no notification for this order yet.');
      await sandbox.notifications.resend(waiting.id);
    },
  };

  app.get('/score', (context) => {
    context.header('cache-control', 'no-store');
    return context.json(score());
  });

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
