import type * as Http from 'node:http';
import type * as Https from 'node:https';
import { proxiedAgent } from './proxyAgent.ts';
import { proxyCredentials } from './proxyCredentials.ts';
import { type ProxyVariables, proxyFor } from './proxyFor.ts';
import {
  AnswerTooLargeError,
  MAX_ANSWER_BYTES,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport.ts';

/**
 * An idle connection is given up before a server of Node or Apache does (5 s), so that no request meets a closing one.
 * https://nodejs.org/api/http.html#serverkeepalivetimeout
 */
const IDLE_MS = 4_000;

export interface NodeTransport extends Transport {
  /** Closes idle connections. */
  close(): void;
}

/** How one origin is reached; worked out once. */
interface Sender {
  request: typeof Http.request;
  agent: Http.Agent;
  host: string;
  port: string | number;
  /** Further headers for a proxy for http. */
  headers: Record<string, string> | undefined;
  /** A proxy for http gets the whole address as the path. */
  absolute: boolean;
}

/**
 * Node's own HTTP client with connections kept alive. `undefined` on other platforms.
 * Built-ins are asked for when first used, since `node:https` costs more than the rest of a first call.
 */
export function nodeTransport(variables: ProxyVariables): NodeTransport | undefined {
  const builtin = globalThis.process?.getBuiltinModule;
  if (builtin === undefined || globalThis.process.versions?.bun !== undefined) return undefined;
  if ((globalThis as { Deno?: unknown }).Deno !== undefined) return undefined;
  // Workers imitate Node's client, but report neither that a connection is lost nor that it is open.
  // https://developers.cloudflare.com/workers/runtime-apis/nodejs/http/
  if (globalThis.navigator?.userAgent === 'Cloudflare-Workers') return undefined;
  const senders = new Map<string, Sender>();

  function transport(address: string, init: TransportRequest): Promise<TransportResponse> {
    const url = new URL(address);
    const sender = senders.get(url.origin) ?? senderFor(url);
    senders.set(url.origin, sender);
    const { request, agent, host, port, headers: further, absolute } = sender;
    const path = absolute ? url.href : `${url.pathname}${url.search}`;
    const headers = { ...init.headers, ...further, ...framing(init.body) };
    // An object and no list, though that is faster: tracers that hook into Node's client expect one.
    return send(request, { agent, host, port, method: init.method, path, headers }, init);
  }

  return Object.assign(transport, {
    close: () => {
      for (const { agent } of senders.values()) agent.destroy();
      senders.clear();
    },
  });

  function senderFor(url: URL): Sender {
    const proxy = proxyFor(url, variables);
    const options = { keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' as const };
    if (url.protocol === 'https:') {
      const https = builtin?.('node:https') as typeof Https;
      return {
        request: https.request as typeof Http.request,
        agent: proxy === null ? new https.Agent(options) : proxiedAgent(proxy, options),
        ...hostAndPort(url),
        headers: undefined,
        absolute: false,
      };
    }
    const http = builtin?.('node:http') as typeof Http;
    return {
      request: http.request,
      agent: new http.Agent(options),
      ...hostAndPort(proxy ?? url),
      headers: proxy === null ? undefined : { Host: url.host, ...proxyCredentials(proxy) },
      absolute: proxy !== null,
    };
  }
}

/**
 * Tells where a body ends. Node does so by itself for POST and PUT only: after a DELETE the server would take the body for
 * the beginning of the connection's next request (RFC 9112, 6.3; https://nodejs.org/api/http.html#requestenddata-encoding-callback).
 */
function framing(body: string | undefined): Record<string, string> {
  return body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
}

function hostAndPort(url: URL): { host: string; port: string | number } {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port;
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port };
}

function send(
  request: typeof Http.request,
  options: Http.RequestOptions,
  { body, signal }: TransportRequest,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    let connected = false;
    const outgoing = request(options);
    const stop = () => outgoing.destroy(new Error('The request was stopped.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    outgoing.on('close', () => signal.removeEventListener('abort', stop));
    outgoing.on('socket', (socket) => {
      // A kept connection is connected already; a new one may yet fail, and then nothing was sent.
      if (!socket.connecting) connected = true;
      else
        socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
          connected = true;
        });
    });
    outgoing.on('error', (error) => {
      reject(connected ? error : Object.assign(error, { requestNotSent: true }));
    });
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      let size = 0;
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= MAX_ANSWER_BYTES) chunks.push(chunk);
        else {
          reject(new AnswerTooLargeError());
          outgoing.destroy();
        }
      });
      incoming.on('error', (cause) => {
        reject(new Error('The connection broke before the answer was whole.', { cause }));
      });
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({
          status: incoming.statusCode ?? 0,
          headers: { get: (name) => incoming.headersDistinct[name.toLowerCase()]?.join(', ') ?? null },
          text: () => Promise.resolve(text),
        });
      });
    });
    outgoing.end(body);
  });
}
