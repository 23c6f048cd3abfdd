import { createServer, type RequestListener, type Server } from 'node:http';

/**
 * Listens on loopback only.
 * @throws Error when the port is taken, saying which and what to do.
 */
export function listen(listener: RequestListener, port: number, what: string): Promise<Server> {
  const server = createServer(listener);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? portTaken(port, what) : error),
    );
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

export function portTaken(port: number, what: string): Error {
  return new Error(
    `Port ${port}, meant for ${what}, is taken by another program. Stop that program, or choose three free ports in a row: DEMO_PORT=5000 npm run demo`,
  );
}

/** Closes the server and the connections that browsers keep open. */
export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
