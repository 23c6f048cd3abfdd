import { LONGEST_TIMER_MS } from '../help/longestTimer.ts';
import { ConfigurationError } from './errors/setupErrors.ts';

/** For options of the client and of one call. @throws ConfigurationError */
export function checkMilliseconds(value: unknown, name: string): void {
  if (value === undefined || (typeof value === 'number' && value > 0 && value <= LONGEST_TIMER_MS)) return;
  throw new ConfigurationError(`${name}: expected milliseconds above zero, at most ${LONGEST_TIMER_MS}.`);
}
