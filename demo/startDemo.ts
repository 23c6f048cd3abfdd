import { join } from 'node:path';
import { createSandbox } from 'hpp-checkout/sandbox';
import { CREDENTIALS, type DemoConfig, PROFILE } from './server/config.ts';
import { createBackend } from './server/createBackend.ts';
import { listen, portTaken, stop } from './server/listen.ts';
import { createPages } from './server/pages/createPages.ts';

/** Opens gateway, merchant's server and shop, in this order; what was opened is closed again when a later one fails. */
export async function startDemo(config: DemoConfig): Promise<{ close(): Promise<void> }> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const sandbox = createSandbox({
      dir: join(config.dataFolder, 'gateway'),
      credentials: CREDENTIALS,
      profile: PROFILE,
      merchantName: 'Morrow',
      // The page stands in a frame of the shop, which may itself stand in the control room's; both are of one origin.
      frameAncestors: [config.shop.origin, config.examples.origin],
    });
    closers.push(() => sandbox.close());
    await sandbox.listen({ port: config.gateway.port, host: '127.0.0.1' }).catch((error: Error) => {
      const { code } = (error.cause ?? error) as NodeJS.ErrnoException;
      throw code === 'EADDRINUSE' ? portTaken(config.gateway.port, 'the gateway') : error;
    });

    const backend = await createBackend(config, sandbox);
    closers.push(() => backend.close());
    const merchant = await listen(backend.listener, config.merchant.port, "the merchant's server");
    closers.push(() => stop(merchant));

    const pages = await listen(createPages(config), config.shop.port, 'the shop');
    closers.push(() => stop(pages));
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
}
