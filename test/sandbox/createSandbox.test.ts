import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { defineProfile } from '../../src/protocol/gateway/defineProfile.ts';
import { createSandbox, type Sandbox, type SandboxEvent } from '../../src/sandbox/index.ts';
import { hppRequest, makeToken, openShop, type Shop, typed } from './shop.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const open = (...options: Parameters<typeof openShop>): Shop => {
  const shop = openShop(...options);
  closers.push(() => shop.close());
  return shop;
};
function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sandbox-'));
  closers.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
const sandboxOf = (...options: Parameters<typeof createSandbox>): Sandbox => {
  const sandbox = createSandbox(...options);
  closers.push(() => sandbox.close());
  return sandbox;
};

describe('a seeded sandbox', () => {
  it('makes the same ids in every run, others for another seed, random ones for none', async () => {
    const ids = async (seed: number | null) => {
      const shop = open(seed === null ? ({ seed: undefined } as object) : { seed });
      const { body } = await shop.create();
      return [body.token, await makeToken(shop)];
    };
    const first = await ids(1);
    expect(await ids(1)).toEqual(first);
    expect(await ids(2)).not.toEqual(first);
    expect(await ids(null)).not.toEqual(await ids(null));
  });
});

describe('a durable sandbox', () => {
  it('brings back ledger, vault, balances, clock, replays and ids after a restart', async () => {
    const dir = folder();
    const request = hppRequest({ OrderReference: 'Kept', Client: { ClientAccount: 'ada-1' } });
    const first = openShop({ dir });
    const created = await first.call('createHpp', request);
    await first.sandbox.page.choose(created.body.token, typed());
    first.sandbox.balances.set('EUR', '5.00');
    await first.sandbox.clock.advance('1h');
    const time = first.sandbox.clock.now();
    const [transactions, tokens] = [first.sandbox.transactions.list(), first.sandbox.tokens.list()];
    await first.close();

    const second = open({ dir });
    expect(second.sandbox.clock.now()).toBe(time);
    expect(second.sandbox.transactions.list()).toEqual(transactions);
    expect(second.sandbox.tokens.list()).toEqual(tokens);
    expect(second.sandbox.balances.get('EUR')).toBe('5.00');
    expect((await second.call('createHpp', request)).body).toEqual(created.body);
    const next = await second.create();
    expect(next.body.pspid).toBe(created.body.pspid + 1);
    expect(next.body.token).not.toBe(created.body.token);
  });

  it('delivers after a restart what was not acknowledged before, its number rising, and lets time do its work', async () => {
    const dir = folder();
    const first = openShop({ dir });
    first.replies.push(500);
    const { body } = await first.create({ TransactionType: 'AUTH' });
    await first.sandbox.page.choose(body.token, typed());
    const waiting = await first.create();
    await first.sandbox.settle();
    await first.close();

    const second = open({ dir });
    await second.sandbox.clock.advance('6s');
    expect(second.received.map(({ payload }) => payload.AttemptNumber)).toEqual([2]);
    await second.sandbox.clock.advance('2m');
    const status = (pspid: number) =>
      second.sandbox.transactions.list().find((line) => line.pspId === pspid)?.status;
    expect(status(waiting.body.pspid)).toBe('Expired');
    await second.sandbox.clock.advance('30d');
    expect(status(body.pspid)).toBe('Lapsed');
  });

  it('T12 writes no card number, no security code and no credential to its file', async () => {
    const dir = folder();
    const shop = openShop({ dir, pciLevel: 'saq-d' });
    for (const number of ['4242424242424242', '4000000000003220', '4000000000000002']) {
      const { body } = await shop.create({ Client: { ClientAccount: 'ada-1' } });
      await shop.sandbox.page.choose(body.token, typed(number, { securityCode: '739' }));
    }
    await makeToken(shop, { CardNumber: '5555555555554444' });
    await shop.sandbox.settle();
    const { clientSecret, signatureSecret } = shop.sandbox.credentials;
    await shop.close();
    const text = readdirSync(dir)
      .map((name) => readFileSync(join(dir, name), 'latin1'))
      .join('\n');
    expect(text).toContain('424242******4242');
    const secrets = ['4242424242424242', '4000000000003220', '4000000000000002', '5555555555554444'];
    for (const secret of [...secrets, '"739"', clientSecret, signatureSecret])
      expect(text).not.toContain(secret);
  });

  it('a step that fails leaves nothing behind', async () => {
    const dir = folder();
    let fail = false;
    const ids = {
      cardToken: () => {
        if (fail) throw new Error('no token');
        return 'fine';
      },
    };
    const shop = openShop({ dir, ids });
    const { body } = await shop.create();
    fail = true;
    await expect(shop.sandbox.page.choose(body.token, typed())).rejects.toThrow('no token');
    expect(shop.sandbox.transactions.list()[0]?.status).toBe('PENDING');
    expect(shop.sandbox.notifications.list()).toEqual([]);
    await shop.close();
    const again = open({ dir });
    expect(again.sandbox.transactions.list()[0]?.status).toBe('PENDING');
  });

  it('says what is wrong with a folder that cannot be used', () => {
    expect(() => createSandbox({ dir: '/dev/null/sandbox' })).toThrow(/ENOTDIR|not a directory/);
  });
});

describe('snapshot, restore and reset', () => {
  it('goes back to where the snapshot was taken', async () => {
    const shop = open();
    const { body } = await shop.create();
    const snapshot = shop.sandbox.snapshot();
    await shop.sandbox.page.choose(body.token, typed());
    await shop.sandbox.clock.advance('1h');
    shop.sandbox.restore(snapshot);
    expect(shop.sandbox.transactions.list()).toMatchObject([{ status: 'PENDING' }]);
    expect(shop.sandbox.page.open(body.token)).toMatchObject({
      kind: 'payable',
      payment: { expiresInMs: 120_000 },
    });
    await shop.sandbox.clock.advance('2m');
    expect(shop.sandbox.page.open(body.token).kind).toBe('expired');
  });

  it('reset during a delivery drops it', async () => {
    let acknowledge = (_reply: Response) => {};
    let asked = () => {};
    const underWay = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const shop = open({
      deliver: () =>
        new Promise((resolve) => {
          acknowledge = resolve;
          asked();
        }),
    });
    const { body } = await shop.create();
    await shop.sandbox.page.choose(body.token, typed());
    const settled = shop.sandbox.settle();
    await underWay;
    await shop.sandbox.reset();
    acknowledge(new Response('OK'));
    await settled;
    expect(shop.sandbox.notifications.list()).toEqual([]);
  });
});

describe('events', () => {
  it('tell of everything, with the references, and stop when asked to; a listener that throws harms nobody', async () => {
    const errors: unknown[] = [];
    const shop = open({ onError: (error) => errors.push(error) });
    const events: SandboxEvent[] = [];
    shop.sandbox.on(() => {
      throw new Error('listener');
    });
    const stop = shop.sandbox.on((event) => events.push(event));
    const { body } = await shop.create({ OrderReference: 'O', UniqueReference: 'U' });
    await shop.sandbox.page.choose(body.token, typed());
    await shop.sandbox.settle();
    stop();
    await shop.create();
    expect(events.map(({ type }) => type)).toEqual([
      'transaction.created',
      'request',
      'transaction.changed',
      'notification.scheduled',
      'notification.acknowledged',
    ]);
    expect(events.every((event) => event.orderReference === 'O' && event.uniqueReference === 'U')).toBe(true);
    expect(errors.length).toBeGreaterThan(0);
    expect(JSON.stringify(events)).not.toContain('4242424242424242');
  });
});

describe('over a socket', () => {
  it('S196 listens where it says, makes addresses there, and serves the page', async () => {
    const shop = open();
    const { url } = await shop.sandbox.listen();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const { body } = await shop.create();
    expect(body.redirectUrl).toBe(`${url}/hpp/${body.token}`);
    const page = await fetch(body.redirectUrl);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    await expect(shop.sandbox.listen()).rejects.toThrow(/already listens/);
  });

  it('says what to do about a busy port', async () => {
    const first = sandboxOf();
    const { port } = await first.listen();
    await expect(sandboxOf().listen({ port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use.`);
    await expect(sandboxOf().listen({ host: '203.0.113.1' })).rejects.toThrow(/no address "203\.0\.113\.1"/);
  });

  it('F1 F10 cuts and hangs real connections', async () => {
    const sandbox = sandboxOf();
    const { url } = await sandbox.listen();
    sandbox.faults.add({ do: 'reset', times: 1 });
    const path = `${url}/api/transactions/retrieve`;
    await expect(fetch(path)).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/) },
    });
    sandbox.faults.add({ do: 'hang', times: 1 });
    const waiting = new AbortController();
    const hangs = fetch(path, { signal: waiting.signal });
    // A request that is given up before it is there would leave the fault to the next one.
    await expect.poll(() => sandbox.faults.list()).toEqual([]);
    waiting.abort();
    await expect(hangs).rejects.toMatchObject({ name: 'AbortError' });
    expect((await fetch(path)).status).toBe(401);
  });

  it('closes with streams open', async () => {
    const sandbox = sandboxOf();
    const { url } = await sandbox.listen();
    const stream = await fetch(`${url}/_sandbox/events`);
    expect(stream.status).toBe(200);
    await sandbox.close();
    await expect(stream.text()).rejects.toThrow();
  });

  it('publicUrl stands in every address', async () => {
    const shop = open({ publicUrl: 'https://pay.example/base/' });
    const { body } = await shop.create();
    expect(body.redirectUrl).toBe(`https://pay.example/base/hpp/${body.token}`);
  });
});

describe('options', () => {
  it('refuses a scheme that signs late, unless no redirect address is signed', async () => {
    const sign = async () => 'late';
    expect(() => createSandbox({ profile: defineProfile({ signature: { sign } }) })).toThrow(
      /profile\.signature\.sign: expected a signature at once.*redirect\.signatureName to null/,
    );
    const profile = defineProfile({ signature: { sign }, redirect: { signatureName: null } });
    await createSandbox({ profile }).close();
  });

  it.each([
    [{ mode: 'quick' }, /mode: expected/],
    [{ seed: 1.5 }, /seed: expected/],
    [{ maxTries: Number.NaN }, /^maxTries: expected a whole number from 1, got NaN\.$/],
    [{ maxTries: 0 }, /^maxTries: expected/],
    [{ authorisationDays: '30' }, /^authorisationDays: expected a number above 0, got "30"\.$/],
    [{ authorisationDays: Number.POSITIVE_INFINITY }, /^authorisationDays: expected/],
    [{ methods: [] }, /^methods: expected a list of "card", "bank", "wallet", "voucher", got \[\]\.$/],
    [{ methods: ['cards'] }, /^methods: expected/],
    [{ publicUrl: 'nowhere' }, /^publicUrl: expected an http\(s\) address/],
    [{ faults: [{ do: 'explode' }] }, /fault\.do/],
  ])('refuses %j', (options, why) => {
    expect(() => createSandbox(options as never)).toThrow(why);
  });
});
