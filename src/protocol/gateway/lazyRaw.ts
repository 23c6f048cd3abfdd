import { redact } from './redact.ts';

/**
 * Adds `raw` to a result: the JSON as received, redacted when it is first looked at. Redacting costs more than all the rest
 * of reading an answer, and few callers look.
 */
export function lazyRaw<T extends object>(result: T, json: unknown): T & { readonly raw: unknown } {
  new Received(result, json);
  return Object.defineProperty(result, 'raw', RAW) as T & { readonly raw: unknown };
}

class Itself {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: how a private field comes onto an object that exists already
    return object;
  }
}

/**
 * Gives an object a private field with the JSON as received: out of everyone's sight, and one getter serves all results.
 * A getter for each would make each a slow object, and cost five times as much; a `WeakMap` of them all, four times.
 */
class Received extends Itself {
  #json: unknown;
  #redacted = false;

  constructor(result: object, json: unknown) {
    super(result);
    this.#json = json;
  }

  static redacted(result: object): unknown {
    if (!(#json in result)) return undefined; // a proxy, or an heir
    if (!result.#redacted) {
      result.#json = redact(result.#json);
      result.#redacted = true;
    }
    return result.#json;
  }
}

const RAW: PropertyDescriptor = {
  enumerable: true,
  configurable: true,
  get() {
    return Received.redacted(this);
  },
};
