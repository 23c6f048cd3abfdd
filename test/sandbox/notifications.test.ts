import { afterEach, describe, expect, it } from 'vitest';
import { defaultProfile } from '../../src/protocol/gateway/defaultProfile.ts';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import { credentials, directRequest, openShop, type Shop, typed } from './shop.ts';

let shop: Shop;
const open = (...options: Parameters<typeof openShop>): Shop => {
  shop = openShop(...options);
  return shop;
};
afterEach(() => shop.close());

async function paid(
  over: Record<string, unknown> = {},
  choice = typed(),
): Promise<{ pspid: number; token: string }> {
  const { body } = await shop.create(over);
  await shop.sandbox.page.choose(body.token, choice);
  return body;
}

const lowerCamel = (payload: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value]),
  );

const START = Date.parse('2030-01-15T12:00:00Z');

describe('a notification', () => {
  it('S17 S139 S163–S183 carries every field of the interface document, of its type', async () => {
    open();
    const { pspid, token } = await paid({
      OrderReference: 'Order-N',
      UniqueReference: 'unique-n',
      Amount: '49.9',
      CallBackURL: 'http://localhost:1/notify/n',
      Client: { Email: 'ada@example.com', ClientAccount: 'ada-1' },
    });
    await shop.sandbox.settle();
    expect(shop.received).toHaveLength(1);
    const { url, payload, genuine, headers } = shop.received[0] as (typeof shop.received)[0];
    expect(url).toBe('http://localhost:1/notify/n');
    expect(genuine).toBe(true);
    expect(headers['Content-Type']).toBe('application/json');
    expect(payload).toEqual({
      AttemptNumber: 1,
      SentDateTime: START,
      TransactionToken: token,
      OrderReference: 'Order-N',
      Status: 'Processed',
      AuthCode: expect.stringMatching(/^\d{6}$/),
      CardInput: true,
      PspId: String(pspid),
      Currency: 'EUR',
      Amount: '49.90',
      CardNumber: '424242******4242',
      CardExpiry: '12/2031',
      CardHolderName: 'Ada Lovelace',
      CardCountry: 'USA',
      CardType: 'VISA',
      CardToken: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Acquirer: 'SANDBOX_BANK',
      Email: 'ada@example.com',
      UniqueReference: 'unique-n',
      ClientAccount: 'ada-1',
      Is3DS: false,
    });
    const names: (keyof typeof payload)[] = Object.keys(payload) as (keyof typeof payload)[];
    expect(names).toHaveLength(21);
  });

  it.each([
    'AttemptNumber',
    'SentDateTime',
    'TransactionToken',
    'AuthCode',
    'CardInput',
    'CardNumber',
    'CardExpiry',
    'CardHolderName',
    'CardCountry',
    'CardType',
    'CardToken',
    'Acquirer',
    'Email',
    'ClientAccount',
    'Is3DS',
    'UDF',
  ] as const)('S163–S183 %s can be left out, and the rest is signed as it is', async (name) => {
    open({ notificationFields: { except: [name] } });
    await paid({ UDF: { a: 'b' } });
    await shop.sandbox.settle();
    const { payload, genuine } = shop.received[0] as (typeof shop.received)[0];
    expect(genuine).toBe(true);
    expect(payload).not.toHaveProperty(name);
    expect(Object.keys(payload)).toHaveLength(21);
  });

  it('can be bare: what settles the payment and nothing else', async () => {
    open({ notificationFields: [] });
    await paid({ UDF: { a: 'b' } });
    await shop.sandbox.settle();
    expect(Object.keys(shop.received[0]?.payload ?? {}).sort()).toEqual(
      ['Amount', 'Currency', 'OrderReference', 'PspId', 'Status', 'UniqueReference'].sort(),
    );
  });

  it('refuses to leave out what settles the payment', () => {
    const options = { notificationFields: { except: ['Amount'] } } as unknown as SandboxOptions;
    expect(() => openShop(options)).toThrow(/^notificationFields: expected names among .*; got "Amount"/);
    open();
  });

  it.each<[string, (payload: Record<string, unknown>) => Record<string, unknown>]>([
    ['spelled in lower camel', (payload) => lowerCamel(payload)],
    ['with SentDateTime as a date', (payload) => ({ ...payload, SentDateTime: '2030-01-15T12:00:00Z' })],
    ['with AuthCode as a number', (payload) => ({ ...payload, AuthCode: 123456 })],
    ['with Is3DS as a word', (payload) => ({ ...payload, Is3DS: 'N' })],
    ['with UDF as a list', (payload) => ({ ...payload, UDF: [{ Key: 'a', Value: 'b' }] })],
    ['with fields that nobody knows', (payload) => ({ ...payload, Added: { Later: [1] } })],
  ])('can be odd: %s, and is signed as it is', async (_what, notification) => {
    open({ transformBody: { notification } });
    await paid();
    await shop.sandbox.settle();
    const { payload, genuine } = shop.received[0] as (typeof shop.received)[0];
    expect(genuine).toBe(true);
    expect(payload).toEqual(notification(payload as unknown as Record<string, unknown>));
  });

  it('S182 ClientAccount may be empty', async () => {
    open();
    await paid();
    await shop.sandbox.settle();
    expect(shop.received[0]?.payload.ClientAccount).toBe('');
  });

  it('S6 S156 S184 the token first appears after the first success, and is the same on repeat', async () => {
    open();
    const Client = { ClientAccount: 'ada-1' };
    const { token } = await paid({ Client }, typed('4000000000000002'));
    await shop.sandbox.page.cancel(token);
    await shop.sandbox.settle();
    expect(shop.received[0]?.payload).toMatchObject({ Status: 'Cancelled', CardToken: '' });
    await paid({ Client });
    await paid({ Client });
    await shop.sandbox.settle();
    const [first, second] = shop.received.slice(1).map(({ payload }) => payload.CardToken);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
  });

  it('S169 S183 CardInput and Is3DS tell how it was paid', async () => {
    open();
    const { body } = await shop.create();
    const step = await shop.sandbox.page.choose(body.token, typed('4000000000003220'));
    expect(step.kind).toBe('approve');
    await shop.sandbox.page.answer((step as { approval: { id: string } }).approval.id, 'approve');
    await shop.sandbox.settle();
    expect(shop.received[0]?.payload).toMatchObject({ CardInput: true, Is3DS: true });
  });

  it('S185 G3 direct connect is notified too, unless the profile says no; a 3DS result always', async () => {
    const request = () => directRequest({ PaymentCredentials: credentials() });
    open({ pciLevel: 'saq-d' });
    await shop.call('execute', request());
    await shop.sandbox.settle();
    expect(shop.received).toHaveLength(1);
    await shop.close();
    const notification = { ...defaultProfile.notification, forDirectConnect: false };
    open({ pciLevel: 'saq-d', profile: { ...defaultProfile, notification } });
    await shop.call('execute', request());
    const challenged = directRequest({ PaymentCredentials: credentials({ CardNumber: '4000000000003220' }) });
    const { body } = await shop.call('execute', challenged);
    await shop.sandbox.page.answer(body.redirectUrl.split('/').at(-1), 'approve');
    await shop.sandbox.settle();
    expect(shop.received.map(({ payload }) => payload.Is3DS)).toEqual([true]);
  });

  it('G2 a failure is notified unless the profile says no', async () => {
    open();
    const first = await shop.create();
    await shop.sandbox.page.cancel(first.body.token);
    await shop.sandbox.settle();
    expect(shop.received[0]?.payload.Status).toBe('Cancelled');
    await shop.close();
    const notification = { ...defaultProfile.notification, onFailure: false };
    open({ profile: { ...defaultProfile, notification } });
    const second = await shop.create();
    await shop.sandbox.page.cancel(second.body.token);
    await shop.sandbox.settle();
    expect(shop.received).toEqual([]);
  });

  it('S187 nothing else is sent: not for creation, not for expiry, not for a lapse', async () => {
    open();
    await shop.create();
    await paid({ TransactionType: 'AUTH' });
    await shop.sandbox.settle();
    await shop.sandbox.clock.advance('60d');
    expect(shop.received).toHaveLength(1);
  });

  it('G17 an expiry is notified where the profile says so', async () => {
    const notification = { ...defaultProfile.notification, onExpiry: true };
    open({ profile: { ...defaultProfile, notification } });
    await shop.create();
    await shop.sandbox.clock.advance('120s');
    expect(shop.received[0]?.payload.Status).toBe('Expired');
  });

  it('S163 N21 N22 is retried on the schedule until acknowledged, its number rising', async () => {
    open();
    shop.replies.push(500, new Error('connect ECONNREFUSED'), 302, 404);
    await paid();
    await shop.sandbox.settle();
    expect(shop.received).toHaveLength(1);
    const within = async (seconds: number, count: number) => {
      await shop.sandbox.clock.advance(Math.floor(seconds * 0.89 * 1000));
      expect(shop.received).toHaveLength(count - 1);
      await shop.sandbox.clock.advance(Math.ceil(seconds * 0.22 * 1000));
      expect(shop.received).toHaveLength(count);
    };
    await within(5, 2);
    await within(300, 3);
    await within(1800, 4);
    await within(7200, 5);
    await shop.sandbox.clock.advance('90d');
    expect(shop.received.map(({ payload }) => payload.AttemptNumber)).toEqual([1, 2, 3, 4, 5]);
    const times = shop.received.map(({ payload }) => payload.SentDateTime);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const [kept] = shop.sandbox.notifications.list();
    expect(kept).toMatchObject({ state: 'acknowledged', nextAt: null });
    expect(kept?.attempts.map(({ status, error }) => status ?? error)).toEqual([
      500,
      'connect ECONNREFUSED',
      302,
      404,
      200,
    ]);
  });

  it('N21 gives up at the end of the schedule; resend still delivers', async () => {
    open();
    shop.replies.push(...Array<number>(10).fill(503));
    await paid();
    await shop.sandbox.settle();
    await shop.sandbox.clock.advance('30d');
    expect(shop.received).toHaveLength(10);
    const [kept] = shop.sandbox.notifications.list();
    expect(kept?.state).toBe('given_up');
    const resent = await shop.sandbox.notifications.resend(kept?.id ?? '');
    expect(resent).toMatchObject({ state: 'acknowledged' });
    expect(shop.received.at(-1)?.payload.AttemptNumber).toBe(11);
  });

  it('mode fast divides every wait by sixty; instant leaves none', async () => {
    open({ mode: 'fast' });
    shop.replies.push(500);
    await paid();
    await shop.sandbox.settle();
    await shop.sandbox.clock.advance(100);
    expect(shop.received).toHaveLength(2);
    await shop.close();
    open({ mode: 'instant' });
    shop.replies.push(500, 500, 500);
    await paid();
    await shop.sandbox.settle();
    expect(shop.received).toHaveLength(4);
  });

  it('waits no longer than the profile for an acknowledgement', async () => {
    const notification = { ...defaultProfile.notification, timeoutMs: 20 };
    open({
      profile: { ...defaultProfile, notification },
      deliver: () => new Promise(() => {}),
    });
    await paid();
    await shop.sandbox.settle();
    expect(shop.sandbox.notifications.list()[0]?.attempts[0]?.error).toMatch(/20 ms/);
  });

  it('S163 two deliveries at once have two numbers', async () => {
    const numbers: number[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    open({
      deliver: async (_url, init) => {
        numbers.push(JSON.parse(init.body ?? '{}').AttemptNumber);
        await held;
        return new Response('OK');
      },
    });
    await paid();
    const settled = shop.sandbox.settle();
    const id = shop.sandbox.notifications.list()[0]?.id ?? '';
    const resent = shop.sandbox.notifications.resend(id);
    release();
    await Promise.all([settled, resent]);
    expect(numbers).toEqual([1, 2]);
  });

  it('a resend of a dropped notification that fails plans no further one', async () => {
    open();
    await paid({ UDF: { sandbox: 'drop' } });
    shop.replies.push(500);
    const id = shop.sandbox.notifications.list()[0]?.id ?? '';
    expect(await shop.sandbox.notifications.resend(id)).toMatchObject({ state: 'dropped', nextAt: null });
  });

  it('is held back by pause and delivered after resume', async () => {
    open();
    shop.sandbox.notifications.pause();
    await paid();
    await shop.sandbox.clock.advance('1h');
    expect(shop.received).toEqual([]);
    shop.sandbox.notifications.resume();
    await shop.sandbox.settle();
    expect(shop.received).toHaveLength(1);
  });

  it('repeats no card number and no secret of a reply in its records', async () => {
    open({ deliver: async () => new Response('card 4242424242424242', { status: 500 }) });
    await paid();
    await shop.sandbox.settle();
    expect(shop.sandbox.notifications.list()[0]?.attempts[0]?.reply).toBe('card 424242******4242');
  });
});

describe('UDF.sandbox', () => {
  it('duplicate: delivered again after it was acknowledged', async () => {
    open();
    await paid({ UDF: { sandbox: 'duplicate' } });
    await shop.sandbox.settle();
    expect(shop.received.map(({ payload }) => [payload.Status, payload.AttemptNumber])).toEqual([
      ['Processed', 1],
      ['Processed', 2],
    ]);
    expect(shop.received.every(({ genuine }) => genuine)).toBe(true);
  });

  it('F36 reorder: a contradicting failure before the success', async () => {
    open();
    await paid({ UDF: { sandbox: 'reorder' } });
    await shop.sandbox.settle();
    expect(shop.received.map(({ payload }) => payload.Status)).toEqual(['Declined', 'Processed']);
    expect(shop.received[0]?.payload.PspId).toBe(shop.received[1]?.payload.PspId);
  });

  it('F33 late: that many seconds later', async () => {
    open();
    await paid({ UDF: { sandbox: 'late:30' } });
    await shop.sandbox.clock.advance(29_999);
    expect(shop.received).toEqual([]);
    await shop.sandbox.clock.advance(1);
    expect(shop.received).toHaveLength(1);
  });

  it('F38 drop: never; resend delivers it all the same', async () => {
    open();
    const { pspid } = await paid({ UDF: { sandbox: 'drop' } });
    await shop.sandbox.clock.advance('90d');
    expect(shop.received).toEqual([]);
    expect((await shop.retrieve({ PspId: String(pspid) })).body.Status).toBe('Processed');
    await shop.sandbox.notifications.resend(shop.sandbox.notifications.list()[0]?.id ?? '');
    expect(shop.received).toHaveLength(1);
  });

  it('T24 tamper: sent with a wrong signature', async () => {
    open();
    await paid({ UDF: { sandbox: 'tamper' } });
    await shop.sandbox.settle();
    expect(shop.received[0]?.genuine).toBe(false);
  });
});
