import { createExpiryClock } from '../clock.ts';
import { listen } from '../listen.ts';
import { type Effect, onChange } from './effect.ts';

/** Counts the life of the session's address. */
export const countDown: Effect = ({ window, now, started: { expiresAt }, state, send }) => {
  if (expiresAt === null) return;
  const { check, stop } = createExpiryClock({
    expiresAt,
    now,
    timers: window,
    onTick: (remainingMs) => send({ type: 'tick', remainingMs }),
  });
  // Timers run late, or not at all, in a tab that is hidden, frozen, or asleep with its machine.
  const unlisten = listen(
    [window, 'pageshow', check],
    [window, 'visibilitychange', check],
    [window, 'resume', check, true],
  );
  // The customer sees the right number from the first moment on.
  const ignore = onChange(state, 'phase', (phase) => phase === 'paying' && check());
  return () => {
    ignore();
    unlisten();
    stop();
  };
};
