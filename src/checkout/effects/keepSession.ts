import type { Effect } from './effect.ts';

/** While the customer is away from the shop's page, its session is kept for `resume()`. */
export const keepSession: Effect = ({ keep, forget, started: { session }, state }) => {
  if (session !== null) keep(session);
  return () => {
    if (!state.peek().pageHidden) forget();
  };
};
