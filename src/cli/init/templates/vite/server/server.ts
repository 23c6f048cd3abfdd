import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { closeOnSignal, toNodeHandler } from 'hpp-checkout/server/node';
import { handler, hostedPageOf, store } from './checkout.js';

// The shop's own server. In development Vite passes on to it what is not a page (see its configuration); in production
// whatever serves the built pages does, so that browsers see one address.
const port = Number(process.env.PORT ?? 3001);
const checkout = toNodeHandler(handler);

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname.startsWith('/checkout/')) checkout(request, response);
  else if (pathname === '/pay') void sendToPage(searchParams.get('order'), response);
  else response.writeHead(404).end('Not found');
});

async function sendToPage(order: string | null, response: ServerResponse) {
  const page = await hostedPageOf(order).catch(() => null);
  response.writeHead(303, { location: page ?? '/shop', 'cache-control': 'no-store' }).end();
}

server.listen(port, () => console.log(`The shop's server at http://localhost:${port}`));
// SIGTERM and Ctrl-C: no new requests, what runs is finished, then the process ends.
closeOnSignal(server, handler, { onClosed: () => store.close() });
