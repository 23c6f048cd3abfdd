import { serve } from '@hono/node-server';

/** What Next.js hands to a route module: a subclass of the platform's `Request`. */
class NextRequest extends Request {
  get nextUrl() {
    return new URL(this.url);
  }
}

let shop;
let route;
serve({ hostname: '127.0.0.1', port: 0, overrideGlobalObjects: false, fetch: answer }, async ({ port }) => {
  process.env.SHOP_URL = `http://127.0.0.1:${port}`;
  // The shop has to know its address, which is known only now.
  ({ shop } = await import('./shop.mjs'));
  route = await import('./route.mjs');
  const version = Object.keys(route).sort().join(' ');
  console.log(JSON.stringify({ url: process.env.SHOP_URL, version }));
});

/** Finds the export named after the method, as Next.js does: HEAD is GET's, and a method without export is refused. */
function answer(request) {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith('/checkout/')) return shop.fetch(request);
  const method = route[request.method === 'HEAD' ? 'GET' : request.method];
  if (method === undefined) return new Response(null, { status: 405 });
  const path = pathname.split('/').slice(2);
  const { headers, body } = request;
  const init = { method: request.method, headers, body, duplex: 'half' };
  return method(new NextRequest(request.url, init), { params: Promise.resolve({ path }) });
}
