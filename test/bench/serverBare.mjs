// What a careful person writes by hand for POST /session: read, price, sign, one keep-alive call, answer. No store, no checks.
import { createHmac, randomUUID } from 'node:crypto';
import http from 'node:http';
import { usage } from './usage.mjs';

const { gatewayUrl, credentials } = JSON.parse(process.argv[2]);
const { hostname, port } = new URL(gatewayUrl);
const agent = new http.Agent({ keepAlive: true });
const authorization = `Basic ${Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64')}`;

const server = http.createServer(async (request, response) => {
  const { order } = JSON.parse(await read(request));
  const id = randomUUID();
  const payload = {
    TransactionType: 'PURC',
    Amount: '10.00',
    Currency: 'EUR',
    IsTest: true,
    OrderReference: order,
    UniqueReference: id,
    RedirectionURL: `https://shop.example/checkout/return/${id}/success`,
    FailRedirectionURL: `https://shop.example/checkout/return/${id}/failure`,
    CallBackURL: `https://shop.example/checkout/notify/${id}`,
  };
  const { redirectUrl } = JSON.parse(await read(await create(payload)));
  const body = JSON.stringify({ sessionId: id, redirectUrl });
  response
    .writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    .end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => process.send(usage()));
process.on('disconnect', () => process.exit());

function create(payload) {
  const text = JSON.stringify(payload);
  const headers = {
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    Authorization: authorization,
    Signature: sign(payload),
  };
  return new Promise((resolve, reject) => {
    http
      .request({ agent, hostname, port, method: 'POST', path: '/api/hpptoken/create', headers }, resolve)
      .on('error', reject)
      .end(text);
  });
}

function sign(payload) {
  const line = Object.entries(payload)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join('&')
    .toLowerCase();
  return createHmac('sha256', credentials.signatureSecret).update(line).digest('base64');
}

function read(stream) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    stream.on('data', (chunk) => chunks.push(chunk));
    stream.on('end', () => resolve(Buffer.concat(chunks).toString()));
    stream.on('error', reject);
  });
}
