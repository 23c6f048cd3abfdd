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

/** An idle connection is given up before most servers do (5 s), so that no request meets a closing one. */
const IDLE_MS = 4_000;

export interface NodeTransport extends Transport {
  /** Closes idle connections. */
  close(): void;
}

/** How one origin is reached; worked out once. */
interface Sender {
  request: typeof Http.request;
  target: { agent: Http.Agent; host: string; port: string | number };
  headers: Record<string, string>;
  /** A proxy for http is asked for the whole address. */
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
  // Workers imitate Node's client, but tell neither of a connection that is lost nor of one that stands.
  if (globalThis.navigator?.userAgent === 'Cloudflare-Workers') return undefined;
  const senders = new Map<string, Sender>();

  const transport: Transport = (address, init) => {
    const { method, headers, body } = init;
    const pathAt = address.indexOf('/', 'https://'.length);
    const origin = pathAt === -1 ? address : address.slice(0, pathAt);
    let sender = senders.get(origin);
    if (sender === undefined) {
      sender = senderFor(new URL(origin));
      senders.set(origin, sender);
    }
    const all: Record<string, string> = { ...headers, ...sender.headers };
    if (body !== undefined) all['Content-Length'] = String(Buffer.byteLength(body));
    const path = sender.absolute ? address : pathAt === -1 ? '/' : address.slice(pathAt);
    return send(sender.request, { ...sender.target, method, path, headers: all }, init);
  };

  return Object.assign(transport, {
    close: () => {
      for (const { target } of senders.values()) target.agent.destroy();
      senders.clear();
    },
  });

  function senderFor(url: URL): Sender {
    const proxy = proxyFor(url, variables);
    const options = { keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' as const };
    if (url.protocol === 'https:') {
      const https = builtin?.('node:https') as typeof Https;
      const agent = proxy === null ? new https.Agent(options) : proxiedAgent(proxy, options);
      return {
        request: https.request as typeof Http.request,
        target: { agent, ...hostAndPort(url) },
        headers: {},
        absolute: false,
      };
    }
    const http = builtin?.('node:http') as typeof Http;
    return {
      request: http.request,
      target: { agent: new http.Agent(options), ...hostAndPort(proxy ?? url) },
      headers: proxy === null ? {} : { Host: url.host, ...proxyCredentials(proxy) },
      absolute: proxy !== null,
    };
  }
}

function hostAndPort(url: URL): { host: string; port: string | number } {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port;
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port };
}

function send(
  request: typeof Http.request,
  options: Http.RequestOptions,
  init: TransportRequest,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    let connected = false;
    const outgoing = request(options);
    const stop = () => outgoing.destroy(new Error('The request was stopped.'));
    if (init.onStop !== undefined) init.onStop(stop);
    else {
      const { signal } = init;
      signal.addEventListener('abort', stop, { once: true });
      outgoing.on('close', () => signal.removeEventListener('abort', stop));
    }
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
      const chunks: Uint8Array[] = [];
      let size = 0;
      incoming.on('data', (chunk: Uint8Array) => {
        size += chunk.length;
        if (size <= MAX_ANSWER_BYTES) chunks.push(chunk);
        else {
          reject(new AnswerTooLargeError());
          outgoing.destroy();
        }
      });
      incoming.on('error', reject);
      incoming.on('close', () => {
        if (!incoming.complete) reject(new Error('The connection broke before the answer was whole.'));
      });
      incoming.on('end', () => {
        const text = chunks.length === 1 ? String(chunks[0]) : Buffer.concat(chunks).toString('utf8');
        resolve({
          status: incoming.statusCode ?? 0,
          headers: { get: (name) => headerText(incoming.headers[name.toLowerCase()]) },
          text: () => Promise.resolve(text),
        });
      });
    });
    outgoing.end(init.body);
  });
}

function headerText(value: string | string[] | undefined): string | null {
  return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
}
