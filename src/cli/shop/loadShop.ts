import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CheckoutHandler } from '../../merchant/options.ts';
import type { CheckoutStore } from '../../merchant/store/contract.ts';
import { CommandError, type Input, text, UsageError } from '../command.ts';

/** The merchant's own handler and store, as their module exports them. */
export interface Shop {
  /** `test` is absent where the shop exports functions of its own in the handler's place. */
  handler: Pick<CheckoutHandler, 'settle' | 'close'> & Partial<Pick<CheckoutHandler, 'test'>>;
  store: CheckoutStore;
}

export const SHOP_OPTIONS = { handler: { type: 'string' } } as const;

export const SHOP_HELP = `  --handler <file>     A module that exports "handler" (of createCheckoutHandler) and "store", the one it was given; or both in
                       its default export. Loaded as it is, with the shop's own settings: it should start no server`;

/**
 * Loads the module that `--handler` names, and opens its store.
 * @throws UsageError without the option; CommandError when there is no such file, no such export, or the store does not open.
 */
export async function loadShop(command: string, { values }: Input, cwd: string): Promise<Shop> {
  const path = text(values, 'handler');
  if (path === undefined) {
    throw new UsageError(
      `${command}: expected --handler <file>, a module that exports the shop's "handler" and "store".`,
    );
  }
  let module: Record<string, unknown>;
  try {
    module = await import(/* @vite-ignore */ pathToFileURL(resolve(cwd, path)).href);
  } catch (error) {
    throw new CommandError(`The module "${path}" cannot be loaded: ${(error as Error).message}`);
  }
  const whole = module.default as Record<string, unknown> | null | undefined;
  const handler = module.handler ?? whole?.handler;
  const store = module.store ?? whole?.store;
  if (!has<Shop['handler']>(handler, ['settle', 'close'])) {
    throw new CommandError(missing(path, 'handler', 'what createCheckoutHandler returns'));
  }
  if (
    !has<CheckoutStore>(store, ['ready', 'now', 'listSessions', 'getSession', 'getFulfilment', 'listEvents'])
  ) {
    throw new CommandError(missing(path, 'store', 'the store that the handler was given'));
  }
  try {
    await store.ready();
  } catch (error) {
    await closeShop({ handler, store });
    throw new CommandError(`The store of "${path}" does not open: ${(error as Error).message}`);
  }
  return { handler, store };
}

/** Lets the handler finish what it has in hand. Never rejects: the command's result stands. */
export async function closeShop({ handler, store }: Shop): Promise<void> {
  await handler.close().catch(() => {});
  await store.close().catch(() => {});
}

function missing(path: string, name: string, what: string): string {
  return `"${path}" exports no ${name}: expected ${what} as "${name}", or as "${name}" of the default export.`;
}

function has<T>(value: unknown, methods: readonly (keyof T)[]): value is T {
  if (typeof value !== 'object' || value === null) return false;
  return methods.every((method) => typeof (value as T)[method] === 'function');
}
