import { createStatusPoll } from '../statusPoll.ts';
import { type Effect, onChange } from './effect.ts';

/** Asks the merchant's server how the session stands, in the way the machine asks for. */
export const pollStatus: Effect = ({ window, now, random, ask, started: { session }, state, send }) => {
  if (session === null) return;
  const poll = createStatusPoll({
    ask: (signal) => ask(session, signal),
    onReply: (reply) => send({ type: 'status', reply, visible: !window.document.hidden }),
    onError: (cause) => send({ type: 'statusFailed', cause }),
    timers: window,
    now: () => now().monotonic,
    random,
    isOnline: () => window.navigator.onLine,
  });
  const ignore = onChange(state, 'poll', (request) => request && poll[request.how]());
  return () => {
    ignore();
    poll.stop();
  };
};
