import type { Logger } from './logger.ts';

/** Says once at start-up whether money moves, as loudly as the default logger speaks: both mistakes cost somebody money. */
export function sayMode(log: Logger, publicUrl: string, test: boolean): void {
  log.warn(
    { test, publicUrl },
    test
      ? 'TEST MODE: no payment at this address moves money (HPP_TEST=true, or test: true)'
      : 'LIVE: payments at this address move money (HPP_TEST=false, or test: false)',
  );
}
