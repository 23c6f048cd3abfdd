import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import { closeOnSignal, toNodeHandler } from 'hpp-checkout/server/node';
import { handler, store } from './checkout.js';
import { shopPage, thanksPage } from './pages.js';

const port = Number(process.env.PORT ?? 3000);
const app = fastify();
const checkout = toNodeHandler(handler);

// Without Fastify's parsers, in a scope of its own: notifications are signed over the bytes that arrive.
app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.all('/checkout/*', (request, reply) => {
    reply.hijack();
    checkout(request.raw, reply.raw);
  });
});
// The browser's files of the package.
app.register(fastifyStatic, {
  root: fileURLToPath(new URL('./', import.meta.resolve('hpp-checkout/hpp-checkout.js'))),
  prefix: '/hpp-checkout/',
});

app.get('/', (_request, reply) => reply.type('text/html').send(shopPage));
app.get('/thanks', (_request, reply) => reply.type('text/html').send(thanksPage));

// SIGTERM and Ctrl-C: no new requests, what runs is finished, then the process ends.
closeOnSignal(app, handler, { onClosed: () => store.close() });
await app.listen({ port });
console.log(`Shop at http://localhost:${port}`);
