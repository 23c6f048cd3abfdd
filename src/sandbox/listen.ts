import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { disconnectOf } from './faults/disconnect.ts';

/** Where the sandbox should listen. */
export interface ListenOptions {
  /** Default 0: a free one. */
  port?: number;
  /** Default `127.0.0.1`. */
  host?: string;
}

/** Where the sandbox listens. */
export interface Listening {
  url: string;
  port: number;
  host: string;
  close(): Promise<void>;
}

export type Serve = (request: Request) => Promise<Response>;

/**
 * Serves over a socket.
 * @throws Error saying what to do when the port is busy or not allowed.
 */
export async function listenOn(
  serve: Serve,
  { port = 0, host = '127.0.0.1' }: ListenOptions,
): Promise<Listening> {
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    fetch: async (request, env) => {
      const response = await serve(request);
      const ending = disconnectOf(response);
      if (ending === null) return response;
      const { outgoing } = env as HttpBindings;
      if (ending === 'reset') outgoing.socket?.resetAndDestroy();
      else await new Promise((resolve) => outgoing.once('close', resolve));
      return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
    },
  }) as Server;

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explained(error, port, host)));
    server.listen(port, host, () => resolve());
  });
  const address = server.address() as AddressInfo;
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${shownHost === '0.0.0.0' || shownHost === '[::]' ? 'localhost' : shownHost}:${address.port}`,
    port: address.port,
    host,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function explained(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is in use. Stop what listens there, or choose another port (0 takes a free one).`,
    EACCES: `Port ${port} needs more rights than this process has. Choose one above 1023.`,
    EADDRNOTAVAIL: `This machine has no address "${host}".`,
  };
  return new Error(reasons[error.code ?? ''] ?? `Cannot listen on ${host}:${port}: ${error.message}`, {
    cause: error,
  });
}
