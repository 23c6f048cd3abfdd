import type { CheckoutSession } from '../protocol/page/session.ts';
import type { CheckoutOptions } from './options.ts';

/** Of each session that was asked for here. */
const statusUrls = new Map<string, string | undefined>();

/**
 * Asks for a session once more, past the page's own `fetch`: scripts wrap it, or `json`, to read each reply, and nobody can read it
 * again (https://fetch.spec.whatwg.org/#dom-body-bodyused). It is the same session: an order has one. Its status is asked for
 * in the same way from then on.
 *
 * @param options of one open, which get a `status`.
 * @param reply that cannot be read. One that does not say that it is JSON would say nothing else.
 */
export async function askAgain(
  options: CheckoutOptions,
  { headers }: { headers?: Headers | undefined },
  reason: string,
  previous?: string,
): Promise<unknown> {
  if (!/json/.test(headers?.get('content-type') ?? '')) throw new TypeError('The reply is no JSON.');
  const sent = JSON.stringify({ order: options.order, reason, previous });
  const session = await ask(`${options.session}`, sent);
  // Own fields only: what a page adds to `Object.prototype` is no answer of this server's (T85).
  const own: CheckoutSession = { __proto__: null, ...(session as object) } as never;
  statusUrls.set(own.sessionId, own.statusUrl);
  options.status ??= ({ sessionId }) => ask(statusUrls.get(sessionId) ?? '') as never;
  return session;
}

function ask(url: string, sent?: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(sent ? 'POST' : 'GET', url);
    request.setRequestHeader(sent ? 'content-type' : 'accept', 'application/json');
    request.responseType = 'json';
    request.onload = () => resolve(request.response);
    request.onerror = () => reject(new TypeError(`${url} could not be asked again`));
    request.send(sent);
  });
}
