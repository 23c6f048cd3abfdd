import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createSandbox, type DeliveryInit } from 'hpp-checkout/sandbox';
import { memoryStore, type OrderFacts, type Payment } from 'hpp-checkout/server';
import { loggingHandler } from './pino.ts';
import { telemetryOf } from './telemetry.ts';

// The shop runs in a process of its own, so that what pino writes to stdout can be read here.
if (process.argv[2] === 'shop') await shop();
else {
  const child = fork(new URL(import.meta.url), ['shop'], {
    execArgv: process.execArgv,
    env: { ...process.env, LOG_LEVEL: 'debug' },
    silent: true,
  });
  let stdout = '';
  let secrets: string[] = [];
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr?.pipe(process.stderr);
  child.on('message', (message: string[]) => {
    secrets = message;
  });
  const [code] = await once(child, 'close');
  assert.equal(code, 0);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const ofOrder = lines.filter(
    ({ orderReference, part }) => orderReference === 'A-1001' && part === 'checkout',
  );
  assert.ok(
    ofOrder.some(({ msg, correlationId }) => msg === 'checkout: completed' && correlationId === 'click-0001'),
  );
  assert.ok(lines.some(({ part }) => part === 'gateway'));
  assert.equal(secrets.length, 4);
  for (const secret of secrets) assert.ok(!stdout.includes(secret), `The log has ${secret}.`);
}

async function shop(): Promise<void> {
  const sandbox = createSandbox({
    deliver: (url: string, init: DeliveryInit) => handler.fetch(new Request(url, init)),
  });
  const { clientSecret, signatureSecret } = sandbox.credentials;
  const credentials = {
    baseUrl: 'http://sandbox.localhost',
    ...sandbox.credentials,
    test: true,
    transport: sandbox.fetch,
  };
  let token: string | null = null;
  const handler = loggingHandler(credentials, {
    onPaymentDetails: ({ cardToken }: Payment) => {
      token = cardToken;
    },
    store: memoryStore(),
    publicUrl: 'http://shop.localhost/checkout',
    authorize: 'anyone',
    resolveOrder: (): OrderFacts => ({ orderReference: 'A-1001', amount: '49.90', currency: 'EUR' }),
  });
  const reply = await handler.fetch(
    new Request('http://shop.localhost/checkout/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-correlation-id': 'click-0001' },
      body: JSON.stringify({ order: 'A-1001', reason: 'open' }),
    }),
  );
  const { redirectUrl } = (await reply.json()) as { redirectUrl: string };
  const number = '4242424242424242';
  await sandbox.page.choose(redirectUrl.split('/').at(-1) ?? '', {
    method: 'card',
    card: { holderName: 'Ada Byron', number, expMonth: '12', expYear: '2034', securityCode: '123' },
  });
  await sandbox.settle();
  await handler.close();
  assert.ok(token);
  assert.deepEqual(Object.keys(telemetryOf(credentials)), ['gateway', 'tracer', 'meter']);
  process.send?.([clientSecret, signatureSecret, number, token]);
  await sandbox.close();
  process.disconnect?.();
}
