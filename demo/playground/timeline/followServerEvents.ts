import type { TimelineEvent } from '../../server/playground/timeline.ts';

/** Listens to what server and gateway tell; connects again by itself. @returns ends it. */
export function followServers(
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
