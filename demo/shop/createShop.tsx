import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { signal } from '@preact/signals';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { renderToString } from 'preact-render-to-string';
import type { DemoConfig } from '../config.ts';
import { DEFAULT_ITEMS, type Page } from './page.ts';
import { Shop } from './Shop.tsx';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Serves the shop's page, rendered with a fresh basket, and the built files, the checkout's script among them. */
export function createShop(config: DemoConfig): RequestListener {
  const template = readFileSync(here('../.build/index.html'), 'utf8');
  const app = new Hono();
  app.use(compress());
  app.get('/', (context) => {
    context.header('cache-control', 'no-store');
    return context.html(render(template, config));
  });
  app.use(
    '/assets/*',
    serveStatic({ root: here('../.build'), onFound: (_path, context) => immutable(context) }),
  );
  app.use(
    '/hpp-checkout/*',
    serveStatic({
      root: here('../../dist'),
      rewriteRequestPath: (path) => path.replace('/hpp-checkout', ''),
    }),
  );
  return getRequestListener(app.fetch, { overrideGlobalObjects: false });
}

function immutable(context: { header(name: string, value: string): void }): void {
  context.header('cache-control', 'public, max-age=31536000, immutable');
}

function render(template: string, config: DemoConfig): string {
  const page: Page = {
    basket: { id: randomBytes(8).toString('hex'), items: DEFAULT_ITEMS },
    merchantOrigin: config.merchant.origin,
  };
  const shop = renderToString(
    <Shop
      state={{
        ...page,
        basket: signal(page.basket),
        told: signal(null),
        setQuantity: () => {},
        startAgain: () => {},
      }}
    />,
  );
  const island = `<script type="application/json" id="page">${JSON.stringify(page).replaceAll('<', '\\u003c')}</script>`;
  return template
    .replace('<!--shop-->', shop)
    .replace('<!--checkout-script-->', '<script async src="/hpp-checkout/hpp-checkout.js"></script>')
    .replace('</head>', `${island}</head>`);
}
