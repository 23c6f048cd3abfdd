import type { Effect } from './effect.ts';

/** The whole window leaves for the hosted page. */
export const goToFullPage: Effect = ({ goTo, started: { session, goingTo } }) => {
  if (session !== null && goingTo !== null) goTo(goingTo.url, session);
  return undefined;
};
