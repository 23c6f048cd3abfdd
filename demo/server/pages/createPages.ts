import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { readSettings } from '../../settings/settings.ts';
import type { DemoConfig } from '../config.ts';
import { CATALOGUE } from '../merchant/catalogue.ts';
import { newBasket } from '../merchant/newBasket.ts';
import { logoRoutes } from './logoRoutes.ts';
import { reloadOnRestart } from './reloadOnRestart.ts';
import { renderPlayground } from './renderPlayground.ts';
import { renderShop } from './renderShop.tsx';
import { serveDocs } from './serveDocs.ts';
import { cached, IMMUTABLE, setPageHeaders } from './setHeaders.ts';
import { toLanAddress } from './toLanAddress.ts';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Serves the shop, the control room around it, logos that visitors chose, the docs, and the built files, the checkout's script among them. */
export function createPages(config: DemoConfig): RequestListener {
  const shopTemplate = readFileSync(at('.build/index.html'), 'utf8');
  const playgroundTemplate = readFileSync(at('.build/demo/playground/index.html'), 'utf8');
  const app = new Hono();
  app.use(compress());
  if (config.dev) reloadOnRestart(app);

  function shop(context: Context, opensPlayground: boolean) {
    const nonce = randomBytes(16).toString('base64');
    setPageHeaders(context, nonce, config);
    const page = {
      catalogue: CATALOGUE,
      basket: newBasket(),
      settings: readSettings(new URL(context.req.url).searchParams),
      merchantOrigin: config.merchant.origin,
      gatewayOrigin: config.gateway.origin,
      standalone: context.req.header('sec-fetch-dest') !== 'iframe',
    };
    return context.html(renderShop(shopTemplate, { page, nonce, opensPlayground }));
  }
  if (config.lan !== null) app.use('*', toLanAddress(config.shop.origin));
  app.get('/shop', (context) => shop(context, false));
  app.get('/', (context) => {
    const query = new URL(context.req.url).searchParams;
    if (!query.has('room') && !query.has('scenario')) return shop(context, query.size === 0);
    setPageHeaders(context, randomBytes(16).toString('base64'), config);
    return context.html(renderPlayground(playgroundTemplate, config, readSettings(query)));
  });
  app.use(
    '/assets/*',
    cached(() => IMMUTABLE),
    serveStatic({ root: at('.build') }),
  );
  app.use(
    '/hpp-checkout/*',
    // The dialog's files have their content's hash in their names; the script tag's own file has not.
    cached((path) => (/\.[0-9A-Za-z]{10}\.js$/.test(path) ? IMMUTABLE : 'no-cache')),
    serveStatic({
      root: at('../dist'),
      rewriteRequestPath: (path) => path.replace('/hpp-checkout', ''),
    }),
  );
  app.route('/logo', logoRoutes(config.shop.origin));
  app.route('/docs', serveDocs());
  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
}
