import { redact } from './redact.ts';

/**
 * Adds `raw` to a result: the JSON as received, redacted when it is first looked at. Redacting costs more than all the rest
 * of reading an answer, and few callers look.
 */
export function lazyRaw<T extends object>(result: T, json: unknown): T & { readonly raw: unknown } {
  let raw: unknown;
  let made = false;
  // Onto the object itself: a copy of it that has a getter costs five times as much.
  return Object.defineProperty(result, 'raw', {
    enumerable: true,
    configurable: true,
    get() {
      if (!made) {
        raw = redact(json);
        made = true;
      }
      return raw;
    },
  }) as T & { readonly raw: unknown };
}
