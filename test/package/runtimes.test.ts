import { join } from 'node:path';
import bunManifest from 'bun/package.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type DeliveryInit } from '../../src/sandbox/index.ts';
import { until } from '../support/until.ts';
import { fromNpm } from './runtimes/fromNpm.ts';
import { root, scratchProject } from './runtimes/scratchProject.ts';
import { NEXT, startNext } from './runtimes/startNext.ts';
import { type Running, startProgram } from './runtimes/startProgram.ts';
import { bundleWorker, type RunningWorker, startWorker } from './runtimes/startWorker.ts';

const ANSWER_MS = 10_000;
const DENO = '2.9.6';
const project = scratchProject();
/** Notifications by the order they tell of, as they went out: to be sent again, or spoilt. */
const sent = new Map<string, DeliveryInit>();
const sandbox = createSandbox({
  mode: 'instant',
  deliver: (url, init) => {
    sent.set(JSON.parse(init.body ?? '{}').OrderReference, init);
    return fetch(url, init);
  },
});
let shop: Record<string, string> = {};
beforeAll(async () => {
  shop = { gatewayUrl: (await sandbox.listen()).url, ...sandbox.credentials };
});
afterAll(async () => {
  await sandbox.close();
  project.remove();
});

async function call(url: string, body?: unknown, headers: Record<string, string> = {}) {
  const reply = await fetch(url, {
    signal: AbortSignal.timeout(ANSWER_MS),
    ...(body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
  });
  const text = await reply.text();
  return {
    status: reply.status,
    text,
    body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

/** Pays the order's page as a customer would, and has the gateway tell the shop. */
async function pay(orderReference: string) {
  const line = sandbox.transactions.list().find((one) => one.orderReference === orderReference);
  const step = await sandbox.page.choose(line?.token ?? '', {
    method: 'card',
    card: {
      holderName: 'Ada Byron',
      number: '4242424242424242',
      expMonth: '12',
      expYear: '2034',
      securityCode: '123',
    },
  });
  expect(step.kind).toBe('leave');
  await sandbox.settle();
}

function notificationOf(orderReference: string): { body: string; headers: Record<string, string> } {
  const { body, headers } = sent.get(orderReference) ?? {};
  if (!body || headers === undefined) throw new Error(`No notification for ${orderReference} was sent.`);
  return { body, headers };
}

function usesGateway(running: () => Running) {
  it('the gateway client creates a page, reads its state and verifies notifications, through fetch', async () => {
    const { url } = running();
    const orderReference = `client-${url.split(':').at(-1)}`;
    const created = await call(`${url}/gateway/create`, { orderReference });
    expect(created.body).toMatchObject({
      orderReference,
      amount: '10.00',
      redirectUrl: expect.stringContaining(shop.gatewayUrl ?? ''),
    });
    const { uniqueReference } = created.body;
    await pay(orderReference);
    const state = await call(`${url}/gateway/retrieve`, { uniqueReference });
    expect(state.body).toMatchObject({ orderReference, state: 'processed' });
    const seen = (await call(`${url}/seen`)).body as { notified: unknown[]; fetched: number };
    expect(seen.notified).toEqual([{ state: 'processed', orderReference, amount: '10.00' }]);
    expect(seen.fetched).toBe(2);
    const forged = await call(`${url}/gateway/notify`, notificationOf(orderReference).body, {
      signature: 'Zm9yZ2Vk',
    });
    expect(forged).toMatchObject({ status: 400, body: { code: 'signature_mismatch' } });
  });
}

function mountsHandler(running: () => Running) {
  it('the handler opens a session, takes its notification, fulfils the order once and tells its state', async () => {
    const { url } = running();
    const orderReference = `shop-${url.split(':').at(-1)}`;
    const opened = await call(`${url}/checkout/session`, { order: orderReference, reason: 'open' });
    expect(opened).toMatchObject({
      status: 201,
      body: { redirectUrl: expect.stringContaining(shop.gatewayUrl ?? '') },
    });
    const status = () => call(`${url}/checkout/session/${opened.body.sessionId}`);
    expect((await status()).body).toMatchObject({ status: 'open' });
    await pay(orderReference);
    await until(async () => (await status()).body.status === 'completed', ANSWER_MS);
    const seen = (await call(`${url}/seen`)).body;
    expect(seen.fulfilled).toEqual([{ orderReference, amount: '49.90' }]);
  });

  it('the handler takes a signed notification at its fixed address, and refuses a forged one', async () => {
    const { url } = running();
    const { body, headers } = notificationOf(`shop-${url.split(':').at(-1)}`);
    expect(await call(`${url}/checkout/notify`, body, headers)).toMatchObject({ status: 200, text: 'OK' });
    const forged = await call(`${url}/checkout/notify`, body, { ...headers, signature: 'Zm9yZ2Vk' });
    expect(forged).toMatchObject({ status: 401, body: { code: 'not_authorized' } });
  });

  it('the handler tells that it is well', async () => {
    const { status, body } = await call(`${running().url}/checkout/health`);
    expect([status, body]).toEqual([
      200,
      // Whether a proxy is trusted is the deployment's to know; here none is told.
      {
        status: 'ok',
        store: 'ok',
        gateway: 'ok',
        addresses: expect.stringMatching(/^(known|unknown)$/),
        test: true,
        publicUrl: expect.stringMatching(/\/checkout$/),
      },
    ]);
  });
}

function survivesCuts(running: () => Running) {
  it('F2 a page whose answer is lost is told as an unknown outcome at once, and made only once', async () => {
    const { url } = running();
    const orderReference = `cut-${url.split(':').at(-1)}`;
    sandbox.faults.add({
      do: 'reset',
      when: 'after',
      times: 1,
      match: { operation: 'createHpp', orderReference },
    });
    const created = await call(`${url}/gateway/create`, { orderReference });
    expect(created).toMatchObject({ status: 400, body: { error: 'OutcomeUnknownError' } });
    const made = sandbox.transactions.list().filter((one) => one.orderReference === orderReference);
    expect(made.length).toBe(1);
  });
}

/** Starts a runtime for the tests of one `describe`, and stops it after them. */
function during<R extends Running>(start: () => Promise<R>): () => R {
  let running: R | undefined;
  beforeAll(async () => {
    running = await start();
  }, 300_000);
  afterAll(() => running?.stop());
  return () => {
    if (running === undefined) throw new Error('It did not start.');
    return running;
  };
}

describe('Bun', () => {
  const bun = during(() =>
    startProgram(join(root, 'node_modules/.bin/bun'), ['bun.mjs'], project.folder, {
      SHOP: JSON.stringify(shop),
    }),
  );
  it('is the version that was asked for', () => expect(bun().version).toBe(bunManifest.version));
  usesGateway(bun);
  survivesCuts(bun);
  mountsHandler(bun);
});

describe('Deno, without remote modules', () => {
  const allowed = ['--no-remote', '--no-prompt', '--allow-net=127.0.0.1', '--allow-env'];
  const deno = during(() =>
    startProgram(
      join(fromNpm(`deno-${DENO}`, `deno@${DENO}`), 'node_modules/.bin/deno'),
      ['run', ...allowed, 'deno.mjs'],
      project.folder,
      { SHOP: JSON.stringify(shop) },
    ),
  );
  it('is the version that was asked for', () => expect(deno().version).toBe(DENO));
  usesGateway(deno);
  survivesCuts(deno);
  mountsHandler(deno);
});

for (const flags of [[], ['nodejs_compat']]) {
  describe(`Workers ${flags.join(' ')}`, () => {
    const worker = during<RunningWorker>(async () =>
      startWorker(await bundleWorker(project.folder), shop, flags),
    );
    usesGateway(worker);
    survivesCuts(worker);
    mountsHandler(worker);
    it('its Cron Trigger sweeps', async () => expect(await worker().scheduled()).toBe('ok'));
  });
}

describe('Next.js, built and served', () => {
  const next = during(() => startNext(shop));
  it('is the version that was asked for', () => expect(next().version).toBe(NEXT));
  mountsHandler(next);
});
