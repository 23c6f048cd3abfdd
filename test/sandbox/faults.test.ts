import { afterEach, describe, expect, it } from 'vitest';
import { BASE, directRequest, makeToken, openShop, type Shop, typed } from './shop.ts';

let shop: Shop;
const open = (...options: Parameters<typeof openShop>): Shop => {
  shop = openShop(...options);
  return shop;
};
afterEach(() => shop.close());

describe('faults', () => {
  it('F5 status: answers that instead, and nothing has happened', async () => {
    open();
    shop.sandbox.faults.add({
      do: 'status',
      status: 503,
      headers: { 'Retry-After': '7' },
      body: '<h1>Down</h1>',
    });
    const reply = await shop.create();
    expect([reply.status, reply.text, reply.headers.get('retry-after')]).toEqual([503, '<h1>Down</h1>', '7']);
    expect(shop.sandbox.transactions.list()).toEqual([]);
  });

  it('F5 rateLimit: 429 with Retry-After, in seconds or as a date', async () => {
    open();
    shop.sandbox.faults.add({ do: 'rateLimit', retryAfter: 3, times: 1 });
    shop.sandbox.faults.add({ do: 'rateLimit', retryAfter: 'Wed, 16 Jan 2030 12:00:00 GMT', times: 1 });
    const replies = [await shop.create(), await shop.create()];
    expect(replies.map(({ status }) => status)).toEqual([429, 429]);
    expect(replies.map(({ headers }) => headers.get('retry-after'))).toEqual([
      '3',
      'Wed, 16 Jan 2030 12:00:00 GMT',
    ]);
  });

  it('F4 malformed and empty: no JSON that could be read', async () => {
    open();
    shop.sandbox.faults.add({ do: 'malformed', times: 1 });
    expect(() => JSON.parse('{"isSuccess": tr')).toThrow();
    expect((await shop.create()).body).toBeNull();
    shop.sandbox.faults.add({ do: 'empty', times: 1 });
    expect((await shop.create()).text).toBe('');
  });

  it('F2 T11 reset after: the merchant sees a cut, the ledger has the transaction, once', async () => {
    open();
    const CardToken = await makeToken(shop);
    shop.sandbox.faults.add({ do: 'reset', when: 'after', match: { operation: 'execute' }, times: 1 });
    const PaymentDestination = { PaymentMethod: 'CardToken', CardToken };
    const request = directRequest({ TransactionType: 'ORIGINALCREDIT', PaymentDestination });
    await expect(shop.call('execute', request)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    expect(shop.sandbox.transactions.list()).toHaveLength(1);
    await shop.call('execute', request);
    expect(shop.sandbox.transactions.list()).toHaveLength(1);
    expect(shop.sandbox.balances.get('EUR')).toBe('9990.00');
  });

  it('strikes and logs one order, by whichever reference a status request names it', async () => {
    open();
    const { pspid } = (await shop.create({ OrderReference: 'A', UniqueReference: 'u-A' })).body;
    await shop.create({ OrderReference: 'B', UniqueReference: 'u-B' });
    shop.sandbox.faults.add({ do: 'status', status: 503, match: { orderReference: 'A' } });
    const ask = async (query: Record<string, string>) => (await shop.retrieve(query)).status;
    expect(await ask({ OrderReference: 'A' })).toBe(503);
    expect(await ask({ PspId: String(pspid) })).toBe(503);
    expect(await ask({ UniqueReference: 'u-A' })).toBe(503);
    expect(await ask({ UniqueReference: 'u-B' })).toBe(200);
    const asked = shop.sandbox.requests.list().filter(({ operation }) => operation === 'retrieve');
    expect(asked.map(({ orderReference }) => orderReference)).toEqual(['A', 'A', 'A', 'B']);
  });

  it('strikes the page of one order: the page, its cancel button, its approvals', async () => {
    open();
    const pageOf = async (OrderReference: string, UniqueReference: string) =>
      new URL((await shop.create({ OrderReference, UniqueReference })).body.redirectUrl as string).pathname;
    const [a, b] = [await pageOf('A', 'u-A'), await pageOf('B', 'u-B')];
    shop.sandbox.faults.add({ do: 'status', status: 502, match: { operation: 'page', orderReference: 'A' } });
    const status = async (path: string) => (await shop.sandbox.fetch(`${BASE}${path}`)).status;
    expect([await status(a), await status(b)]).toEqual([502, 200]);
    const token = a.split('/').at(-1) as string;
    const step = await shop.sandbox.page.choose(token, { method: 'wallet' });
    if (step.kind !== 'approve') throw new Error(step.kind);
    expect(await status(`/hpp/approval/${step.approval.id}`)).toBe(502);
  });

  it('F1 reset before: nothing has happened', async () => {
    open();
    shop.sandbox.faults.add({ do: 'reset' });
    await expect(shop.create()).rejects.toThrow('fetch failed');
    expect(shop.sandbox.transactions.list()).toEqual([]);
  });

  it('hang: no answer until the caller gives up', async () => {
    open();
    shop.sandbox.faults.add({ do: 'hang' });
    const abort = new AbortController();
    const { path } = shop.sandbox.profile.endpoints.retrieve;
    const call = shop.sandbox.fetch(`${BASE}${path}`, { signal: abort.signal });
    abort.abort(new Error('gave up'));
    await expect(call).rejects.toThrow('gave up');
  });

  it("F3 delay: answers late, by the sandbox's clock", async () => {
    open();
    shop.sandbox.faults.add({ do: 'delay', ms: 30_000, match: { operation: 'createHpp' } });
    let done = false;
    const call = shop.create().then((reply) => {
      done = true;
      return reply;
    });
    await shop.sandbox.clock.advance('29s');
    expect(done).toBe(false);
    while (shop.sandbox.requests.list().length === 0) await shop.sandbox.clock.advance('1s');
    expect((await call).status).toBe(200);
  });

  it('T2 F39 alter: authentic but wrong', async () => {
    open();
    const { body } = await shop.create();
    await shop.sandbox.page.choose(body.token, typed());
    shop.sandbox.faults.add({
      do: 'alter',
      fields: { Amount: '10.01' },
      match: { operation: 'retrieve' },
      times: 1,
    });
    shop.sandbox.faults.add({
      do: 'alter',
      fields: { Amount: '9.99' },
      match: { operation: 'notification' },
    });
    const PspId = String(body.pspid);
    expect((await shop.retrieve({ PspId })).body.Amount).toBe('10.01');
    expect((await shop.retrieve({ PspId })).body.Amount).toBe('10.00');
    await shop.sandbox.settle();
    expect(shop.received[0]).toMatchObject({ genuine: true, payload: { Amount: '9.99' } });
  });

  it('strikes by operation, order, nth and times', async () => {
    open();
    shop.sandbox.faults.add({ do: 'status', status: 500, match: { operation: 'createHpp', nth: 2 } });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await shop.create()).status);
    expect(statuses).toEqual([200, 500, 200]);
    shop.sandbox.faults.clear();
    shop.sandbox.faults.add({ do: 'status', status: 500, match: { orderReference: 'Bad' }, times: 1 });
    expect((await shop.create({ OrderReference: 'Good' })).status).toBe(200);
    expect((await shop.create({ OrderReference: 'Bad' })).status).toBe(500);
    expect((await shop.create({ OrderReference: 'Bad' })).status).toBe(200);
    expect(shop.sandbox.faults.list()).toEqual([]);
  });

  it('strikes by chance, the same for the same seed', async () => {
    const row = async (seed: number) => {
      open({ seed });
      shop.sandbox.faults.add({ do: 'status', status: 500, match: { probability: 0.5 } });
      const statuses = [];
      for (let i = 0; i < 20; i++) statuses.push((await shop.create()).status);
      await shop.close();
      return statuses;
    };
    const first = await row(1);
    expect(new Set(first)).toEqual(new Set([200, 500]));
    expect(await row(1)).toEqual(first);
    expect(await row(2)).not.toEqual(first);
    open();
  });

  it('F38 of a notification: not sent, recorded, retried', async () => {
    open();
    shop.sandbox.faults.add({ do: 'reset', match: { operation: 'notification' }, times: 1 });
    const { body } = await shop.create();
    await shop.sandbox.page.choose(body.token, typed());
    await shop.sandbox.settle();
    expect(shop.received).toEqual([]);
    await shop.sandbox.clock.advance('6s');
    expect(shop.received).toHaveLength(1);
  });

  it('of a notification: late, cut in half, empty', async () => {
    open();
    const match = { operation: 'notification' } as const;
    shop.sandbox.faults.add({ do: 'delay', ms: 10_000, match, times: 1 });
    const { body } = await shop.create();
    await shop.sandbox.page.choose(body.token, typed());
    await shop.sandbox.clock.advance('9s');
    expect(shop.received).toEqual([]);
    await shop.sandbox.clock.advance('1s');
    expect(shop.received).toHaveLength(1);
    await shop.close();
    const bodies: (string | null)[] = [];
    open({
      deliver: async (_url, init) => {
        bodies.push(init.body);
        return new Response('', { status: 400 });
      },
    });
    shop.sandbox.faults.add({ do: 'malformed', match, times: 1 });
    shop.sandbox.faults.add({ do: 'empty', match, times: 1 });
    const other = await shop.create();
    await shop.sandbox.page.choose(other.body.token, typed());
    await shop.sandbox.clock.advance('10s');
    expect(bodies).toEqual([expect.stringMatching(/^\{"AttemptNumber"/), '']);
    expect(() => JSON.parse(bodies[0] ?? '')).toThrow();
  });

  it.each([
    ['F9', { do: 'headers', headers: { 'X-Frame-Options': 'DENY' } }, 200],
    ['F12', { do: 'status', status: 500 }, 500],
    ['F11', { do: 'status', status: 204 }, 204],
    ['F4', { do: 'malformed' }, 200],
    ['F5', { do: 'rateLimit' }, 429],
  ] as const)('%s of the hosted page: %j', async (_fault, action, status) => {
    open();
    const { body } = await shop.create();
    shop.sandbox.faults.add({ ...action, match: { operation: 'page' }, times: 1 });
    const response = await shop.sandbox.fetch(body.redirectUrl);
    expect(response.status).toBe(status);
    if (action.do === 'headers') expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect((await shop.sandbox.fetch(body.redirectUrl)).headers.get('x-frame-options')).toBeNull();
  });

  it('F10 of the hosted page: the connection is cut', async () => {
    open();
    const { body } = await shop.create();
    shop.sandbox.faults.add({ do: 'reset', match: { operation: 'page' } });
    await expect(shop.sandbox.fetch(body.redirectUrl)).rejects.toThrow('fetch failed');
  });

  it.each([
    [{ do: 'explode' }, /fault\.do/],
    [{ do: 'status', status: 42 }, /fault\.status/],
    [{ do: 'delay' }, /fault\.ms/],
    [{ do: 'reset', match: { operation: 'refund' } }, /fault\.match\.operation/],
    [{ do: 'reset', match: { probability: 2 } }, /fault\.match\.probability/],
    [{ do: 'headers', headers: { a: 'x\r\ny: z' } }, /fault\.headers/],
    [{ do: 'reset', oops: 1 }, /fault\.oops/],
  ])('refuses %j and says why', (fault, why) => {
    open();
    expect(() => shop.sandbox.faults.add(fault as never)).toThrow(why);
  });
});
