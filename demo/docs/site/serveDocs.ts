import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

const built = fileURLToPath(new URL('../../.build/docs', import.meta.url));
/** The pages need nothing but their own files. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Serves what `npm run docs` has built, to be mounted at `/docs`. */
export function serveDocs(root: string = built): Hono {
  const app = new Hono();
  app.use('*', async (context, next) => {
    await next();
    context.header('content-security-policy', POLICY);
    context.header('x-content-type-options', 'nosniff');
  });
  app.get('*', async (context, next) => {
    const below = context.req.path.replace(/^\/docs/, '');
    // A page's own address ends in a slash, since its links are written from there.
    if (!below.endsWith('/') && existsSync(`${root}${below}/index.html`))
      return context.redirect(`${context.req.path}/`, 301);
    return await next();
  });
  app.get('*', serveStatic({ root, rewriteRequestPath: (path) => path.replace(/^\/docs/, '') }));
  app.get('*', (context) =>
    context.text(
      existsSync(root) ? 'There is no such page.' : 'The docs are not built yet: npm run docs.',
      404,
    ),
  );
  return app;
}
