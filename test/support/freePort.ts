import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';

/**
 * A port that was free a moment ago, for a server in another process that has to be told its own address, or that is
 * killed and started again. It lies below those that the kernel gives to connections and to servers that ask for any
 * port (32768 and up), so that none of them takes it in the meantime.
 * https://docs.kernel.org/networking/ip-sysctl.html (ip_local_port_range)
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(16_000, 32_000);
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
