import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type FramedRequest, FramingError, takeRequest } from './strictRequests.ts';

/** A server that reads requests as RFC 9112 frames them, and keeps its connections open. */
export interface StrictServer {
  port: number;
  /** Every request, in the order in which they were read. */
  requests: FramedRequest[];
  /** Why bytes were answered 400. */
  refusals: string[];
  connections(): number;
  close(): Promise<void>;
}

/** Serves `answer` on a port of this machine, or on `server`, such as one of `node:tls`. */
export async function strictServer(
  answer: (request: FramedRequest) => Response | Promise<Response>,
  server: Server = createServer(),
): Promise<StrictServer> {
  const requests: FramedRequest[] = [];
  const refusals: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  const take = (socket: Socket) => {
    connections++;
    sockets.add(socket);
    let bytes: Buffer = Buffer.alloc(0);
    let busy = false;
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      void readOn();
    });

    /** One request after the other, as they stand behind each other. */
    async function readOn(): Promise<void> {
      if (busy) return;
      busy = true;
      try {
        for (let taken = takeRequest(bytes); taken !== null; taken = takeRequest(bytes)) {
          bytes = taken.rest;
          requests.push(taken.request);
          await write(socket, await answer(taken.request));
        }
      } catch (error) {
        if (!(error instanceof FramingError)) throw error;
        refusals.push(error.message);
        socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
        return;
      }
      busy = false;
    }
  };
  server.on('cert' in server ? 'secureConnection' : 'connection', take);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    refusals,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function write(socket: Socket, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = [...response.headers].filter(([name]) => !/^(content-length|connection)$/.test(name));
  if (response.status !== 204 && response.status !== 304) headers.push(['Content-Length', `${body.length}`]);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 ${response.status} X\r\n${lines}\r\n`, 'latin1'), body]));
}
