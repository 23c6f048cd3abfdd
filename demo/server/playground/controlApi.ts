import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { streamSSE } from 'hono/streaming';
import type { Sandbox } from 'hpp-checkout/sandbox';
import { ACTS, type Act } from '../../playground/scenarios/scenarios.ts';
import { orderReferenceOf } from '../merchant/orderReference.ts';
import { parseBasket } from '../merchant/parseBasket.ts';
import type { Timeline } from './timeline.ts';
import type { StagedGateway } from './withScenarios.ts';

const KEEP_ALIVE_MS = 15_000;

export interface ControlOptions {
  shopOrigin: string;
  sandbox: Sandbox;
  gateway: StagedGateway;
  timeline: Timeline;
}

/** What only a demo has: `GET /demo/events` (SSE) tells the control room what happens; `POST /demo/act` makes things happen. */
export function controls({ shopOrigin, sandbox, gateway, timeline }: ControlOptions): Hono {
  const app = new Hono().basePath('/demo');
  app.use(cors({ origin: shopOrigin, allowMethods: ['GET', 'POST'] }));
  // Without an answer that it may read, another site could still make things happen.
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
        await stream.write(': still here\n\n');
      }
    });
  });

  const acts: Record<Act, (orderReference: string) => unknown> = {
    payVoucher: (orderReference) => sandbox.trigger({ event: 'processed', orderReference }),
    gatewayUp: (orderReference) => gateway.bringBack(orderReference),
    deliver: async (orderReference) => {
      const waiting = sandbox.notifications
        .list()
        .findLast((notification) => notification.orderReference === orderReference);
      if (waiting === undefined) throw new RangeError('There is no notification for this order yet.');
      await sandbox.notifications.resend(waiting.id);
    },
  };

  app.post('/act', async (context) => {
    const body = await context.req.json().catch(() => null);
    const act = ACTS.find((known) => known === body?.act);
    const basket = parseBasket(body?.order);
    if (act === undefined || basket === null) {
      return context.json({ error: `Expected { act, order }, act being one of ${ACTS.join(', ')}.` }, 400);
    }
    try {
      await acts[act](orderReferenceOf(basket));
      return context.json({ done: true });
    } catch (error) {
      return context.json({ error: error instanceof Error ? error.message : String(error) }, 409);
    }
  });
  return app;
}
