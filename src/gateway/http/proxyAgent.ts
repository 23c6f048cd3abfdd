import type * as Http from 'node:http';
import type * as Https from 'node:https';
import type * as Net from 'node:net';
import type * as Tls from 'node:tls';
import { proxyCredentials } from './proxyCredentials.ts';

/** An agent for https that reaches its hosts through a proxy's CONNECT, and keeps the tunnels alive. */
export function proxiedAgent(proxy: URL, options: Https.AgentOptions): Http.Agent {
  const builtin = globalThis.process.getBuiltinModule;
  const http = builtin('node:http') as typeof Http;
  const https = builtin('node:https') as typeof Https;
  const tls = builtin('node:tls') as typeof Tls;
  const toProxy = proxy.protocol === 'https:' ? https : http;

  const agent = new https.Agent(options);
  // The documented way to say how an agent connects; its types know only the synchronous form.
  (agent as { createConnection: unknown }).createConnection = (
    target: Tls.ConnectionOptions & { servername?: string },
    done: (error: Error | null, socket?: Net.Socket) => void,
  ): void => {
    const host = `${target.host}:${target.port}`;
    const connect = toProxy.request({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port === '' ? (proxy.protocol === 'https:' ? 443 : 80) : proxy.port,
      method: 'CONNECT',
      path: host,
      headers: { Host: host, ...proxyCredentials(proxy) },
      agent: false,
    });
    connect.once('connect', (answer, socket, head) => {
      if (answer.statusCode !== 200) {
        socket.destroy();
        done(new Error(`The proxy refused the tunnel with status ${answer.statusCode}.`));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      const secure = tls.connect({ ...target, socket, servername: target.servername ?? target.host ?? '' });
      secure.once('secureConnect', () => done(null, secure));
      secure.once('error', done);
    });
    connect.once('response', (answer) => {
      answer.resume();
      done(new Error(`The proxy refused the tunnel with status ${answer.statusCode}.`));
    });
    connect.once('error', done);
    connect.end();
  };
  return agent;
}
