import type * as Http from 'node:http';
import type * as Https from 'node:https';
import type * as Net from 'node:net';
import type * as Tls from 'node:tls';
import { proxyCredentials } from './proxyCredentials.ts';

/** No call waits for a tunnel any longer by then; what is left of it is closed. */
const TUNNEL_MS = 30_000;

type Target = Tls.ConnectionOptions & { host?: string; port?: number };

const builtin = (name: string) => globalThis.process.getBuiltinModule(name) as unknown;

/** An agent for https that reaches its hosts through a proxy's CONNECT, and keeps the tunnels alive. Node only. */
export function proxiedAgent(proxy: URL, options: Https.AgentOptions): Http.Agent {
  const agent = new (builtin('node:https') as typeof Https).Agent(options);
  const createConnection = (
    target: Target,
    done: (error: Error | null, socket?: Net.Socket) => void,
  ): void => {
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new Error(`The proxy opened no tunnel in ${TUNNEL_MS / 1000} seconds.`)),
      TUNNEL_MS,
    );
    openTunnel(proxy, target, late.signal)
      .then((socket) => startTls(socket, target, late.signal))
      .finally(() => clearTimeout(timer))
      .then((socket) => done(null, socket), done);
  };
  // The documented way to say how an agent connects; its types know only the synchronous form.
  // https://nodejs.org/api/http.html#agentcreateconnectionoptions-callback
  return Object.assign(agent, { createConnection });
}

/** Asks the proxy for a connection to the target (RFC 9110, 9.3.6). */
function openTunnel(proxy: URL, target: Target, signal: AbortSignal): Promise<Net.Socket> {
  const isTls = proxy.protocol === 'https:';
  const { request } = builtin(isTls ? 'node:https' : 'node:http') as typeof Http;
  const { isIPv6 } = builtin('node:net') as typeof Net;
  const host = `${isIPv6(target.host ?? '') ? `[${target.host}]` : target.host}:${target.port}`;
  return new Promise((resolve, reject) => {
    const connect = request({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port === '' ? (isTls ? 443 : 80) : proxy.port,
      method: 'CONNECT',
      path: host,
      headers: { Host: host, ...proxyCredentials(proxy) },
      agent: false,
    });
    signal.addEventListener('abort', () => connect.destroy(signal.reason), { once: true });
    connect.once('error', reject);
    connect.once('connect', ({ statusCode = 0 }, socket, head) => {
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        reject(new Error(`The proxy refused the tunnel with status ${statusCode}.`));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    connect.end();
  });
}

/** The gateway's own TLS, inside the tunnel: the proxy sees neither request nor answer. */
function startTls(socket: Net.Socket, target: Target, signal: AbortSignal): Promise<Tls.TLSSocket> {
  const tls = builtin('node:tls') as typeof Tls;
  return new Promise((resolve, reject) => {
    const secure = tls.connect({ ...target, socket, servername: target.servername ?? target.host ?? '' });
    signal.addEventListener('abort', () => secure.destroy(signal.reason), { once: true });
    secure.once('error', reject);
    secure.once('secureConnect', () => {
      secure.removeListener('error', reject);
      resolve(secure);
    });
  });
}
