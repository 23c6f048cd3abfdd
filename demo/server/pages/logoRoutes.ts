import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createLogos, MAX_LOGO_BYTES } from './logos.ts';

/** `POST /logo` takes a file from the shop's own pages, `GET /logo/:id` shows it, as a picture and nothing else. */
export function logoRoutes(shopOrigin: string): Hono {
  const logos = createLogos();
  const app = new Hono();
  app.post(
    '/',
    async (context, next) =>
      context.req.header('origin') === shopOrigin
        ? await next()
        : context.json({ error: 'Not from here.' }, 403),
    bodyLimit({
      maxSize: MAX_LOGO_BYTES,
      onError: (context) =>
        context.json({ error: `The file is larger than ${MAX_LOGO_BYTES / 1024} kB.` }, 413),
    }),
    async (context) => {
      const id = logos.add(new Uint8Array(await context.req.arrayBuffer()));
      return id === null
        ? context.json({ error: 'That is no PNG, JPEG, WebP or SVG.' }, 415)
        : context.json({ id }, 201);
    },
  );
  app.get('/:id', (context) => {
    const logo = logos.get(context.req.param('id'));
    if (logo === undefined) return context.text('There is no such logo.', 404);
    context.header('content-type', logo.type);
    context.header('x-content-type-options', 'nosniff');
    // Opened by itself, an SVG is a document: one without script, forms or an origin.
    context.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    context.header('cache-control', 'public, max-age=31536000, immutable');
    // The return page of the shop's server, on another origin, may show it too.
    context.header('cross-origin-resource-policy', 'cross-origin');
    return context.body(logo.bytes);
  });
  return app;
}
