// The other side: customers and the gateway, so many at a time, bounded in count and time. A request counts once its answer is whole.
import http from 'node:http';
import { createGateway } from '../../dist/server.js';

const answers = { notify, sessions };
process.on('message', async ({ ask, ...what }) => process.send(await answers[ask](what)));
process.on('disconnect', () => process.exit());

/** Signed notifications of about 1 kB, all made before the clock starts; attempt by attempt through the sessions. */
async function notify({ port, credentials, targets, count, status, ...bounds }) {
  const { notifications } = createGateway({ baseUrl: 'https://gateway.example', ...credentials, test: true });
  const letters = [];
  for (let index = 0; index < count; index++) {
    const target = targets[index % targets.length];
    const { body, headers } = await notifications.sign({
      AttemptNumber: 1 + Math.floor(index / targets.length),
      SentDateTime: 1_900_000_000_000 + index,
      TransactionToken: target.transactionToken,
      OrderReference: target.orderReference,
      Status: status,
      AuthCode: '123456',
      CardInput: true,
      PspId: target.pspId,
      Currency: target.currency,
      Amount: target.amount,
      CardNumber: '424242******4242',
      CardExpiry: '12/2031',
      CardHolderName: 'Ada Lovelace',
      CardCountry: 'MLT',
      CardType: 'VISA',
      CardToken: '0f8fad5b-d9cb-469f-a165-70867728950e',
      Acquirer: 'BANK',
      Email: 'ada@example.com',
      UniqueReference: target.uniqueReference,
      Is3DS: false,
      UDF: { note: 'x'.repeat(400) },
    });
    letters.push({ path: `/checkout/notify/${target.id}/${target.secret}`, body, headers });
  }
  return load({ port, want: 200, letters, ...bounds });
}

async function sessions({ port, prefix, count, ...bounds }) {
  const letters = Array.from({ length: count }, (_, index) => ({
    path: '/checkout/session',
    body: JSON.stringify({ order: `${prefix}-${index}`, reason: 'open' }),
    headers: {
      'content-type': 'application/json',
      origin: 'https://shop.example',
      // A customer each, as the load balancer in front would say: the limit of sessions per address is the default one.
      'x-forwarded-for': `2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}::1`,
    },
  }));
  return load({ port, want: 201, letters, ...bounds });
}

async function load({ port, want, letters, parallel, ms }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: parallel });
  const took = [];
  let refused = 0;
  let next = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      while (next < letters.length && performance.now() - begun < ms) {
        const letter = letters[next++];
        const sent = performance.now();
        if ((await post(agent, port, letter)) === want) took.push(performance.now() - sent);
        else refused++;
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1_000;
  agent.destroy();
  took.sort((a, b) => a - b);
  const at = (share) => took[Math.floor(took.length * share)] ?? Number.NaN;
  return {
    answered: took.length,
    sent: next,
    refused,
    perSecond: took.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
  };
}

function post(agent, port, { path, body, headers }) {
  return new Promise((resolve) => {
    const length = { 'content-length': Buffer.byteLength(body) };
    http
      .request(
        { agent, port, host: '127.0.0.1', method: 'POST', path, headers: { ...headers, ...length } },
        (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode));
        },
      )
      .on('error', () => resolve(0))
      .end(body);
  });
}
