import { ConfigurationError } from './errors/setupErrors.ts';

/** For options of the client and of one call. @throws ConfigurationError */
export function checkMilliseconds(value: unknown, name: string): void {
  if (value === undefined || (typeof value === 'number' && value > 0 && value <= 2_147_483_647)) return;
  throw new ConfigurationError(`${name}: expected milliseconds above zero, at most 2147483647.`);
}
