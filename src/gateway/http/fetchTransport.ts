import type { Transport } from './transport.ts';

interface DenoGlobal {
  createHttpClient?(options: { poolMaxIdlePerHost: number }): unknown;
}

/** The platform's `fetch`, looked up at each call so that tests and tracers may replace it. */
export function fetchTransport(): Transport {
  const { Deno } = globalThis as { Deno?: DenoGlobal };
  // Deno repeats a request by itself when a kept connection is lost under it, even one that must not be sent twice.
  // https://github.com/denoland/deno/issues/35610, https://github.com/denoland/deno/pull/36415
  const client = Deno?.createHttpClient?.({ poolMaxIdlePerHost: 0 });
  return (url, init) =>
    globalThis.fetch(
      url,
      client === undefined || init.method === 'GET' ? init : Object.assign({ client }, init),
    );
}
