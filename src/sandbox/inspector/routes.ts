import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { script } from './client.tsx?script';
import { inspectorHtml } from './html.ts';
import { styles } from './styles/styles.ts';

/**
 * The page at the root of where it is mounted, `GET /_sandbox`, behind the guard of the controls: it shows what the sandbox does while it does it. It holds no data of its own: everything comes from the
 * controls (`../control`), which decide who may ask. The page is the same for everybody, so its policy names its two inline texts by
 * their hashes (T53).
 */
export function inspectorRoutes(): Hono {
  const routes = new Hono();
  const html = inspectorHtml(styles, script);
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(styles)}`,
      "connect-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join('; '),
  };
  routes.get('/', (c) => c.body(html, 200, headers));
  // The same with a slash at its end, which the router takes for an empty segment.
  routes.get('/:empty{.{0}}', (c) => c.body(html, 200, headers));
  return routes;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
