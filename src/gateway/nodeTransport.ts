import type * as Http from 'node:http';
import type * as Https from 'node:https';
import { proxiedAgent } from './proxyAgent.ts';
import { proxyCredentials } from './proxyCredentials.ts';
import { type ProxyVariables, proxyFor } from './proxyFor.ts';
import {
  AnswerTooLargeError,
  MAX_ANSWER_BYTES,
  type Transport,
  type TransportResponse,
} from './transport.ts';

/** An idle connection is given up before most servers do (5 s), so that no request meets a closing one. */
const IDLE_MS = 4_000;

export interface NodeTransport extends Transport {
  /** Closes idle connections. */
  close(): void;
}

interface Sender {
  request: typeof Http.request;
  agent: Http.Agent;
}

/**
 * Node's own HTTP client with connections kept alive. `undefined` on other platforms.
 * Built-ins are asked for when first used, since `node:https` costs more than the rest of a first call.
 */
export function nodeTransport(variables: ProxyVariables): NodeTransport | undefined {
  const builtin = globalThis.process?.getBuiltinModule;
  if (builtin === undefined || globalThis.process.versions?.bun !== undefined) return undefined;
  if ((globalThis as { Deno?: unknown }).Deno !== undefined) return undefined;
  const senders = new Map<string, Sender>();

  const transport: Transport = (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    const proxy = proxyFor(url, variables);
    const { request, agent } = senderFor(url.protocol, proxy);
    const bytes = body === undefined ? undefined : Buffer.from(body, 'utf8');
    const plainProxy = proxy !== null && url.protocol === 'http:';
    const options: Http.RequestOptions = {
      method,
      agent,
      signal,
      headers: bytes === undefined ? headers : { ...headers, 'Content-Length': String(bytes.length) },
    };
    if (plainProxy) {
      options.host = proxy.hostname;
      options.port = proxy.port === '' ? 80 : proxy.port;
      options.path = url.href;
      options.headers = { ...options.headers, Host: url.host, ...proxyCredentials(proxy) };
    } else {
      options.host = url.hostname.replace(/^\[|\]$/g, '');
      options.port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port;
      options.path = url.pathname + url.search;
    }
    return send(request, options, bytes);
  };

  return Object.assign(transport, {
    close: () => {
      for (const { agent } of senders.values()) agent.destroy();
      senders.clear();
    },
  });

  function senderFor(protocol: string, proxy: URL | null): Sender {
    const key = `${protocol}${proxy?.href ?? ''}`;
    let sender = senders.get(key);
    if (sender === undefined) {
      const options = { keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' as const };
      if (protocol === 'http:') {
        const http = builtin?.('node:http') as typeof Http;
        sender = { request: http.request, agent: new http.Agent(options) };
      } else {
        const https = builtin?.('node:https') as typeof Https;
        const agent = proxy === null ? new https.Agent(options) : proxiedAgent(proxy, options);
        sender = { request: https.request as typeof Http.request, agent };
      }
      senders.set(key, sender);
    }
    return sender;
  }
}

function send(
  request: typeof Http.request,
  options: Http.RequestOptions,
  body: Uint8Array | undefined,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    let connected = false;
    const outgoing = request(options);
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
    outgoing.end(body);
  });
}

function headerText(value: string | string[] | undefined): string | null {
  return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
}
