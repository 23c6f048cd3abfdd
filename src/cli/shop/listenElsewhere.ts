import { Server } from 'node:net';

const { listen } = Server.prototype;

/**
 * A shop's module may start its server as it is loaded, on a port that the real one has. From here on every server of
 * this process listens on a free port of this machine's own, so that the module loads and nobody outside finds it.
 */
export function listenElsewhere(): void {
  Server.prototype.listen = function (this: Server, ...args: unknown[]) {
    const callback = args.findLast((each): each is () => void => typeof each === 'function');
    return listen.call(this, { port: 0, host: '127.0.0.1' }, callback);
  } as typeof listen;
}
