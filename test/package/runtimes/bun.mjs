import { createShop } from './shop.mjs';

let shop;
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => shop.fetch(request) });
const url = `http://127.0.0.1:${server.port}`;
shop = createShop({ ...JSON.parse(process.env.SHOP), publicUrl: url });
console.log(JSON.stringify({ url, version: Bun.version }));
