import type { Effect } from './effect.ts';

/**
 * The session is kept for `resume()`, should the customer leave the shop's page. From the start: a bank's page may take the window at
 * any time, and what is written in `pagehide` Firefox leaves behind with a page that goes into its bfcache
 * (https://github.com/whatwg/storage/issues/119).
 */
export const keepSession: Effect = ({ keep, forget, started: { session }, state }) => {
  if (session !== null) keep(session);
  return () => {
    if (!state.peek().pageHidden) forget();
  };
};
