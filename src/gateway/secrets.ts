import { ConfigurationError, SigningError } from './errors/setupErrors.ts';
import type { Secret } from './types.ts';

/** Reads a secret, late ones each time, so that a rotated secret takes effect without a restart. */
export async function readSecret(secret: Secret, name: string): Promise<string> {
  if (typeof secret === 'string') return secret;
  let value: string;
  try {
    value = await secret();
  } catch (cause) {
    throw new SigningError(`${name} could not be fetched.`, { cause });
  }
  checkSecret(value, name);
  return value;
}

/** @throws ConfigurationError for anything that is no secret. */
export function checkSecret(secret: unknown, name: string): void {
  if (typeof secret === 'function' || (typeof secret === 'string' && secret !== '')) return;
  throw new ConfigurationError(`${name}: expected a text that is not empty, or a function that returns one.`);
}
