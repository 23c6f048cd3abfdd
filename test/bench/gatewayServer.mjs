// The other side of the bench: answers every call alike, counts connections, remembers the last request, checks nothing.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

const [, , certificate] = process.argv;
let connections = 0;
let last;
const answer = JSON.stringify({
  pspid: 850907,
  token: '2ed7aa0a6fa04f3b8c3ab9fa4a4136ab',
  redirectUrl: 'https://gateway.example/page?token=2ed7aa0a6fa04f3b8c3ab9fa4a4136ab',
  status: 'PENDING',
  isSuccess: true,
  errorMessage: null,
  id: 'cs_test_1',
  object: 'checkout.session',
});

function respond(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    last = { method: request.method, url: request.url, headers: request.headers, chunks };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(answer);
  });
}

async function listen(server, counted) {
  server.keepAliveTimeout = 60_000;
  server.on(counted, () => connections++);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}

const http = `http://127.0.0.1:${await listen(createServer(respond), 'connection')}`;
const pem = readFileSync(certificate);
const tls = createTlsServer({ key: pem, cert: pem }, respond);
const https = `https://127.0.0.1:${await listen(tls, 'secureConnection')}`;

process.on('message', () => {
  process.send({ connections, last: last && { ...last, body: Buffer.concat(last.chunks).toString() } });
  connections = 0;
});
process.on('disconnect', () => process.exit());
process.send({ http, https });
