import { type State, secondsLeft } from '../checkout/machine.ts';
import type { Language } from './language/language.ts';
import { fill } from './language/texts.ts';

/** At which seconds the time that is left is spoken: not at each one. */
const SPOKEN = [30, 10];

/** What a screen reader says besides the notices, which take the focus and speak for themselves. */
export function announcementOf(state: State, { texts, time }: Language): string {
  const left = secondsLeft(state);
  if (left !== null) {
    const n = SPOKEN.findLast((second) => left <= second);
    return n === undefined ? '' : fill(texts.timeLeft, { n, time: time(n) });
  }
  switch (state.phase) {
    case 'creating':
    case 'loading':
      return state.broken ? '' : texts[state.waitingFor ?? 'opening'];
    case 'paying':
      if (state.broken) return '';
      return state.online ? texts[state.slow ? 'blockedText' : 'ready'] : texts.offline;
    default:
      return '';
  }
}
