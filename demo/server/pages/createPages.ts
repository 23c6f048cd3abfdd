import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { serveDocs } from '../../docs/site/serveDocs.ts';
import { readSettings } from '../../settings/settings.ts';
import { DEFAULT_ITEMS } from '../../wire/shopPage.ts';
import type { DemoConfig } from '../config.ts';
import { reloadOnRestart } from './reloadOnRestart.ts';
import { renderRoom } from './renderPlayground.ts';
import { renderShop } from './renderShop.tsx';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Serves the shop, the control room around it, and the built files, the checkout's script among them. */
export function createShop(config: DemoConfig): RequestListener {
  const shopTemplate = readFileSync(here('../../.build/index.html'), 'utf8');
  const roomTemplate = readFileSync(here('../../.build/demo/playground/index.html'), 'utf8');
  const app = new Hono();
  app.use(compress());
  if (config.dev) reloadOnRestart(app);

  const shop = (context: Context, front: boolean) => {
    const query = new URL(context.req.url).searchParams;
    const nonce = randomBytes(16).toString('base64');
    headers(context, nonce, config);
    return context.html(
      renderShop(
        shopTemplate,
        nonce,
        {
          basket: { id: randomBytes(5).toString('hex'), items: DEFAULT_ITEMS },
          settings: readSettings(query),
          merchantOrigin: config.merchant.origin,
          gatewayOrigin: config.gateway.origin,
          alone: context.req.header('sec-fetch-dest') !== 'iframe',
        },
        front,
      ),
    );
  };
  app.get('/shop', (context) => shop(context, false));
  app.get('/', (context) => {
    const query = new URL(context.req.url).searchParams;
    if (!query.has('room') && !query.has('scenario')) return shop(context, query.size === 0);
    const nonce = randomBytes(16).toString('base64');
    headers(context, nonce, config);
    return context.html(renderRoom(roomTemplate, config, readSettings(query)));
  });
  app.use('/assets/*', cached(IMMUTABLE), serveStatic({ root: here('../../.build') }));
  app.use(
    '/hpp-checkout/*',
    // Stage two has its content's hash in its name; stage one is asked for anew.
    cached((path) => (/\.[0-9A-Za-z]{10}\.js$/.test(path) ? IMMUTABLE() : 'no-cache')),
    serveStatic({
      root: here('../../../dist'),
      rewriteRequestPath: (path) => path.replace('/hpp-checkout', ''),
    }),
  );
  app.route('/docs', serveDocs());
  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
}

const IMMUTABLE = () => 'public, max-age=31536000, immutable';

function cached(control: (path: string) => string): MiddlewareHandler {
  return async (context, next) => {
    await next();
    context.header('cache-control', control(context.req.path));
  };
}

/** A strict policy, as a shop that takes payments should have: the checkout needs nothing beyond it. */
function headers(context: Context, nonce: string, { merchant, gateway }: DemoConfig): void {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    `connect-src 'self' ${merchant.origin}`,
    // The return page of the merchant's server stands in the same frame as the gateway's page before it.
    `frame-src 'self' ${gateway.origin} ${merchant.origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
  context.header('content-security-policy', policy);
  context.header('cache-control', 'no-store');
  context.header('x-content-type-options', 'nosniff');
  context.header('referrer-policy', 'strict-origin-when-cross-origin');
}
