import { openChannel } from '../channel.ts';
import type { Effect } from './effect.ts';

/** Hears the return page inside our frame. */
export const listenForReturn: Effect = ({ window, started: { session, frame }, send }) => {
  if (session === null || frame === null) return;
  const { sessionId, returnOrigin, statusUrl = '' } = session;
  return openChannel({
    window,
    frame,
    origins: [returnOrigin ?? new URL(statusUrl, window.location.href).origin],
    session: sessionId,
    onReturned: (hint) => send({ type: 'returned', hint }),
  });
};
