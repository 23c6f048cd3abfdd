import { redact } from './redact.ts';

/**
 * Adds `raw`: the JSON as received, redacted when it is first looked at. Redacting costs more than all the rest of reading an
 * answer, and few callers look.
 */
export function lazyRaw<T extends object>(result: T, json: unknown): T & { raw: unknown } {
  let raw: unknown;
  let done = false;
  return Object.defineProperty(result, 'raw', {
    enumerable: true,
    configurable: true,
    get() {
      if (!done) {
        raw = redact(json);
        done = true;
      }
      return raw;
    },
  }) as T & { raw: unknown };
}
