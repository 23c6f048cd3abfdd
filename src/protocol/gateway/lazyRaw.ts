import { redact } from './redact.ts';

/** Adds `raw` to a result: the JSON as received, redacted when it is first read, since few callers read it. */
export function lazyRaw<T extends object>(result: T, json: unknown): T & { readonly raw: unknown } {
  let redacted: { value: unknown } | undefined;
  const raw: PropertyDescriptor = {
    enumerable: true,
    configurable: true,
    get() {
      redacted ??= { value: redact(json) };
      return redacted.value;
    },
  };
  return Object.defineProperty(result, 'raw', raw) as T & { readonly raw: unknown };
}
