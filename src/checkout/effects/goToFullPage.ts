import type { Effect } from './effect.ts';

/** The whole window leaves for the hosted page. */
export const goToFullPage: Effect = ({ goTo, started: { session, goingTo } }) => {
  if (session !== null) goTo(goingTo, session);
  return undefined;
};
