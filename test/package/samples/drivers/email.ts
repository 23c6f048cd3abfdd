import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { type Outbox, oweReceipt, sendOwedMails } from './mails.ts';
import { sendByProvider } from './provider.ts';

const received: string[] = [];
let isDown = true;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onMailFrom: (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
    done(isDown ? new Error('not now') : undefined),
  onData(stream: NodeJS.ReadableStream, _session: unknown, done: () => void) {
    let text = '';
    stream.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    stream.on('end', () => {
      received.push(text);
      done();
    });
  },
});
await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()));
const url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;

const rows = new Map<string, { key: string; to: string; text: string; sent: boolean }>();
const outbox: Outbox = {
  async addOnce(mail) {
    if (!rows.has(mail.key)) rows.set(mail.key, { ...mail, sent: false });
  },
  take: async () => [...rows.values()].find(({ sent }) => !sent) ?? null,
  async markSent(key) {
    const row = rows.get(key);
    if (row) row.sent = true;
  },
};

// onPayment is called twice for one order: one mail is owed.
const onPayment = oweReceipt(outbox, async () => 'ada@example.com');
const payment = { orderReference: 'A-1001', amount: '49.90', currency: 'EUR' } as Parameters<
  typeof onPayment
>[0];
for (const attempt of [1, 2])
  await onPayment(payment, { idempotencyKey: 'A-1001', attempt, signal: new AbortController().signal });

// The mail server is down: the mail stays. Then it is sent, once.
await assert.rejects(sendOwedMails(outbox, url));
assert.equal(received.length, 0);
isDown = false;
assert.equal(await sendOwedMails(outbox, url), 1);
assert.equal(await sendOwedMails(outbox, url), 0);
assert.equal(received.length, 1);
assert.match(received[0] ?? '', /Message-ID: <receipt%3AA-1001@shop\.example>/);
assert.match(received[0] ?? '', /49\.90 EUR for order A-1001/);

// The provider is given the key; an error of its leaves the mail in the outbox.
const keys: (string | undefined)[] = [];
const provider = createServer((request, response) => {
  keys.push(request.headers['idempotency-key'] as string | undefined);
  response.writeHead(keys.length === 1 ? 500 : 200).end('{}');
});
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
const realFetch = globalThis.fetch;
globalThis.fetch = (_url, init) =>
  realFetch(`http://127.0.0.1:${(provider.address() as AddressInfo).port}`, init);
const mail = { key: 'receipt:A-1001', to: 'ada@example.com', text: 'Thank you.' };
await assert.rejects(sendByProvider(mail, 'key'), /500/);
await sendByProvider(mail, 'key');
assert.deepEqual(keys, [mail.key, mail.key]);
smtp.close();
provider.close();
provider.closeAllConnections();
