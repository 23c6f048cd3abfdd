import { createShop } from './shop.mjs';

// A Worker learns its secrets with the first request, and may not start timers before: its Cron Trigger sweeps.
let shop;
const shopOf = (env) => {
  shop ??= createShop(env, { sweepEveryMs: false });
  return shop;
};

// biome-ignore lint/style/noDefaultExport: a Worker is its module's default export.
export default {
  fetch: (request, env, context) =>
    shopOf(env).fetch(request, {
      clientAddress: request.headers.get('cf-connecting-ip') ?? undefined,
      waitUntil: (task) => context.waitUntil(task),
    }),
  scheduled: (_event, env, context) => context.waitUntil(shopOf(env).handler.sweep()),
};
