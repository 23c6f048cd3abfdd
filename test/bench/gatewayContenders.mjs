// The three that are compared: `call(n)` opens a page to pay on, `verify()` checks and reads a notification of 1 kB.

const SECRET = 'signing-secret-signing-secret';
const CLIENT_ID = 'shop';
const CLIENT_SECRET = 'shop-secret';

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

/** Makes a contender that talks to `origin`. What it needs is loaded in here, so that a cold start shows it. */
export const contenders = { bare, ours, stripe };

/**
 * The floor of a call: what a careful person writes by hand. The same body, the same signature (the text put together,
 * HMAC, base64), the same headers, one kept connection, the answer parsed; no checks, no time limit, no errors.
 * The floor of a verification: HMAC over the bytes, compared in constant time, and the JSON parsed.
 */
async function bare(origin) {
  const url = new URL(origin);
  const http = process.getBuiltinModule(`node:${url.protocol.slice(0, -1)}`);
  const { createHmac, timingSafeEqual, randomUUID } = process.getBuiltinModule('node:crypto');
  const agent = new http.Agent({ keepAlive: true });
  const authorization = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`;
  const hmac = (text) => createHmac('sha256', SECRET).update(text).digest();
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
  const text = JSON.stringify(notification);
  const headers = { signature: hmac(text).toString('base64') };

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
            port: url.port,
            host: url.hostname,
            method: 'POST',
            path: '/api/hpptoken/create',
            headers: {
              'User-Agent': 'bare',
              Accept: 'application/json',
              Authorization: authorization,
              'Content-Type': 'application/json',
              'Content-Length': Buffer.byteLength(body),
              Signature: hmac(canonical(payload)).toString('base64'),
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
    verify: async () => {
      const given = Buffer.from(headers.signature, 'base64');
      if (!timingSafeEqual(hmac(text), given)) throw new Error('The signature does not match.');
      return JSON.parse(text);
    },
  };
}

async function ours(origin) {
  const { createGateway, defineProfile, signatures } = await import('../../dist/server.js');
  const options = {
    baseUrl: origin,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    signatureSecret: SECRET,
    test: true,
  };
  const gateway = createGateway(options);
  return {
    call: (n) => gateway.hpp.create(order(n)),
    verify: await verifier(gateway),
    /** The same with a scheme that signs the bytes, as the floor and the peers do. */
    verifyBytes: async () =>
      verifier(
        createGateway({
          ...options,
          profile: defineProfile({ signature: { sign: signatures.rawBodyHmac() } }),
        }),
      ),
  };

  async function verifier({ notifications }) {
    const signed = await notifications.sign(notification);
    return () => notifications.verify(signed);
  }
}

async function stripe(origin) {
  const { default: Stripe } = await import('stripe');
  const { hostname, port, protocol } = new URL(origin);
  const client = new Stripe('sk_test_x', {
    host: hostname,
    port: Number(port),
    protocol: protocol.slice(0, -1),
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
