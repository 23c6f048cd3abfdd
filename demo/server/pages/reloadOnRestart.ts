import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';

/** On the shop's own origin, so that its strict policy allows both. */
const SCRIPT = '/dev/reload.js';
const EVENTS = '/dev/events';

/**
 * Makes every page of the app reload once another process serves it. Each process sends a random id on an event stream, to
 * which the browser reconnects by itself.
 */
export function reloadOnRestart(app: Hono): void {
  const processId = randomUUID();
  app.get(EVENTS, (context) => {
    const stream = new ReadableStream({
      start: (controller) =>
        controller.enqueue(new TextEncoder().encode(`retry: 200\ndata: ${processId}\n\n`)),
    });
    return context.body(stream, 200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  });
  app.get(SCRIPT, (context) =>
    context.body(
      `let first;
new EventSource('${EVENTS}').onmessage = ({ data }) => {
  first ??= data;
  if (data !== first) location.reload();
};`,
      200,
      { 'content-type': 'text/javascript', 'cache-control': 'no-store' },
    ),
  );
  app.use(async (context, next) => {
    await next();
    if (!context.res.headers.get('content-type')?.startsWith('text/html')) return;
    const page = await context.res.text();
    context.res = new Response(`${page}<script src="${SCRIPT}"></script>`, context.res);
  });
}
