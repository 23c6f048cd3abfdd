/*
 * The durable floor of POST /session, written by hand: read, price, INSERT, sign, one keep-alive call, UPDATE, answer. Each write is
 * on the disk before it goes on, by the same driver as the handler's store; nothing is checked, limited or told.
 */
import { createHmac, randomUUID } from 'node:crypto';
import http from 'node:http';
import { createRequire } from 'node:module';
import { usage } from './usage.mjs';

const { store: kind, gatewayUrl, credentials, path, config } = JSON.parse(process.argv[2]);
const { hostname, port } = new URL(gatewayUrl);
const agent = new http.Agent({ keepAlive: true });
const authorization = `Basic ${Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64')}`;

const TABLE = (
  key,
) => `CREATE TABLE floor (id ${key} PRIMARY KEY, order_reference ${key}, amount TEXT, currency TEXT,
  created_at BIGINT, redirect_url TEXT, token TEXT, psp_id TEXT, expires_at BIGINT)`;
const COLUMNS = 'id, order_reference, amount, currency, created_at';
const INSERT = `INSERT INTO floor (${COLUMNS}) VALUES (?, ?, ?, ?, ?)`;
const UPDATE = 'UPDATE floor SET redirect_url = ?, token = ?, psp_id = ?, expires_at = ? WHERE id = ?';

const sessions = await openTable();

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
  await sessions.insert(id, order, '10.00', 'EUR', Date.now());
  const { redirectUrl, token, pspid } = JSON.parse(await read(await create(payload)));
  await sessions.update(redirectUrl, token, String(pspid), Date.now() + 120_000, id);
  const body = JSON.stringify({ sessionId: id, redirectUrl });
  response
    .writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    .end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => process.send(usage()));
process.on('disconnect', () => process.exit());

async function openTable() {
  if (kind === 'SQLite') {
    const database = new (createRequire(import.meta.url)('libsql'))(path);
    database.prepare('PRAGMA journal_mode = WAL').all();
    database.exec(`PRAGMA synchronous = FULL; ${TABLE('TEXT')}`);
    const [insert, update] = [database.prepare(INSERT), database.prepare(UPDATE)];
    return { insert: (...row) => insert.run(...row), update: (...row) => update.run(...row) };
  }
  if (kind === 'MariaDB') {
    const { default: mysql } = await import('mysql2/promise');
    const pool = mysql.createPool({ ...config, connectionLimit: 10 });
    await pool.query(TABLE('VARCHAR(64)'));
    return { insert: (...row) => pool.query(INSERT, row), update: (...row) => pool.query(UPDATE, row) };
  }
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ ...config, max: 10, keepAlive: true });
  await pool.query(TABLE('TEXT'));
  const numbered = (sql) => {
    let position = 0;
    return sql.replace(/\?/g, () => `$${++position}`);
  };
  const [insert, update] = [numbered(INSERT), numbered(UPDATE)];
  return { insert: (...row) => pool.query(insert, row), update: (...row) => pool.query(update, row) };
}

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
