import { LONGEST_TIMER_MS } from '../../help/longestTimer.ts';
import { namesOf } from '../../help/namesOf.ts';
import { unknownNames } from '../../help/unknownNames.ts';
import { CheckoutConfigError } from '../configError.ts';
import { type ServerEvents, trackConnections } from './trackConnections.ts';

/** A server of `node:http` or `node:https`: what `app.listen()` of Express and `serve()` of `@hono/node-server` return, too. */
interface HttpServer extends ServerEvents {
  close(done?: () => void): unknown;
}

/** A Fastify instance: its own `close` ends the server, and runs its `onClose` hooks. */
interface FastifyServer {
  readonly server: ServerEvents;
  close(): PromiseLike<unknown>;
}

type ClosableHandler = { close(): Promise<void> };

/** How a process ends. */
export interface CloseOnSignalOptions {
  /** Runs when nothing runs any more: close your database here. */
  onClosed?: () => unknown;
  /** How long all of it may take, in milliseconds; then the process exits with 1. Default 25,000: Kubernetes kills after 30 s. */
  timeoutMs?: number;
}

const OPTIONS = namesOf<CloseOnSignalOptions>({ onClosed: true, timeoutMs: true });

const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;
type Signal = keyof typeof SIGNALS;

/**
 * Ctrl-C under npm arrives twice, from the terminal and from npm (https://github.com/npm/run-script/pull/9): within this time, in
 * milliseconds, it counts as one.
 */
const SAME_SIGNAL_MS = 500;

/**
 * Ends the process in order on SIGTERM and SIGINT: no further connection is accepted, the handler is closed, what runs is finished,
 * and the process exits with 0. Connections that are only kept alive hold nothing up. A second signal exits at once.
 *
 * Takes a server of `node:http` or `node:https` (also what Express's `listen` and Hono's `serve` return), or a Fastify
 * instance. Call it before the first request comes.
 *
 * @example
 * closeOnSignal(createServer(toNodeHandler(handler)).listen(3000), handler);
 * closeOnSignal(app.listen(3000), handler);                                           // Express
 * closeOnSignal(app, handler, { onClosed: () => pool.end() });                        // Fastify; and a database of yours
 * closeOnSignal(serve({ fetch: app.fetch, port: 3000 }), handler);                    // Hono
 *
 * @param handler the checkout's handler, or several of them.
 * @throws CheckoutConfigError for an unknown option, a `timeoutMs` that no timer waits, or an `onClosed` that cannot be called.
 * @returns takes the listeners for signals back.
 */
export function closeOnSignal(
  server: HttpServer | FastifyServer,
  handler: ClosableHandler | readonly ClosableHandler[],
  options: CloseOnSignalOptions = {},
): () => void {
  const unknown = unknownNames('option of closeOnSignal', options, OPTIONS);
  if (unknown.length > 0) throw new CheckoutConfigError(unknown.join(' '));
  const { onClosed, timeoutMs = 25_000 } = options;
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > LONGEST_TIMER_MS) {
    throw new CheckoutConfigError(
      `closeOnSignal: timeoutMs: expected whole milliseconds from 1 to ${LONGEST_TIMER_MS}, got ${String(timeoutMs)}.`,
    );
  }
  if (onClosed !== undefined && typeof onClosed !== 'function') {
    throw new CheckoutConfigError('closeOnSignal: onClosed: expected a function.');
  }
  const handlers: readonly ClosableHandler[] = Array.isArray(handler) ? handler : [handler];
  const endIdleConnections = trackConnections('server' in server ? server.server : server);
  let signalledAt: number | null = null;

  const onSignal = (signal: Signal) => {
    if (signalledAt !== null) {
      if (performance.now() - signalledAt >= SAME_SIGNAL_MS) process.exit(128 + SIGNALS[signal]);
      return;
    }
    signalledAt = performance.now();
    setTimeout(() => fail(`After ${timeoutMs} ms requests or work were still running`), timeoutMs);
    const ended = Promise.all([closeServer(server), ...handlers.map((each) => each.close())]);
    endIdleConnections();
    ended
      .then(() => onClosed?.())
      .then(() => process.exit(0))
      .catch((error: unknown) => fail('The server could not be closed in order', error));
  };
  const names = Object.keys(SIGNALS) as Signal[];
  for (const name of names) process.on(name, onSignal);
  return () => {
    for (const name of names) process.off(name, onSignal);
  };
}

function closeServer(server: HttpServer | FastifyServer): PromiseLike<unknown> {
  if ('server' in server) return server.close();
  // Its only error is that the server does not listen.
  return new Promise<void>((resolve) => server.close(() => resolve()));
}

function fail(message: string, error?: unknown): never {
  console.error(`hpp-checkout: ${message}; the process exits.`, ...(error === undefined ? [] : [error]));
  process.exit(1);
}
