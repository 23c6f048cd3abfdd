import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { closeOnSignal } from 'hpp-checkout/server/node';
import { handler, store } from './checkout.js';
import { shopPage, thanksPage } from './pages.js';

const port = Number(process.env.PORT ?? 3000);
const app = new Hono();

app.all('/checkout/*', (context) =>
  // The address is for rate limits: behind a proxy, take the one that your proxy tells.
  handler.fetch(context.req.raw, { clientAddress: getConnInfo(context).remote.address }),
);
// The browser's files of the package.
app.use(
  '/hpp-checkout/*',
  serveStatic({
    root: fileURLToPath(new URL('./', import.meta.resolve('hpp-checkout/hpp-checkout.js'))),
    rewriteRequestPath: (path) => path.replace('/hpp-checkout/', '/'),
  }),
);

app.get('/', (context) => context.html(shopPage));
app.get('/thanks', (context) => context.html(thanksPage));

const server = serve({ fetch: app.fetch, port }, () => console.log(`Shop at http://localhost:${port}`));
// SIGTERM and Ctrl-C: no new requests, what runs is finished, then the process ends.
closeOnSignal(server, handler, { onClosed: () => store.close() });
