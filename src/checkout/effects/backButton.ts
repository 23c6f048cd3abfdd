import { createBackEntry } from '../backEntry.ts';
import { type Effect, onChange } from './effect.ts';

/** Lets Back close the checkout, and takes our history entry off again. */
export const backButton: Effect = ({ window, state, send }) => {
  const entry = createBackEntry(window, () => send({ type: 'back' }));
  const ignore = onChange(state, 'backEntry', (wanted) => {
    if (wanted === 'held') entry.hold();
    else if (wanted === 'releasing') entry.release(() => send({ type: 'backReleased' }));
  });
  return () => {
    ignore();
    entry.drop();
  };
};
