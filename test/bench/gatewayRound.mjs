// One contender, one process: first answer from cold, CPU of calls one at a time and 64 at once, connections, verification.
const begun = process.hrtime.bigint();
const [, , contender, port, calls] = process.argv;
const SECRET = 'signing-secret-signing-secret';
const order = (n) => ({
  amount: '10.00',
  currency: 'EUR',
  orderReference: `Order-${n}`,
  redirectionUrl: 'https://shop.example/return',
  failRedirectionUrl: 'https://shop.example/failed',
  callBackUrl: 'https://shop.example/notify',
  client: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', country: 'MLT' },
});
const notification = {
  AttemptNumber: 1,
  SentDateTime: 1700000000000,
  TransactionToken: '2ed7aa0a6fa04f3b8c3ab9fa4a4136ab',
  OrderReference: 'Order-1',
  Status: 'Processed',
  AuthCode: '123456',
  CardInput: true,
  PspId: '850907',
  Currency: 'EUR',
  Amount: '10.00',
  CardNumber: '411111******1111',
  CardExpiry: '12/2030',
  CardHolderName: 'Ada Lovelace',
  CardCountry: 'MLT',
  CardType: 'VISA',
  CardToken: '0f8fad5b-d9cb-469f-a165-70867728950e',
  Acquirer: 'BANK',
  Email: 'ada@example.com',
  UniqueReference: '6b29fc40-ca47-1067-b31d-00dd010662da',
  ClientAccount: '',
  Is3DS: false,
  UDF: { note: 'x'.repeat(400) },
};

const contenders = { bare, ours, stripe };
const { call, verify } = await contenders[contender]();
await call(0);
const coldMs = Number(process.hrtime.bigint() - begun) / 1e6;

const many = Number(calls);
// Until the compiler has seen enough: the least code would win any shorter race.
for (let i = 0; i < 3000; i++) await call(i);
const cpuOneAtATime = await cpu(many, async () => {
  for (let i = 0; i < many; i++) await call(i);
});
const cpuAtOnce = await cpu(many, async () => {
  let next = 0;
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      while (next++ < many) await call(next);
    }),
  );
});

for (let i = 0; i < 3000; i++) await verify();
const cpuVerify = await cpu(20_000, async () => {
  for (let i = 0; i < 20_000; i++) await verify();
});

const fresh = await contenders[contender](true);
const http = await import('node:http');
const ask = (path) =>
  new Promise((resolve, reject) => {
    http
      .get({ port, host: '127.0.0.1', path, agent: false }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text));
      })
      .on('error', reject);
  });
await ask('/reset');
for (let i = 0; i < 300; i++) await fresh.call(i);
// The asking itself is one more.
const connections = Number(await ask('/connections')) - 1;

process.send({ cpuOneAtATime, cpuAtOnce, connections, coldMs, cpuVerify });
process.disconnect();
setTimeout(() => process.exit(0), 50);

async function cpu(count, run) {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

/** What a careful person writes by hand: the same wire, the same signature, no client. */
async function bare() {
  const http = process.getBuiltinModule('node:http');
  const { createHmac, timingSafeEqual, randomUUID } = process.getBuiltinModule('node:crypto');
  const agent = new http.Agent({ keepAlive: true });
  const canonical = (payload) => {
    const pairs = [];
    (function walk(value, path) {
      if (value !== null && typeof value === 'object') {
        for (const key of Object.keys(value)) walk(value[key], path ? `${path}.${key}` : key);
      } else pairs.push([path, value ?? '']);
    })(payload, '');
    pairs.sort((a, b) => (a[0] < b[0] ? -1 : 1));
    return pairs
      .map(([key, value]) => `${key}=${value}`)
      .join('&')
      .toLowerCase();
  };
  const sign = (payload) => createHmac('sha256', SECRET).update(canonical(payload)).digest('base64');
  const authorization = `Basic ${Buffer.from('shop:shop-secret').toString('base64')}`;
  const text = JSON.stringify(notification);
  const mac = Buffer.from(sign(notification));
  return {
    call: (n) =>
      new Promise((resolve, reject) => {
        const o = order(n);
        const payload = {
          TransactionType: 'PURC',
          Amount: o.amount,
          Currency: o.currency,
          IsTest: true,
          OrderReference: o.orderReference,
          UniqueReference: randomUUID(),
          RedirectionURL: o.redirectionUrl,
          FailRedirectionURL: o.failRedirectionUrl,
          CallBackURL: o.callBackUrl,
          Client: {
            Email: o.client.email,
            FirstName: o.client.firstName,
            LastName: o.client.lastName,
            Country: o.client.country,
          },
        };
        const body = JSON.stringify(payload);
        const request = http.request(
          {
            agent,
            port,
            host: '127.0.0.1',
            method: 'POST',
            path: '/api/hpptoken/create',
            headers: {
              Accept: 'application/json',
              'Content-Type': 'application/json',
              'Content-Length': Buffer.byteLength(body),
              Authorization: authorization,
              Signature: sign(payload),
            },
          },
          (response) => {
            const chunks = [];
            response.on('data', (chunk) => chunks.push(chunk));
            response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
          },
        );
        request.on('error', reject);
        request.end(body);
      }),
    // Compare and parse, and HMAC over what this scheme signs, which has to be put together first.
    verify: async () => {
      const json = JSON.parse(text);
      if (!timingSafeEqual(mac, Buffer.from(sign(json)))) throw new Error('bad');
      return json;
    },
  };
}

async function ours() {
  const { createGateway } = await import('../../dist/server.js');
  const gateway = createGateway({
    baseUrl: `http://127.0.0.1:${port}`,
    clientId: 'shop',
    clientSecret: 'shop-secret',
    signatureSecret: SECRET,
    test: true,
  });
  const { body, headers } = await gateway.notifications.sign(notification);
  return {
    call: (n) => gateway.hpp.create(order(n)),
    verify: () => gateway.notifications.verify({ body, headers }),
  };
}

async function stripe() {
  const { default: Stripe } = await import('stripe');
  const client = new Stripe('sk_test_x', {
    host: '127.0.0.1',
    port: Number(port),
    protocol: 'http',
    telemetry: false,
  });
  const payload = JSON.stringify(notification);
  const header = client.webhooks.generateTestHeaderString({ payload, secret: SECRET });
  return {
    call: (n) => {
      const o = order(n);
      return client.checkout.sessions.create({
        mode: 'payment',
        success_url: o.redirectionUrl,
        cancel_url: o.failRedirectionUrl,
        client_reference_id: o.orderReference,
        customer_email: o.client.email,
        metadata: { first: o.client.firstName, last: o.client.lastName, country: o.client.country },
        line_items: [
          { quantity: 1, price_data: { currency: 'eur', unit_amount: 1000, product_data: { name: 'x' } } },
        ],
      });
    },
    verify: async () => client.webhooks.constructEvent(payload, header, SECRET),
  };
}
