import { join } from 'node:path';
import { createSandbox } from 'hpp-checkout/sandbox';
import { CREDENTIALS, type DemoConfig, PROFILE } from './server/config.ts';
import { createBackend } from './server/createBackend.ts';
import { keepCertificate } from './server/lan/keepCertificate.ts';
import { openToLan } from './server/lan/openToLan.ts';
import { listen, portTaken, stop } from './server/listen.ts';
import { createPages } from './server/pages/createPages.ts';
import { cleanName, OWN_NAME } from './settings/brand.ts';

export interface OpenDemo {
  /** Of the certificate that other machines are shown; `null` where no other machine can come. */
  fingerprint: string | null;
  close(): Promise<void>;
}

/** Opens gateway, merchant's server and shop, in this order; what was opened is closed again when a later one fails. */
export async function startDemo(config: DemoConfig): Promise<OpenDemo> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const sandbox = createSandbox({
      dir: join(config.dataFolder, 'gateway'),
      credentials: CREDENTIALS,
      ...(config.lan !== null && {
        publicUrl: config.gateway.origin,
        // The address in the network has a certificate that only a person can accept.
        deliver: (url, init) => fetch(url.replace(config.merchant.origin, config.merchant.local), init),
      }),
      profile: PROFILE,
      merchantName: ({ udf }) => cleanName(String(udf?.shop ?? '')) || OWN_NAME,
      pageDriver: ({ udf }) => (udf?.film === 'on' ? config.shop.origin : undefined),
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
    if (config.lan === null) return { fingerprint: null, close };
    const certificate = keepCertificate(config.dataFolder, config.lan, Date.now());
    const ports = [config.shop, config.merchant, config.gateway].map(({ port }) => port);
    closers.push(await openToLan(config.lan, ports, certificate));
    return { fingerprint: certificate.fingerprint, close };
  } catch (error) {
    await close();
    throw error;
  }
}
