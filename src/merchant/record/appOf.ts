import type { StoredEvent } from '../store/contract.ts';

/** The app that asked for a session's page last, by its name in `appReturnUrls`; `null` for a browser. */
export function appOf(events: readonly StoredEvent[]): string | null {
  const app = events.findLast(({ type }) => type === 'app_chosen')?.data.app;
  return typeof app === 'string' ? app : null;
}
