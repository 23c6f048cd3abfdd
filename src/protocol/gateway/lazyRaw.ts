import { redact } from './redact.ts';

/**
 * Adds `raw`: the JSON as received, redacted when it is first looked at. Redacting costs more than all the rest of reading an
 * answer, and few callers look.
 */
export function lazyRaw<T extends object>(result: T, json: unknown): T & { readonly raw: unknown } {
  let raw: unknown;
  let made = false;
  return {
    ...result,
    get raw() {
      if (!made) {
        raw = redact(json);
        made = true;
      }
      return raw;
    },
  };
}
