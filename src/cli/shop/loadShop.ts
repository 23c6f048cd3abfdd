import type { CheckoutHandler } from '../../merchant/options.ts';
import type { CheckoutStore } from '../../merchant/store/contract.ts';
import { CommandError, type Input, text, UsageError } from '../command.ts';
import type { Io } from '../io.ts';
import { loadModule } from '../loadModule.ts';
import { listenElsewhere } from './listenElsewhere.ts';

/** The merchant's own handler and store, as their module exports them. */
export interface Shop {
  /** `test` and `orders` are absent where the shop exports functions of its own in the handler's place. */
  handler: Pick<CheckoutHandler, 'settle' | 'close'> & Partial<Pick<CheckoutHandler, 'test' | 'orders'>>;
  store: CheckoutStore;
}

export const SHOP_OPTIONS = { handler: { type: 'string' } } as const;

export const SHOP_HELP = `  --handler <file>     The module that exports the handler of createCheckoutHandler, under any name; .ts too. It is loaded
                       with the shop's own settings. A server that it starts listens on a free port of this machine alone`;

/**
 * Loads the module that `--handler` names, and opens its store.
 * @throws UsageError without the option; CommandError when there is no such file, no such export, or the store does not open.
 */
export async function loadShop(command: string, { values }: Input, { cwd }: Io): Promise<Shop> {
  const path = text(values, 'handler');
  if (path === undefined) {
    throw new UsageError(
      `${command}: expected --handler <file>, the module that exports the shop's handler: --handler ./checkout.ts`,
    );
  }
  listenElsewhere();
  const shop = shopOf(path, exportsOf(await loadModule(path, cwd)));
  try {
    await shop.store.ready();
  } catch (error) {
    await closeShop(shop);
    const why = (error as Error).message;
    throw new CommandError(`The store of "${path}" does not open: ${why}`, 'store_unavailable');
  }
  return shop;
}

/** Lets the handler finish what it has in hand. Never rejects: the command's result stands. */
export async function closeShop({ handler, store }: Shop): Promise<void> {
  await handler.close().catch(() => {});
  await store.close().catch(() => {});
}

/** Everything that a module exports, and what its default export holds. */
function exportsOf(module: Record<string, unknown>): Record<string, unknown> {
  const whole = module.default;
  return { ...(typeof whole === 'object' ? whole : {}), ...module };
}

function shopOf(path: string, exported: Record<string, unknown>): Shop {
  // One that is called `handler` goes first: a module may export a handler for test and one for live.
  const handler = [exported.handler, ...Object.values(exported)].find(isHandler);
  if (handler === undefined) {
    const names = Object.keys(exported).join(', ') || 'nothing';
    throw new CommandError(
      `"${path}" exports no handler, but ${names}. Expected what createCheckoutHandler returns: ` +
        'export const handler = createCheckoutHandler({ … })',
      'no_handler',
    );
  }
  const store = exported.store ?? handler.store;
  if (!isStore(store)) {
    throw new CommandError(
      `"${path}" exports a handler without a store. Expected what createCheckoutHandler returns, or the store as "store".`,
      'no_store',
    );
  }
  return { handler, store };
}

function isHandler(value: unknown): value is Shop['handler'] & { store?: unknown } {
  return has(value, ['settle', 'close']);
}

function isStore(value: unknown): value is CheckoutStore {
  return has(value, [
    'ready',
    'now',
    'listSessions',
    'findSessions',
    'getSession',
    'getFulfilment',
    'listEvents',
  ]);
}

function has(value: unknown, methods: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return methods.every((method) => typeof (value as Record<string, unknown>)[method] === 'function');
}
