import type { TimelineEvent } from '../../wire/timelineEvent.ts';

/** Listens to the events of server and gateway; the browser reconnects by itself. @returns ends it. */
export function followServerEvents(
  merchantOrigin: string,
  onEvent: (event: TimelineEvent) => void,
  onConnected: (connected: boolean) => void,
): () => void {
  const source = new EventSource(`${merchantOrigin}/demo/events`);
  source.addEventListener('open', () => onConnected(true));
  source.addEventListener('error', () => onConnected(false));
  source.addEventListener('message', ({ data }) => onEvent(JSON.parse(data)));
  return () => source.close();
}
