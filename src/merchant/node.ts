export { type CloseOnSignalOptions, closeOnSignal } from './shutdown/closeOnSignal.ts';

import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { namesOf } from '../help/namesOf.ts';
import { unknownNames } from '../help/unknownNames.ts';
import { CheckoutConfigError } from './configError.ts';
import { problemResponse } from './http/problem.ts';
import { withHeaders } from './http/withHeaders.ts';
import type { CheckoutHandler } from './options.ts';

/** What stands between the internet and the Node server. */
export interface NodeHandlerOptions {
  /**
   * How many proxies of yours stand in front and add to `X-Forwarded-For`; the customer's address is then the one that
   * the outermost of them saw. Default 0: the socket's, which behind a proxy is the proxy's own, so that all customers share
   * one rate limit; the handler warns when it sees that. It serves rate limits only.
   */
  trustedProxies?: number;
}

const OPTIONS = namesOf<NodeHandlerOptions>({ trustedProxies: true });

/** A request as frameworks leave it: `rawBody` or `body` where somebody has read it already. */
type Incoming = IncomingMessage & { rawBody?: unknown; body?: unknown };

/**
 * The handler for `node:http`, Express and Fastify. What it returns never rejects and never throws.
 *
 * The body has to be the bytes that arrived, since they are signed: a stream that nobody has read, `rawBody`, or `body`
 * as a string or `Buffer`. One that a framework has parsed is answered 500 with what to do; it is never written anew.
 *
 * @example
 * createServer(toNodeHandler(handler)).listen(3000);                       // node:http
 * app.use('/checkout', toNodeHandler(handler));                            // Express: before express.json()
 *
 * const checkout = toNodeHandler(handler);                                 // Fastify: without its parsers
 * fastify.register(async (scope) => {
 *   scope.removeAllContentTypeParsers();
 *   scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
 *   scope.all('/checkout/*', (request, reply) => {
 *     reply.hijack();
 *     checkout(request.raw, reply.raw);
 *   });
 * });
 *
 * @throws CheckoutConfigError when `trustedProxies` is no count, or an option is unknown.
 */
export function toNodeHandler(
  handler: Pick<CheckoutHandler, 'fetch'>,
  options: NodeHandlerOptions = {},
): (request: IncomingMessage, response: ServerResponse) => void {
  const unknown = unknownNames('option of toNodeHandler', options, OPTIONS);
  if (unknown.length > 0) throw new CheckoutConfigError(unknown.join(' '));
  if (typeof (handler as typeof handler | undefined)?.fetch !== 'function') {
    throw new CheckoutConfigError('toNodeHandler: expected what createCheckoutHandler() returns.');
  }
  const { trustedProxies = 0 } = options;
  if (!Number.isInteger(trustedProxies) || trustedProxies < 0) {
    throw new CheckoutConfigError(
      `trustedProxies: expected how many proxies of yours add to X-Forwarded-For, a whole number from 0, got ${String(trustedProxies)}.`,
    );
  }
  const listener = getRequestListener(
    async (request, { incoming }) => {
      const { isLost } = takeRawBody(incoming as Incoming);
      if (isLost) return parsedAlready();
      const { headers } = incoming as IncomingMessage;
      return handler.fetch(request, {
        clientAddress: addressOf(incoming as IncomingMessage, trustedProxies),
        untrustedForwarding:
          trustedProxies === 0 && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined,
      });
    },
    {
      overrideGlobalObjects: false,
      // `RequestError`: a request line or Host that no URL can be made of.
      errorHandler: (error) => {
        const isTheirs = error instanceof Error && error.name === 'RequestError';
        return withHeaders(problemResponse(isTheirs ? 'invalid_request' : 'internal_error'));
      },
    },
  );
  return (request, response) => {
    listener(request, response).catch(() => response.destroy());
  };
}

/** Puts a body that a framework has read where the listener expects it. Lost: read, and only its parsed form is left. */
function takeRawBody(incoming: Incoming): { isLost: boolean } {
  if (incoming.rawBody instanceof Buffer) return { isLost: false };
  const read = incoming.rawBody ?? incoming.body;
  if (typeof read === 'string' || read instanceof Uint8Array) {
    incoming.rawBody = Buffer.from(read as string);
    return { isLost: false };
  }
  const hasBody =
    incoming.headers['transfer-encoding'] !== undefined || Number(incoming.headers['content-length']) > 0;
  return { isLost: hasBody && incoming.readableDidRead };
}

function parsedAlready(): Response {
  return withHeaders(
    problemResponse('internal_error', {
      detail:
        'The body was parsed before the checkout handler got the request, so its signature cannot be checked. ' +
        'Mount the handler before express.json() and the like, or have the parser keep the bytes as request.rawBody.',
    }),
  );
}

function addressOf(incoming: IncomingMessage, trustedProxies: number): string | undefined {
  if (trustedProxies > 0) {
    const seen = String(incoming.headers['x-forwarded-for'] ?? '').split(',');
    const address = seen[seen.length - trustedProxies]?.trim();
    if (address) return address.slice(0, 64);
  }
  return incoming.socket.remoteAddress;
}
