import type { Transport } from './transport.ts';

/** The platform's `fetch`, looked up at each call so that tests and tracers may replace it. */
export function fetchTransport(): Transport {
  return (url, init) => globalThis.fetch(url, init);
}
