import { disconnectOf } from './disconnect.ts';

/**
 * `fetch` without a socket. A connection that is reset rejects as it does on the platform's own `fetch`; a request that is left hanging
 * rejects once it is aborted.
 */
export function fetchAdapter(
  serve: (request: Request) => Promise<Response>,
): (input: Request | URL | string, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const response = await Promise.race([serve(request), aborted(request.signal)]);
    const ending = disconnectOf(response);
    if (ending === 'hang') return aborted(request.signal);
    if (ending === 'reset') {
      const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      throw new TypeError('fetch failed', { cause });
    }
    return response;
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
