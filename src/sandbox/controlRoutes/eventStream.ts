import type { SandboxEvent } from '../events.ts';

const KEEP_ALIVE_MS = 15_000;

export interface EventSource {
  on(listener: (event: SandboxEvent) => void): () => void;
  recent(): readonly SandboxEvent[];
}

/**
 * The events as `text/event-stream`, one JSON object a message, its sequence as id. A reader that comes back gets what it missed.
 *
 * @param after Sequence of the last event that the reader has, or `null` for none; those still kept follow first.
 */
export function eventStream(
  events: EventSource,
  after: number | null,
  every: (ms: number, callback: () => void) => () => void,
): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const sendEvent = (event: SandboxEvent) =>
        send(`id: ${event.sequence}\ndata: ${JSON.stringify(event)}\n\n`);
      send('retry: 1000\n\n');
      for (const event of events.recent()) if (event.sequence > (after ?? 0)) sendEvent(event);
      const stopEvents = events.on(sendEvent);
      const stopKeepAlive = every(KEEP_ALIVE_MS, () => send(': still here\n\n'));
      stop = () => {
        stopEvents();
        stopKeepAlive();
      };
    },
    cancel: () => stop(),
  });
  return new Response(body, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
  });
}
