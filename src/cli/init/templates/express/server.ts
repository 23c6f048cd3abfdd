import { fileURLToPath } from 'node:url';
import express from 'express';
import { closeOnSignal, toNodeHandler } from 'hpp-checkout/server/node';
import { handler, store } from './checkout.js';
import { shopPage, thanksPage } from './pages.js';

const port = Number(process.env.PORT ?? 3000);
const app = express();

// Before express.json() and the like: notifications are signed over the bytes that arrive.
app.use('/checkout', toNodeHandler(handler));
// The browser's files of the package.
app.use(
  '/hpp-checkout',
  express.static(fileURLToPath(new URL('./', import.meta.resolve('hpp-checkout/hpp-checkout.js')))),
);

app.get('/', (_request, response) => {
  response.send(shopPage);
});
app.get('/thanks', (_request, response) => {
  response.send(thanksPage);
});

const server = app.listen(port, () => console.log(`Shop at http://localhost:${port}`));
// SIGTERM and Ctrl-C: no new requests, what runs is finished, then the process ends.
closeOnSignal(server, handler, { onClosed: () => store.close() });
