import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { cached, IMMUTABLE } from './setHeaders.ts';

const built = fileURLToPath(new URL('../../docs/.vitepress/dist', import.meta.url));

/** Serves what `npm run docs` has built, to be mounted at `/docs`. A page's address has no ending: `/docs/server`. */
export function serveDocs(root: string = built): Hono {
  const app = new Hono();
  const frontPage = join(root, 'index.html');
  app.use('*', async (context, next) => {
    await next();
    // Read anew each time: the docs may have been built again since.
    const html = existsSync(frontPage) ? readFileSync(frontPage, 'utf8') : '';
    context.header('content-security-policy', policyOf(html));
    context.header('x-content-type-options', 'nosniff');
    context.header('referrer-policy', 'strict-origin-when-cross-origin');
  });
  app.get('/', (context, next) =>
    // Relative links of the front page are written from its folder.
    context.req.path.endsWith('/') ? next() : context.redirect(`${context.req.path}/`, 301),
  );
  app.get(
    '*',
    cached((path) => (path.includes('/docs/assets/') ? IMMUTABLE : 'no-cache')),
    serveStatic({
      root,
      rewriteRequestPath: (path) => withEnding(path.replace(/^\/docs/, '')),
      onFound: (path, context) => {
        // For a person's browser, which would offer to save it.
        if (path.endsWith('.md')) context.header('content-type', 'text/plain; charset=utf-8');
      },
    }),
  );
  app.get('*', (context) => {
    const missing = join(root, '404.html');
    if (existsSync(missing)) return context.html(readFileSync(missing, 'utf8'), 404);
    context.header('refresh', '5');
    return context.text(
      'The docs are not built yet. "npm run docs" builds them, and "npm run demo" does so beside the shop.',
      404,
    );
  });
  return app;
}

/**
 * The pages load nothing but their own files. VitePress writes a few lines into each page, the same in all of them, which
 * choose light or dark before the first paint; the policy allows exactly these, by their hash.
 */
function policyOf(html: string): string {
  const hashes = [...html.matchAll(/<script(?: id="[\w-]+")?>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function withEnding(path: string): string {
  if (path.endsWith('/')) return `${path}index.html`;
  return extname(path) === '' ? `${path}.html` : path;
}
