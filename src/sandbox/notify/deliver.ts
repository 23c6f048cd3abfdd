import { lookup as systemLookup } from 'node:dns';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { checkAddress, checkTarget, isLoopbackName, type TargetRules } from './target.ts';

/** A notification's request, as `fetch` takes it. */
export interface DeliveryInit {
  method: string;
  headers: Record<string, string>;
  body: string | null;
  signal: AbortSignal;
}

/** The part of a `Response` that is looked at. */
export interface DeliveryReply {
  status: number;
  text(): Promise<string>;
}

/** Delivers one notification to the merchant. `handler.fetch` of a handler in the same process will do. */
export type Deliver = (url: string, init: DeliveryInit) => Promise<DeliveryReply>;

/** Resolves a name to all its addresses; `dns.lookup` with `all: true`. */
export type Resolve = (hostname: string) => Promise<readonly { address: string; family: number }[]>;

const MOST_REPLY_BYTES = 65_536;

/**
 * Delivers over the network (T34): the name is resolved once, each address is checked, and the socket connects to a checked
 * address and no other, so that a second DNS answer changes nothing. Redirects are not followed; of the reply at most 64 kB
 * are read. The caller's signal bounds the whole exchange.
 */
export function networkDeliver(rules: TargetRules, resolve: Resolve = resolveAll): Deliver {
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    const { loopback } = checkTarget(url, rules);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host);
    if (addresses.length === 0) throw new Error(`"${host}" has no address.`);
    for (const candidate of addresses) checkAddress(candidate.address, host, loopback, rules);
    signal.throwIfAborted();

    const options: RequestOptions = { method, headers, signal, agent: false, lookup: pinned(addresses) };
    return new Promise((resolveReply, reject) => {
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const request = send(url, options, (reply) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const finish = () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolveReply({ status: reply.statusCode ?? 0, text: async () => text });
        };
        reply.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size <= MOST_REPLY_BYTES) return void chunks.push(chunk);
          reject(new Error(`The reply is larger than ${MOST_REPLY_BYTES} bytes.`));
          reply.destroy();
        });
        reply.on('end', finish);
        reply.on('error', reject);
        reply.on('aborted', () => reject(new Error('The merchant closed the connection in its reply.')));
      });
      request.on('error', reject);
      request.end(body ?? undefined);
    });
  };
}

function pinned(addresses: readonly { address: string; family: number }[]): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all) return callback(null, addresses as { address: string; family: number }[]);
    const first = addresses[0] as { address: string; family: number };
    callback(null, first.address, first.family);
  };
}

/** `*.localhost` is loopback by definition (RFC 6761); not every system's resolver knows. */
const resolveAll: Resolve = (hostname) => {
  if (isLoopbackName(hostname)) {
    return Promise.resolve([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  }
  return new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
};
