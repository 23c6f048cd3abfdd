import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { closeOnSignal, toNodeHandler } from 'hpp-checkout/server/node';
import { handler, store } from './checkout.js';
import { shopPage, thanksPage } from './pages.js';

const port = Number(process.env.PORT ?? 3000);
const checkout = toNodeHandler(handler);
/** The browser's files of the package. */
const dist = new URL('./', import.meta.resolve('hpp-checkout/hpp-checkout.js'));

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname.startsWith('/checkout/')) checkout(request, response);
  else if (pathname.startsWith('/hpp-checkout/')) void sendScript(pathname.slice(14), response);
  else if (pathname === '/') sendHtml(shopPage, response);
  else if (pathname === '/thanks') sendHtml(thanksPage, response);
  else response.writeHead(404).end('Not found');
});

function sendHtml(html: string, response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
}

async function sendScript(name: string, response: ServerResponse) {
  const script = /^hpp-checkout[\w.-]*\.js$/.test(name)
    ? await readFile(new URL(name, dist)).catch(() => null)
    : null;
  if (script === null) response.writeHead(404).end('Not found');
  else response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script);
}

server.listen(port, () => console.log(`Shop at http://localhost:${port}`));
// SIGTERM and Ctrl-C: no new requests, what runs is finished, then the process ends.
closeOnSignal(server, handler, { onClosed: () => store.close() });
