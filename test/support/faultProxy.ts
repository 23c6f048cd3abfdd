import { createServer, connect as dial, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Fault =
  /** Passes everything on. */
  | { readonly kind: 'none' }
  /** Holds every packet for `ms`, both ways. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** Half-open: accepts connections and packets, answers nothing, closes nothing. */
  | { readonly kind: 'silent' }
  /** Resets what is open and every new connection. */
  | { readonly kind: 'refuse' }
  /** Delivers the first packet that holds `text` to the server, then resets before the server's answer. Once. */
  | { readonly kind: 'cutAfter'; readonly text: string };

/** A TCP proxy that misbehaves on demand. */
export interface FaultProxy {
  readonly port: number;
  set(fault: Fault): void;
  /** Resets every open connection. */
  cut(): void;
  close(): Promise<void>;
}

export async function startFaultProxy(target: number): Promise<FaultProxy> {
  let fault: Fault = { kind: 'none' };
  const sockets = new Set<Socket>();

  const keep = (socket: Socket): void => {
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };

  const server = createServer((near) => {
    keep(near);
    if (fault.kind === 'refuse') {
      near.resetAndDestroy();
      return;
    }
    const far = dial(target, '127.0.0.1');
    keep(far);
    let awaited = false;
    const reset = (): void => {
      near.resetAndDestroy();
      far.destroy();
    };
    // Packets keep their order while a delay changes: each waits for the one before it.
    const pass = (from: Socket, to: Socket, isRequest: boolean): void => {
      let last: Promise<unknown> = Promise.resolve();
      from.on('data', (chunk) => {
        const { kind } = fault;
        if (kind === 'silent') return;
        if (!isRequest && awaited) {
          reset();
          return;
        }
        if (fault.kind === 'cutAfter' && isRequest && chunk.includes(fault.text)) {
          fault = { kind: 'none' };
          awaited = true;
        }
        const pause = fault.kind === 'slow' ? fault.ms : 0;
        last = Promise.all([last, pause === 0 ? null : sleep(pause)]).then(() => {
          if (!to.destroyed) to.write(chunk);
        });
      });
      from.on('close', () => {
        if (fault.kind !== 'silent') to.destroy();
      });
    };
    pass(near, far, true);
    pass(far, near, false);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');

  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: address.port,
    set(next) {
      fault = next;
      if (next.kind === 'refuse') cut();
    },
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
