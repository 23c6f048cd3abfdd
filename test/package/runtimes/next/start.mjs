import { createServer } from 'node:http';
import next from 'next';
import manifest from 'next/package.json' with { type: 'json' };

const server = createServer();
server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  process.env.SHOP_URL = `http://127.0.0.1:${port}`;
  const app = next({ dev: false, dir: import.meta.dirname, hostname: '127.0.0.1', port });
  await app.prepare();
  server.on('request', app.getRequestHandler());
  console.log(JSON.stringify({ url: process.env.SHOP_URL, version: manifest.version }));
});
