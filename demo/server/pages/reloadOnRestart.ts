import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';

/** Served by the shop itself, so that its strict policy allows both. */
const SCRIPT = '/dev/reload.js';
const EVENTS = '/dev/events';

/**
 * Makes every page of the app load itself anew once another process serves it: each says a word of its own to a stream that
 * the browser opens again by itself.
 */
export function reloadOnRestart(app: Hono): void {
  const word = randomUUID();
  app.get(EVENTS, (context) => {
    const stream = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(`retry: 200\ndata: ${word}\n\n`)),
    });
    return context.body(stream, 200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  });
  app.get(SCRIPT, (context) =>
    context.body(
      `let word;
new EventSource('${EVENTS}').onmessage = ({ data }) => {
  word ??= data;
  if (data !== word) location.reload();
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
