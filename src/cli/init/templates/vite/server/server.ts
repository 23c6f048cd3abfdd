import { createServer } from 'node:http';
import { closeOnSignal, toNodeHandler } from 'hpp-checkout/server/node';
import { handler, store } from './checkout.js';

// The shop's own server. In development Vite passes on to it what is not a page (see its configuration); in production
// whatever serves the built pages does, so that browsers see one address.
const port = Number(process.env.PORT ?? 3001);
const checkout = toNodeHandler(handler);

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname.startsWith('/checkout/')) checkout(request, response);
  else response.writeHead(404).end('Not found');
});

server.listen(port, () => console.log(`The shop's server at http://localhost:${port}`));
// SIGTERM and Ctrl-C: no new requests, what runs is finished, then the process ends.
closeOnSignal(server, handler, { onClosed: () => store.close() });
