import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The part of a server of `node:http` or `node:https` that is used. */
export interface ServerEvents {
  // biome-ignore lint/suspicious/noExplicitAny: each event has arguments of its own.
  on(event: string, listener: (...args: any[]) => void): unknown;
}

/**
 * Counts what runs on each connection. `server.close()` waits for every one: a connection that a polling page keeps alive never
 * ends, nor does one that a browser opened in advance and has not used (https://github.com/nodejs/node/issues/63452).
 *
 * @returns from its call on, ends each connection as soon as nothing runs on it.
 */
export function trackConnections(server: ServerEvents): () => void {
  const running = new Map<Socket, Set<ServerResponse>>();
  let isEnding = false;

  const responsesOn = (socket: Socket): Set<ServerResponse> => {
    const known = running.get(socket);
    if (known !== undefined) return known;
    const responses = new Set<ServerResponse>();
    running.set(socket, responses);
    socket.once('close', () => running.delete(socket));
    return responses;
  };
  const endIfIdle = (socket: Socket, responses: ReadonlySet<ServerResponse>) => {
    if (responses.size === 0) socket.end(() => socket.destroy());
  };

  // With TLS, requests come on the connection within, and the one below is not to be ended while they run.
  const connection = 'setSecureContext' in server ? 'secureConnection' : 'connection';
  server.on(connection, (socket: Socket) => {
    const responses = responsesOn(socket);
    if (isEnding) endIfIdle(socket, responses);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const responses = responsesOn(socket);
    responses.add(response);
    if (isEnding) askToClose(response);
    response.once('close', () => {
      responses.delete(response);
      if (isEnding) endIfIdle(socket, responses);
    });
  });

  return () => {
    isEnding = true;
    for (const [socket, responses] of running) {
      for (const response of responses) askToClose(response);
      endIfIdle(socket, responses);
    }
  };
}

/** The client is told to send no further request on this connection. */
function askToClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
