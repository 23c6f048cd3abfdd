import { createServer, connect as dial, type Socket } from 'node:net';

/** A TCP proxy to PostgreSQL that counts what is sent: statements, and how often somebody waits for an answer. */
export interface CountingProxy {
  readonly port: number;
  /** What was counted since it was last asked. */
  take(): { statements: number; roundTrips: number };
  close(): Promise<void>;
}

/**
 * Message types of the frontend: `Q` is a statement and asks for the answer, `E` executes one, `S` asks for the answers.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export async function startCountingProxy(target: number): Promise<CountingProxy> {
  let counts = { statements: 0, roundTrips: 0 };
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((near) => {
    const far = dial(target, '127.0.0.1');
    keep(near);
    keep(far);
    let rest = Buffer.alloc(0);
    // The first message has no type.
    let typeBytes = 0;
    near.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= typeBytes + 4) {
        const length = typeBytes + rest.readUInt32BE(typeBytes);
        if (rest.length < length) break;
        const type = typeBytes === 0 ? '' : String.fromCharCode(rest[0] ?? 0);
        if (type === 'Q' || type === 'E') counts.statements++;
        if (type === 'Q' || type === 'S') counts.roundTrips++;
        rest = rest.subarray(length);
        typeBytes = 1;
      }
      far.write(chunk);
    });
    far.pipe(near);
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    port: address.port,
    take() {
      const taken = counts;
      counts = { statements: 0, roundTrips: 0 };
      return taken;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
