import { type FramingHeaders, framingHeadersOf } from '../../protocol/page/framing.ts';
import { withTimeout } from '../platform/withTimeout.ts';

/** What is called to look at a page; the platform's `fetch`, or a test's. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A page's answer, without its body. */
export interface PageAnswer {
  readonly status: number;
  /** Of the page that the address led to. */
  readonly origin: string;
  readonly headers: FramingHeaders;
}

export interface LookOptions {
  readonly fetch: Fetch;
  readonly method: 'HEAD' | 'GET';
  /** Whether a redirect may be followed to this address (T96). */
  readonly mayFollow: (url: URL) => boolean;
  readonly timeoutMs: number;
  /** Ends the look early; ended with it. */
  readonly abort: AbortController;
}

const MOST_REDIRECTS = 3;

/**
 * Asks for a page and reads its headers; the body is dropped unread. No cookie and no referrer: a server's `fetch` has none.
 *
 * @returns `null` where it leads to an address that may not be followed.
 * @throws what `fetch` throws, and an error when the time is over.
 */
export async function lookAtPage(address: string, options: LookOptions): Promise<PageAnswer | null> {
  const { fetch, method, mayFollow, timeoutMs, abort } = options;
  const look = async (): Promise<PageAnswer | null> => {
    let url = new URL(address);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const { status, headers, body } = await fetch(url.href, {
        method,
        redirect: 'manual',
        headers: { accept: 'text/html' },
        signal: abort.signal,
      });
      void body?.cancel().catch(() => {});
      const location = headers.get('location');
      if (status < 300 || status > 399 || location === null)
        return { status, origin: url.origin, headers: framingHeadersOf(headers) };
      if (!URL.canParse(location, url.href)) return null;
      url = new URL(location, url.href);
      if (!mayFollow(url)) return null;
    }
    return null;
  };
  try {
    return await withTimeout(look(), timeoutMs, () => new Error(`no answer within ${timeoutMs} ms`));
  } finally {
    abort.abort();
  }
}
