import { connect, createServer, type Socket } from 'node:net';

/** The few words of RFC 1928 that lead a browser to a port. */
const NO_PASSWORD = Buffer.from([5, 0]);
const CONNECTED = Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]);

/** A SOCKS 5 proxy to the ports of this machine, whichever host is asked for. */
export async function startSocksServer(): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((near) => {
    keep(near);
    near.once('data', () => {
      near.write(NO_PASSWORD);
      near.once('data', (request) => {
        // The port is the last two bytes, behind a host of any kind.
        const far = connect(request.readUInt16BE(request.length - 2), '127.0.0.1');
        keep(far);
        far.once('connect', () => {
          near.write(CONNECTED);
          near.pipe(far).pipe(near);
        });
        far.once('close', () => near.destroy());
        near.once('close', () => far.destroy());
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The SOCKS server has no port.');
  return {
    port: address.port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
