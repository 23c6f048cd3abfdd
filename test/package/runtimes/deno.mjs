import { createShop } from './shop.mjs';

let shop;
const server = Deno.serve({ hostname: '127.0.0.1', port: 0, onListen() {} }, (request) =>
  shop.fetch(request),
);
const url = `http://127.0.0.1:${server.addr.port}`;
shop = createShop({ ...JSON.parse(Deno.env.get('SHOP')), publicUrl: url });
console.log(JSON.stringify({ url, version: Deno.version.deno }));
