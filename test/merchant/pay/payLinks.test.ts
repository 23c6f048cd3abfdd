import { describe, expect, it } from 'vitest';
import { createCheckoutHandler } from '../../../src/merchant/createCheckoutHandler.ts';
import type { CheckoutHandlerOptions } from '../../../src/merchant/options.ts';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';
import { press, tokenOf } from '../../support/payPage.ts';

const SECRET = 'a-secret-of-32-characters-or-more';
const OTHER = 'another-secret-of-32-characters-!';
const DAY = 86_400_000;

function shop(handler: Partial<CheckoutHandlerOptions> = {}): HandlerHarness {
  return handlerHarness({ handler: { payLinks: { secret: SECRET }, ...handler } });
}

const inADay = (harness: HandlerHarness) => ({ expiresAt: harness.now() + DAY });
const look = (harness: HandlerHarness, link: string) =>
  harness.handler.fetch(new Request(link, { headers: { 'accept-language': 'en' } }));

describe('a pay link', () => {
  it('M21 opens the page without a cookie, and its click makes the session', async () => {
    const seen: unknown[] = [];
    const harness = shop({
      authorize: () => null,
      resolveOrder: (order, context) => {
        seen.push([order, context]);
        return { orderReference: 'A-1', amount: '49.90', currency: 'EUR' };
      },
    });
    const link = await harness.handler.payLink({ basket: 7 }, inADay(harness));
    expect(link).toMatch(/^https:\/\/shop\.example\/checkout\/pay\?link=1\.[\w-]{43}\.[\w-]+[A-Za-z0-9]$/);
    const page = await look(harness, link);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Pay €49.90</button>');
    expect(harness.gateway.created).toEqual([]);
    const response = await press(harness, { link: tokenOf(link) });
    expect(response.status).toBe(303);
    expect(harness.gateway.created).toHaveLength(1);
    const context = { reason: 'link', request: null, principal: null };
    expect(seen).toEqual([
      [{ basket: 7 }, context],
      [{ basket: 7 }, context],
    ]);
    expect(harness.events.find(({ type }) => type === 'session_created')?.data).toMatchObject({
      reason: 'link',
    });
  });

  it('T10 64 openings at once lead to one live page', async () => {
    const harness = shop({ limits: { sessionsPerOrder: 100 } });
    const link = await harness.handler.payLink('A-1', inADay(harness));
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => press(harness, { link: tokenOf(link) })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(64).fill(303));
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect(harness.gateway.created).toHaveLength(1);
  });

  it('is pressed by a POST to its own address too, from our pages and from none of others', async () => {
    const harness = shop();
    const link = await harness.handler.payLink('A-1', inADay(harness));
    const post = (init: RequestInit = {}) =>
      harness.handler.fetch(new Request(link, { method: 'POST', ...init }));
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const init of [{}, { headers: type }, { headers: type, body: '' }]) {
      expect((await post(init)).status).toBe(303);
    }
    expect(harness.gateway.created).toHaveLength(1);
    expect((await post({ headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect((await post({ headers: type, body: 'order=A-1&order=A-2' })).status).toBe(400);
    expect((await post({ body: new Uint8Array([1]) })).status).toBe(415);
    await harness.handler.revokePayLink(link);
    expect((await post()).status).toBe(410);
  });

  it('ends when its time is over, for all its bearers', async () => {
    const harness = shop();
    const link = await harness.handler.payLink('A-1', inADay(harness));
    harness.advance(DAY - 1);
    expect((await look(harness, link)).status).toBe(200);
    harness.advance(1);
    for (const response of [await look(harness, link), await press(harness, { link: tokenOf(link) })]) {
      expect(response.status).toBe(410);
      expect(await response.text()).toContain('This payment link is no longer valid');
    }
    expect(harness.gateway.created).toEqual([]);
  });

  it('T93 is revoked by itself, in every process, and says so in the customer’s language', async () => {
    const harness = shop();
    const [link, twin] = [
      await harness.handler.payLink('A-1', inADay(harness)),
      await harness.handler.payLink('A-1', inADay(harness)),
    ];
    await harness.anotherProcess().revokePayLink(link);
    await harness.handler.revokePayLink(link);
    const refused = await harness.handler.fetch(new Request(link, { headers: { 'accept-language': 'de' } }));
    expect(refused.status).toBe(410);
    expect(await refused.text()).toContain('Dieser Zahlungslink ist nicht mehr gültig');
    expect((await press(harness, { link: tokenOf(link) })).status).toBe(410);
    expect((await look(harness, twin)).status).toBe(200);
    await harness.handler.revokePayLink(tokenOf(twin));
    expect((await look(harness, twin)).status).toBe(410);
  });

  it('T93 is revoked with all of its order, in whatever order its fields stand; later ones are valid', async () => {
    const harness = shop({
      resolveOrder: () => ({ orderReference: 'A-1', amount: '1.00', currency: 'EUR' }),
    });
    const make = () => harness.handler.payLink({ basket: 7, shop: 'b' }, inADay(harness));
    const old = [await make(), await make()];
    const stranger = await harness.handler.payLink({ basket: 8, shop: 'b' }, inADay(harness));
    await harness.handler.revokePayLinks({ shop: 'b', basket: 7 });
    const fresh = await make();
    for (const link of old) expect((await look(harness, link)).status).toBe(410);
    for (const link of [fresh, stranger]) expect((await look(harness, link)).status).toBe(200);
    await harness.handler.revokePayLinks({ shop: 'b', basket: 7 });
    expect((await look(harness, fresh)).status).toBe(410);
  });

  it('says that its order is paid, also of a shop that prices no paid order', async () => {
    let isPaid = false;
    const harness = shop({
      resolveOrder: (order) =>
        isPaid ? null : { orderReference: String(order), amount: '1.00', currency: 'EUR' },
    });
    const link = await harness.handler.payLink('A-1', inADay(harness));
    await press(harness, { link: tokenOf(link) });
    harness.gateway.pay();
    await harness.notify();
    for (const now of [false, true]) {
      isPaid = now;
      const response = await look(harness, link);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('Payment completed');
      expect((await press(harness, { link: tokenOf(link) })).status).toBe(409);
    }
    expect(harness.gateway.created).toHaveLength(1);
  });

  it('T17 leads back to its app once its order is paid, and so does the page of the order', async () => {
    const ios = 'myshop://paid?order={ORDER_REFERENCE}&session={SESSION_ID}';
    const harness = shop({ appReturnUrls: { ios, android: 'https://shop.example/app' } });
    const link = await harness.handler.payLink('A&1', { ...inADay(harness), app: 'ios' });
    expect(await (await look(harness, link)).text()).not.toContain('Back to the app');
    await press(harness, { link: tokenOf(link) });
    harness.gateway.pay();
    await harness.notify();
    const [paid] = await harness.store.findSessions({ orderReference: 'A&1', test: true });
    const backTo = (address: string) => `<a href="${address}" rel="noreferrer">Back to the app</a>`;
    const opened = `myshop://paid?order=A%261&amp;session=${paid?.value.id}`;
    expect(await (await look(harness, link)).text()).toContain(backTo(opened));
    expect(await (await press(harness, { link: tokenOf(link) })).text()).toContain(backTo(opened));
    // The app that the link was made for, whatever somebody adds to it.
    expect(await (await look(harness, `${link}&app=android`)).text()).toContain(backTo(opened));
    const order = link.replace(/\?.*/, '?order=A%261');
    expect(await (await look(harness, `${order}&app=android`)).text()).toContain(
      backTo('https://shop.example/app'),
    );
    expect(await (await look(harness, order)).text()).not.toContain('Back to the app');
  });

  it('says that its order is unknown now', async () => {
    const harness = shop({ resolveOrder: () => null });
    const link = await harness.handler.payLink('A-1', inADay(harness));
    const response = await look(harness, link);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('This order cannot be paid');
  });

  it('stays valid while one secret takes another’s place', async () => {
    const harness = shop();
    const link = await harness.handler.payLink('A-1', inADay(harness));
    const options = { payLinks: { secret: [OTHER, SECRET] } };
    const rotated = handlerHarness({ handler: options, store: () => harness.store });
    expect((await look(rotated, link)).status).toBe(200);
    const fresh = await rotated.handler.payLink('A-1', inADay(rotated));
    expect((await look(harness, fresh)).status).toBe(404);
    const done = handlerHarness({ handler: { payLinks: { secret: OTHER } }, store: () => harness.store });
    expect((await look(done, fresh)).status).toBe(200);
    expect((await look(done, link)).status).toBe(404);
  });

  it('T92 is of one mode and one address', async () => {
    const harness = shop();
    const link = await harness.handler.payLink('A-1', inADay(harness));
    const live = shop();
    Object.assign(live.gateway, { test: false });
    const liveHandler = live.anotherProcess();
    const moved = shop({ publicUrl: 'https://shop.example/other' });
    expect((await liveHandler.fetch(new Request(link))).status).toBe(404);
    const there = link.replace('/checkout/', '/other/');
    expect((await moved.handler.fetch(new Request(there))).status).toBe(404);
    expect((await look(harness, link)).status).toBe(200);
    await expect(liveHandler.revokePayLink(link)).rejects.toThrow(/no pay link of this handler/);
    await expect(moved.handler.revokePayLink(link)).rejects.toMatchObject({ code: 'config_invalid' });
  });

  it('T92 none of 10,000 tampered links is taken', async () => {
    const harness = shop();
    const priced: unknown[] = [];
    const judge = shop({
      resolveOrder: (order) => {
        priced.push(order);
        return { orderReference: 'A-1', amount: '1.00', currency: 'EUR' };
      },
    });
    const [one, two] = [
      tokenOf(await harness.handler.payLink({ id: 'A-1', n: 1 }, inADay(harness))),
      tokenOf(await harness.handler.payLink({ id: 'A-2', n: 2 }, inADay(harness))),
    ];
    const foreign = shop({ payLinks: { secret: OTHER } });
    const forged = tokenOf(await foreign.handler.payLink({ id: 'A-1', n: 1 }, inADay(foreign)));
    const tampered = [...tamperedWith(one, two), forged];
    while (tampered.length < 10_000) tampered.push(flip(one, tampered.length));
    const genuine = new Set([one, two]);
    for (const token of tampered) {
      if (genuine.has(token)) throw new Error('That one is genuine.');
      const response = await judge.get(`/pay?${new URLSearchParams({ link: token })}`);
      if (response.status !== 404) throw new Error(`${response.status} for ${token}`);
    }
    expect(tampered.length).toBeGreaterThanOrEqual(10_000);
    for (const token of tampered.slice(0, 200))
      expect((await press(judge, { link: token })).status).toBe(404);
    expect(priced).toEqual([]);
    expect((await judge.get(`/pay?link=${one}`)).status).toBe(200);
  });
});

/** Every character changed by one bit, left out and doubled; every cut; parts exchanged; fields rewritten; other spellings. */
function* tamperedWith(one: string, two: string): Generator<string> {
  const [version = '', signature = '', payload = ''] = one.split('.');
  const [, itsSignature = '', itsPayload = ''] = two.split('.');
  for (let at = 0; at < one.length; at++) {
    for (const bit of [1, 2, 4, 8, 16, 32]) {
      const changed = String.fromCharCode(one.charCodeAt(at) ^ bit);
      yield one.slice(0, at) + changed + one.slice(at + 1);
    }
    yield one.slice(0, at) + one.slice(at + 1);
    yield one.slice(0, at) + one[at] + one.slice(at);
    yield one.slice(0, at);
  }
  yield* [`${version}.${itsSignature}.${payload}`, `${version}.${signature}.${itsPayload}`];
  yield* [`2.${signature}.${payload}`, `0${one}`, `.${signature}.${payload}`, `${version}..${payload}`];
  yield* [`${version}.${signature}.`, `${version}.${payload}.${signature}`, `${one}.`, `${one}=`, ` ${one}`];
  yield* [
    `${one}\n`,
    `${one}.${signature}`,
    one.toUpperCase(),
    one.toLowerCase(),
    `${one}%00`,
    '',
    '.',
    '..',
  ];
  const fields = JSON.parse(Buffer.from(payload, 'base64url').toString());
  for (const change of [{ e: fields.e + 1 }, { o: 'A-3' }, { i: '0'.repeat(32) }, { g: 1 }, { x: 1 }]) {
    const text = Buffer.from(JSON.stringify({ ...fields, ...change })).toString('base64url');
    yield `${version}.${signature}.${text}`;
  }
}

/** Two bits flipped, at places that depend on the number. */
function flip(token: string, number: number): string {
  const chars = [...token];
  for (const [at, bit] of [
    [number % token.length, number % 6],
    [(number * 7 + 1) % token.length, (number >> 3) % 6],
  ] as const) {
    chars[at] = String.fromCharCode((chars[at] ?? '').charCodeAt(0) ^ (1 << bit));
  }
  const flipped = chars.join('');
  return flipped === token ? `${flipped}x` : flipped;
}

describe('payLink', () => {
  it('T17 names an app that the shop has listed, and so does createSession', async () => {
    const harness = shop({ appReturnUrls: { ios: 'myshop://paid' } });
    const link = await harness.handler.payLink('A-1', { ...inADay(harness), app: 'ios' });
    await press(harness, { link: tokenOf(link) });
    await harness.handler.createSession('A-2', { app: 'ios' });
    expect(harness.events.filter(({ type }) => type === 'app_chosen')).toEqual([]);
    for (const orderReference of ['A-1', 'A-2']) {
      const [stored] = await harness.store.findSessions({ orderReference, test: true });
      const events = await harness.store.listEvents(stored?.value.id ?? '');
      expect(events.find(({ type }) => type === 'app_chosen')?.data).toEqual({ app: 'ios' });
    }
    const wrong = { ...inADay(harness), app: 'myshop://evil' };
    await expect(harness.handler.payLink('A-1', wrong)).rejects.toThrow(/^payLink: /);
    await expect(harness.handler.createSession('A-3', { app: 'iOS' })).rejects.toThrow(/^createSession: /);
  });

  it('needs an end that is ahead, and near enough that a payment is still known then', async () => {
    const harness = shop({ limits: { retainSessionsMs: 10 * DAY } });
    const { payLink } = harness.handler;
    const at = (expiresAt: unknown) => payLink('A-1', { expiresAt } as never);
    await at(new Date(harness.now() + 10 * DAY));
    await expect(at(undefined)).rejects.toThrow(/expiresAt is missing/);
    await expect(at(harness.now())).rejects.toThrow(/lies in the past/);
    await expect(at(harness.now() / 1_000 + 60)).rejects.toThrow(/look like seconds/);
    await expect(at(harness.now() + 10 * DAY + 1)).rejects.toThrow(
      /more than 10 days ahead \(limits\.retain/,
    );
    for (const wrong of [Number.NaN, new Date('never'), '2030-01-01', null, Number.POSITIVE_INFINITY]) {
      await expect(at(wrong)).rejects.toMatchObject({ code: 'config_invalid' });
    }
    await expect(payLink('A-1', { expires: 1 } as never)).rejects.toThrow(/Did you mean "expiresAt"/);
    await expect(payLink('A-1', undefined as never)).rejects.toThrow(/expected \{ expiresAt \}/);
  });

  it('needs an order that can be written, and is no longer than a browser may send', async () => {
    const harness = shop();
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const nothing = [undefined, null, Number.NaN, Number.POSITIVE_INFINITY, new Date('never')];
    for (const order of [...nothing, () => {}, Symbol('a'), { n: 1n }, circle]) {
      const { payLink, revokePayLinks, createSession } = harness.handler;
      const code = 'config_invalid';
      const message = expect.stringMatching(/^\w+: expected the order as resolveOrder gets it[^\n]*$/);
      await expect(payLink(order, inADay(harness))).rejects.toMatchObject({ code, message });
      await expect(createSession(order)).rejects.toMatchObject({ code, message });
      await expect(revokePayLinks(order)).rejects.toThrow(/^revokePayLinks: /);
    }
    await expect(harness.handler.payLink('x'.repeat(5_000), inADay(harness))).rejects.toThrow(/^payLink: /);
    const long = await harness.handler.payLink('é'.repeat(1_000), inADay(harness));
    expect((await look(harness, long)).status).toBe(500);
  });

  it('needs the option payLinks, and so does revoking; links are unknown without it', async () => {
    const harness = handlerHarness();
    const { payLink, revokePayLink, revokePayLinks } = harness.handler;
    await expect(payLink('A-1', inADay(harness))).rejects.toThrow(/payLinks is missing/);
    await expect(revokePayLink('https://shop.example')).rejects.toThrow(/payLinks is missing/);
    await expect(revokePayLinks('A-1')).rejects.toThrow(/payLinks is missing/);
    const link = await shop().handler.payLink('A-1', inADay(harness));
    expect((await look(harness, link)).status).toBe(404);
  });

  it('T12 refuses a secret that is none, and repeats none in a message, a log or an event', async () => {
    const { gateway, store } = handlerHarness();
    const make = (payLinks: unknown) => () =>
      createCheckoutHandler({
        gateway,
        store,
        publicUrl: 'https://shop.example/checkout',
        authorize: 'anyone',
        resolveOrder: () => null,
        sweepEveryMs: false,
        payLinks: payLinks as never,
      });
    for (const wrong of [
      {},
      { secret: '' },
      { secret: 'too-short-a-secret' },
      { secret: [] },
      { secret: [SECRET, 'too-short-a-secret'] },
      { secret: 42 },
      { secrets: SECRET },
      'too-short-a-secret',
    ]) {
      expect(make(wrong)).toThrow(/payLinks/);
      expect(make(wrong)).not.toThrow(/too-short-a/);
    }
    const harness = shop();
    const link = await harness.handler.payLink('A-1', inADay(harness));
    await press(harness, { link: tokenOf(link) });
    await press(harness, { link: `${tokenOf(link)}x` });
    const told = JSON.stringify([harness.logs, harness.events]);
    expect(told).not.toContain(SECRET);
    expect(told).not.toContain(tokenOf(link));
  });
});
