import { afterEach, describe, expect, it } from 'vitest';
import { BASE, openShop, type Shop, typed } from './shop.ts';

let shop: Shop;
const open = (...options: Parameters<typeof openShop>): Shop => {
  shop = openShop(...options);
  return shop;
};
afterEach(() => shop.close());

const send = (path: string, init: RequestInit = {}, base = BASE) =>
  shop.sandbox.fetch(`${base}/_sandbox${path}`, init);
const post = (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  send(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const json = async (response: Promise<Response>) => (await response).json();

async function* texts(response: Response): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
    yield decoder.decode(chunk);
  return undefined;
}

async function paid(over: Record<string, unknown> = {}) {
  const { body } = await shop.create(over);
  await shop.sandbox.page.choose(body.token, typed());
  return String(body.pspid);
}

describe('the controls over HTTP', () => {
  it('show requests, transactions, notifications, tokens, faults, clock and all of it', async () => {
    open();
    const pspId = await paid({ OrderReference: 'Order-C' });
    await shop.sandbox.settle();
    expect(await json(send('/requests'))).toMatchObject({
      requests: [{ operation: 'createHpp', status: 200, orderReference: 'Order-C' }],
    });
    expect(await json(send('/transactions'))).toMatchObject({
      transactions: [{ pspId: Number(pspId), status: 'Processed', orderReference: 'Order-C' }],
    });
    expect(await json(send('/notifications'))).toMatchObject({
      paused: false,
      notifications: [{ state: 'acknowledged', attempts: [{ number: 1, status: 200 }] }],
    });
    expect(await json(send('/tokens'))).toMatchObject({ tokens: [{ maskedNumber: '424242******4242' }] });
    expect(await json(send('/clock'))).toEqual({ now: Date.parse('2030-01-15T12:00:00Z'), frozen: true });
    expect(await json(send('/faults'))).toEqual({ faults: [] });
    expect(Object.keys(await json(send('/snapshot')))).toEqual(
      'clock transactions tokens notifications faults balances'.split(' '),
    );
  });

  it('T12 show no card number, no security code, no whole card token, no credential', async () => {
    open();
    await paid({ UDF: { note: 'card 4111 1111 1111 1111' } });
    await shop.sandbox.settle();
    const token = shop.received[0]?.payload.CardToken ?? '';
    const { clientSecret, signatureSecret } = shop.sandbox.credentials;
    for (const path of ['/requests', '/transactions', '/notifications', '/tokens', '/snapshot']) {
      const text = await (await send(path)).text();
      for (const secret of [
        token,
        '4242424242424242',
        '4111 1111 1111 1111',
        clientSecret,
        signatureSecret,
      ]) {
        expect(text).not.toContain(secret);
      }
    }
  });

  it('move the clock', async () => {
    open();
    const start = shop.sandbox.clock.now();
    expect(await json(post('/clock', { advance: '2m' }))).toEqual({ now: start + 120_000, frozen: true });
    expect(await json(post('/clock', { set: '2031-01-01T00:00:00Z' }))).toMatchObject({
      now: Date.UTC(2031, 0, 1),
    });
    expect(await json(post('/clock', { freeze: true }))).toMatchObject({ frozen: true });
    for (const wrong of [
      {},
      { advance: 'soon' },
      { advance: -1 },
      { jump: 1 },
      { advance: 1, set: 2 },
      { set: 'x' },
      { advance: 1e300 },
      { advance: '9999999999999d' },
      { advance: '9'.repeat(400) },
      { set: 8.64e15 },
      { set: '+275760-09-13T00:00:00Z' },
      { set: '-000001-01-01T00:00:00Z' },
    ]) {
      const reply = await post('/clock', wrong);
      expect(reply.status).toBe(400);
      expect((await reply.json()).error).toMatch(/clock|duration|expected a time/);
      expect(shop.sandbox.clock.now()).toBe(Date.parse('2031-01-01T00:00:00Z'));
    }
  });

  it('add, list, remove and clear faults', async () => {
    open();
    const { fault } = await json(post('/faults', { do: 'status', status: 500, times: 2 }));
    expect(fault).toMatchObject({ id: expect.any(String), do: 'status', hits: 0 });
    expect((await shop.create()).status).toBe(500);
    expect(await json(send('/faults'))).toMatchObject({ faults: [{ hits: 1 }] });
    expect(await json(post('/faults', { remove: fault.id }))).toEqual({ faults: [] });
    expect((await post('/faults', { remove: fault.id })).status).toBe(404);
    await post('/faults', { do: 'empty' });
    expect(await json(post('/faults', { clear: true }))).toEqual({ faults: [] });
    expect((await post('/faults', { do: 'explode' })).status).toBe(400);
  });

  it('trigger an end of a known transaction, and of a new one', async () => {
    open();
    await shop.create({ OrderReference: 'Order-T' });
    const reply = await post('/trigger', { event: 'declined', orderReference: 'Order-T' });
    expect(await reply.json()).toMatchObject({
      transaction: { status: 'Declined', orderReference: 'Order-T' },
    });
    await post('/trigger', { event: 'processed', callBackUrl: 'http://localhost:1/n', amount: '7.00' });
    await shop.sandbox.settle();
    expect(shop.received.map(({ payload }) => [payload.Status, payload.Amount])).toEqual([
      ['Declined', '10.00'],
      ['Processed', '7.00'],
    ]);
    expect(shop.received[1]?.payload).toMatchObject({
      CardNumber: '424242******4242',
      CardToken: expect.any(String),
    });
  });

  it('F37 trigger a payment after a failure, and refuse what the machine has no step for', async () => {
    open();
    const { body } = await shop.create({ OrderReference: 'Late' });
    await shop.sandbox.page.cancel(body.token);
    expect(await json(post('/trigger', { event: 'processed', orderReference: 'Late' }))).toMatchObject({
      transaction: { status: 'Processed' },
    });
    const back = await post('/trigger', { event: 'cancelled', orderReference: 'Late' });
    expect(back.status).toBe(409);
    expect((await back.json()).error).toMatch(/processed and cannot become cancelled/);
    expect((await post('/trigger', { event: 'declined', pspId: '1' })).status).toBe(400);
    expect((await post('/trigger', { event: 'vanish' })).status).toBe(400);
  });

  it('pause, resume, resend and settle', async () => {
    open();
    expect(await json(post('/pause'))).toEqual({ paused: true });
    await paid();
    await post('/settle');
    expect(shop.received).toHaveLength(0);
    await post('/resume');
    await post('/settle');
    expect(shop.received).toHaveLength(1);
    const { notifications } = await json(send('/notifications'));
    const reply = await post(`/notifications/${notifications[0].id}/resend`);
    expect(await reply.json()).toMatchObject({ notification: { attempts: [{ number: 1 }, { number: 2 }] } });
    expect((await post('/notifications/nothing/resend')).status).toBe(404);
  });

  it('reset everything, seeded ids too', async () => {
    open();
    const before = await shop.create();
    await shop.sandbox.clock.advance('1d');
    shop.sandbox.faults.add({ do: 'hang', match: { operation: 'execute' } });
    await post('/reset');
    expect(await json(send('/snapshot'))).toMatchObject({
      transactions: [],
      tokens: [],
      notifications: [],
      faults: [],
    });
    expect(shop.sandbox.clock.now()).toBe(Date.parse('2030-01-15T12:00:00Z'));
    const after = await shop.create();
    expect(after.body).toEqual(before.body);
  });

  it('stream events, each with the references that join timelines, after what was missed', async () => {
    open();
    await shop.create({ OrderReference: 'Order-E', UniqueReference: 'unique-e' });
    const response = await send('/events');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = texts(response);
    let text = '';
    const until = async (part: string) => {
      while (!text.includes(part)) {
        const { value, done } = await reader.next();
        if (done) throw new Error(text);
        text += value;
      }
    };
    await until('"type":"request"');
    shop.sandbox.trigger({ event: 'processed', orderReference: 'Order-E' });
    await until('notification.scheduled');
    await shop.sandbox.settle();
    await until('notification.acknowledged');
    await reader.return(undefined);
    const events = text
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)));
    expect(events.map(({ type }) => type)).toEqual([
      'transaction.created',
      'request',
      'transaction.changed',
      'notification.scheduled',
      'notification.acknowledged',
    ]);
    for (const event of events) {
      expect(event).toMatchObject({
        orderReference: 'Order-E',
        uniqueReference: 'unique-e',
        at: expect.any(Number),
      });
    }
    const again = await send('/events', { headers: { 'Last-Event-ID': '4' } });
    const rest = texts(again);
    let missed = '';
    while (!missed.includes('data: ')) missed += (await rest.next()).value;
    await rest.return(undefined);
    expect(missed).toContain('id: 5\n');
    expect(missed).not.toContain('id: 4\n');
  });
});

describe('T35 the controls against other pages and machines', () => {
  const state = () =>
    JSON.stringify([shop.sandbox.faults.list(), shop.sandbox.clock.now(), shop.sandbox.transactions.list()]);

  it.each([
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['a request without preflight', { 'Content-Type': 'text/plain' }],
    ['a beacon', { 'Content-Type': 'text/plain;charset=UTF-8', 'Sec-Fetch-Mode': 'no-cors' }],
    ['no content type', { 'Content-Type': '' }],
    ['another origin', { 'Content-Type': 'application/json', Origin: 'http://evil.localhost' }],
    ['another port', { 'Content-Type': 'application/json', Origin: 'http://sandbox.localhost:81' }],
    ['no origin to speak of', { 'Content-Type': 'application/json', Origin: 'null' }],
    ['another site', { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling site', { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-site' }],
  ])('refuses %s', async (_who, headers) => {
    open();
    await shop.create();
    const before = state();
    for (const path of ['/reset', '/clock', '/faults', '/trigger', '/pause']) {
      const reply = await post(path, '{"do":"hang","advance":1}', headers as Record<string, string>);
      expect([403, 415]).toContain(reply.status);
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(state()).toBe(before);
  });

  it.each([
    'http://evil.example',
    'http://evil.example:4010',
    'http://127.0.0.1.evil.example',
    'http://192.168.1.7',
  ])('refuses the rebound name %s, to read and to write', async (base) => {
    open();
    expect((await send('/transactions', {}, base)).status).toBe(403);
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
    expect((await send('/reset', init, base)).status).toBe(403);
  });

  it.each([
    'http://127.0.0.1:4010',
    'http://localhost:4010',
    'http://[::1]:4010',
    'http://sandbox.localhost',
  ])('answers to %s', async (base) => {
    open();
    expect((await send('/transactions', {}, base)).status).toBe(200);
  });

  it('refuses a preflight', async () => {
    open();
    const headers = { Origin: 'http://evil.localhost', 'Access-Control-Request-Method': 'POST' };
    const reply = await send('/reset', { method: 'OPTIONS', headers });
    expect(reply.status).toBe(403);
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('lets its own page in', async () => {
    open();
    const reply = await post('/pause', {}, { Origin: BASE, 'Sec-Fetch-Site': 'same-origin' });
    expect(reply.status).toBe(200);
  });

  it('with a token, asks for it wherever the caller is', async () => {
    open({ control: { token: 'let-me-in' } });
    expect((await send('/transactions')).status).toBe(401);
    expect((await send('/transactions', { headers: { Authorization: 'Bearer wrong' } })).status).toBe(401);
    const Authorization = 'Bearer let-me-in';
    expect(
      (await send('/transactions', { headers: { Authorization } }, 'http://sandbox.example')).status,
    ).toBe(200);
    expect((await post('/pause')).status).toBe(401);
    expect((await post('/pause', {}, { Authorization })).status).toBe(200);
    const stream = await send('/events?token=let-me-in');
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
  });

  it('without a token, is off where other machines reach it', async () => {
    open();
    const { port } = await shop.sandbox.listen({ host: '0.0.0.0' });
    const reply = await fetch(`http://127.0.0.1:${port}/_sandbox/transactions`);
    expect(reply.status).toBe(403);
    expect((await reply.json()).error).toMatch(/no control token/);
  });

  it('can be left out', async () => {
    open({ control: false });
    expect((await send('/transactions')).status).toBe(404);
  });
});

describe('T53 the inspector page', () => {
  it("is served at the controls' root, under a policy that names its two inline texts and nothing else", async () => {
    open({ control: { token: 'let-me-in' } });
    const reply = await send('');
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('is not served to a rebound name', async () => {
    open();
    expect((await send('', {}, 'http://evil.example')).status).toBe(403);
  });
});
