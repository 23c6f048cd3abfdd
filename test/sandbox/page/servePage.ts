import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { HostedPageService } from '../../../src/sandbox/hostedPage/hostedPageService.ts';
import { pageRoutes } from '../../../src/sandbox/page/routes.ts';

/** The hosted page on a free port of loopback. `route` answers what is not under `/hpp` (a shop's pages, say). */
export async function servePage(hostedPage: HostedPageService, more: (app: Hono) => void = () => undefined) {
  const app = new Hono();
  app.route(
    '/',
    pageRoutes(hostedPage, {
      nonce: () => randomBytes(16).toString('base64'),
      bankBase: () => 'http://bank.localhost',
    }),
  );
  more(app);
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
