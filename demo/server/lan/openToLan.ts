import { createServer } from 'node:https';
import { forwardTo } from '../forwardTo.ts';
import { portTaken, stop } from '../listen.ts';
import type { Certificate } from './makeCertificate.ts';

/**
 * Lets other machines in: at this address, on the same ports, by https. A browser takes payment pages from `https` only, unless they are
 * of its own machine. What is asked is handed on to loopback, where the sandbox keeps its inspector and its controls to those who ask
 * for a loopback name: no request from outside may bring such a name, or any but this address.
 *
 * @returns closes it again.
 * @throws Error when a port is taken, saying which and what to do.
 */
export async function openToLan(
  address: string,
  ports: readonly number[],
  { key, cert }: Certificate,
): Promise<() => Promise<void>> {
  const servers = ports.map((port) => {
    const toLoopback = forwardTo(() => port);
    const server = createServer({ key, cert }, (request, response) =>
      request.headers.host === `${address}:${port}`
        ? toLoopback(request, response)
        : void response.writeHead(421).end(`Ask for ${address}:${port}.`),
    );
    return { port, server };
  });
  const close = async () => {
    await Promise.all(servers.map(({ server }) => (server.listening ? stop(server) : undefined)));
  };
  try {
    for (const { port, server } of servers) {
      await new Promise<void>((resolve, reject) => {
        server.once('error', (error: NodeJS.ErrnoException) =>
          reject(error.code === 'EADDRINUSE' ? portTaken(port, `other machines (${address})`) : error),
        );
        server.listen(port, address, resolve);
      });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}
