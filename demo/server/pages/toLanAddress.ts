import type { MiddlewareHandler } from 'hono';

/** Leads whoever opens `localhost` by habit to the one origin that the shop's server and the payment page know. */
export function toLanAddress(origin: string): MiddlewareHandler {
  const { host } = new URL(origin);
  return async (context, next) => {
    const { pathname, search } = new URL(context.req.url);
    if (context.req.header('host') === host || !['/', '/shop'].includes(pathname)) return await next();
    return context.redirect(`${origin}${pathname}${search}`);
  };
}
