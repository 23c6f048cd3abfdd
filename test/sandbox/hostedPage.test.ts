import { afterEach, describe, expect, it } from 'vitest';
import { defineProfile } from '../../src/protocol/gateway/defineProfile.ts';
import type { PageStep } from '../../src/sandbox/hostedPage/hostedPageService.ts';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import { makeToken, openShop, type Shop, typed } from './shop.ts';

let shop: Shop;
const open = (...options: Parameters<typeof openShop>): Shop => {
  shop = openShop(...options);
  return shop;
};
afterEach(() => shop.close());

async function create(over: Record<string, unknown> = {}) {
  const { body } = await shop.create(over);
  return { token: body.token as string, pspId: String(body.pspid) };
}
const page = () => shop.sandbox.page;
const approvalOf = (step: PageStep) => (step as Extract<PageStep, { kind: 'approve' }>).approval;
const target = (step: PageStep) => new URL((step as Extract<PageStep, { kind: 'leave' }>).redirectTo);
const status = async (PspId: string) => (await shop.retrieve({ PspId })).body;

describe('the hosted page behind its hostedPage', () => {
  it('S13 S16 shows the order, and takes a card without 3DS', async () => {
    open({ merchantName: 'Harbour Books' });
    const { token, pspId } = await create({ OrderReference: 'HB-1', Amount: '128.5' });
    expect(page().open(token)).toMatchObject({
      kind: 'payable',
      payment: {
        merchantName: 'Harbour Books',
        orderReference: 'HB-1',
        amount: '128.50',
        currency: 'EUR',
        methods: ['card', 'bank', 'wallet', 'voucher'],
        expiresInMs: 120_000,
        test: true,
        problem: null,
      },
    });
    expect(target(await page().choose(token, typed())).pathname).toBe('/return/success');
    expect(page().open(token)).toMatchObject({ kind: 'settled' });
    expect((await status(pspId)).Status).toBe('Processed');
  });

  it('takes its name and its driver from the order, where the sandbox serves several shops', async () => {
    open({
      merchantName: ({ orderReference, udf }) => `${udf?.shop} ${orderReference}`,
      pageDriver: ({ udf }) => (udf?.film === 'on' ? 'http://shop.example' : undefined),
    });
    const order = { OrderReference: 'HB-1', UDF: { shop: 'Harbour', film: 'on' } };
    const { token } = await create(order);
    expect(page().open(token)).toMatchObject({
      payment: { merchantName: 'Harbour HB-1', driver: 'http://shop.example' },
    });
    const { approval } = (await page().choose(token, typed('4000000000003220'))) as { approval: unknown };
    expect(approval).toMatchObject({ merchantName: 'Harbour HB-1', driver: 'http://shop.example' });
    const other = await create({ OrderReference: 'HB-2', UDF: { shop: 'Quay' } });
    expect(page().open(other.token)).toMatchObject({
      payment: { merchantName: 'Quay HB-2', driver: undefined },
    });
  });

  it.each([
    ['approve', 'success', 'Processed'],
    ['decline', null, 'PENDING'],
    ['abandon', 'success', 'PENDING'],
  ] as const)('S16 3DS on the page: %s', async (answer, way, word) => {
    open();
    const { token, pspId } = await create();
    const step = await page().choose(token, typed('4000000000003220'));
    expect(approvalOf(step)).toMatchObject({
      kind: '3ds',
      leavesPage: false,
      maskedNumber: '400000******3220',
    });
    const after = await page().answer(approvalOf(step).id, answer);
    if (way === null)
      expect(after).toEqual({ kind: 'refused', message: 'The cardholder was not authenticated.' });
    else expect(target(after).pathname).toBe(`/return/${way}`);
    expect((await status(pspId)).Status).toBe(word);
  });

  it('3DS that is passed and then declined, and 3DS that breaks', async () => {
    open();
    for (const [number, message] of [
      ['4000008400001629', 'The issuer declined the payment.'],
      ['4000008400001280', 'The cardholder was not authenticated.'],
    ] as const) {
      const { token } = await create();
      const step = await page().choose(token, typed(number));
      expect(await page().answer(approvalOf(step).id, 'approve')).toEqual({ kind: 'refused', message });
    }
  });

  it("S190 a refused try shows the acquirer's text and may be followed by another", async () => {
    open();
    const { token, pspId } = await create();
    const refused = await page().choose(token, typed('4000000000009995'));
    expect(refused).toEqual({ kind: 'refused', message: 'The card lacks the funds.' });
    expect(page().open(token)).toMatchObject({ payment: { problem: 'The card lacks the funds.' } });
    await shop.sandbox.settle();
    expect(shop.received).toEqual([]);
    expect(target(await page().choose(token, typed())).pathname).toBe('/return/success');
    expect(await status(pspId)).toMatchObject({ Status: 'Processed', errorMessage: null });
  });

  it('S138 S191 the last refused try leads to FailRedirectionURL and is final', async () => {
    open({ maxTries: 2 });
    const { token, pspId } = await create();
    await page().choose(token, typed('4000000000000002'));
    const last = await page().choose(token, typed('4000000000000002'));
    expect(target(last).pathname).toBe('/return/failure');
    expect(target(last).searchParams.get('Status')).toBe('DECLINED');
    expect(await status(pspId)).toMatchObject({ Status: 'Declined', isSuccess: true });
    expect((await status(pspId)).errorMessage).toMatch(/^DECLINED: /);
    await shop.sandbox.settle();
    expect(shop.received.map(({ payload }) => payload.Status)).toEqual(['Declined']);
  });

  it('G23 a page that was declined and notified can be paid until its address expires, and that is notified too', async () => {
    open({ maxTries: 1 });
    const { token, pspId } = await create();
    expect(target(await page().choose(token, typed('4000000000000002'))).pathname).toBe('/return/failure');
    await shop.sandbox.settle();
    await shop.sandbox.clock.advance(119_999);
    expect(page().open(token)).toMatchObject({
      kind: 'payable',
      payment: { problem: 'The issuer declined the payment.', expiresInMs: 1 },
    });
    expect(target(await page().choose(token, typed())).pathname).toBe('/return/success');
    await shop.sandbox.settle();
    expect(shop.received.map(({ payload }) => payload.Status)).toEqual(['Declined', 'Processed']);
    expect(await status(pspId)).toMatchObject({ Status: 'Processed', errorMessage: null });
  });

  it('G23 a second decline on the same page keeps the status, leads to the shop and is not notified again', async () => {
    open({ maxTries: 1 });
    const { token, pspId } = await create();
    await page().choose(token, typed('4000000000000002'));
    expect(target(await page().choose(token, typed('4000000000009995'))).pathname).toBe('/return/failure');
    expect(await status(pspId)).toMatchObject({
      Status: 'Declined',
      errorMessage: expect.stringMatching(/^INSUFFICIENT_FUNDS/),
    });
    await shop.sandbox.settle();
    expect(shop.received.map(({ payload }) => payload.Status)).toEqual(['Declined']);
  });

  it('G23 a declined page is dead with its address: it shows nothing and takes nothing', async () => {
    open({ maxTries: 1 });
    const { token, pspId } = await create();
    await page().choose(token, typed('4000000000000002'));
    await shop.sandbox.clock.advance(120_000);
    expect(page().open(token)).toMatchObject({ kind: 'settled' });
    expect(target(await page().choose(token, typed())).pathname).toBe('/return/failure');
    expect((await status(pspId)).Status).toBe('Declined');
  });

  it.each([
    ['approve', 'Processed'],
    ['decline', 'Declined'],
    ['nothing', 'Declined'],
  ] as const)('G23 3DS after a decline is answered with %s', async (answer, word) => {
    open({ maxTries: 1 });
    const { token, pspId } = await create();
    await page().choose(token, typed('4000000000000002'));
    const { id } = approvalOf(await page().choose(token, typed('4000000000003220')));
    if (answer === 'nothing') await shop.sandbox.clock.advance('10m');
    else await page().answer(id, answer);
    expect((await status(pspId)).Status).toBe(word);
    expect(page().approval(id)).toBeNull();
  });

  it('G23 with declineEndsPage the decline is final at once', async () => {
    const profile = defineProfile({ redirect: { declineEndsPage: true } });
    open({ maxTries: 1, profile });
    const { token, pspId } = await create();
    await page().choose(token, typed('4000000000000002'));
    expect(page().open(token)).toMatchObject({ kind: 'settled' });
    expect(target(await page().choose(token, typed())).pathname).toBe('/return/failure');
    expect((await status(pspId)).Status).toBe('Declined');
  });

  it('S138 without a FailRedirectionURL a failure leads to RedirectionURL', async () => {
    open();
    const { token } = await create({ FailRedirectionURL: undefined });
    expect(target(await page().cancel(token)).pathname).toBe('/return/success');
  });

  it('is cancelled by the customer', async () => {
    open();
    const { token, pspId } = await create();
    expect(target(await page().cancel(token)).pathname).toBe('/return/failure');
    expect((await status(pspId)).Status).toBe('Cancelled');
    expect(await page().choose(token, typed())).toMatchObject({ kind: 'leave' });
    expect((await status(pspId)).Status).toBe('Cancelled');
  });

  it.each([
    ['holderName', '', 'missing'],
    ['holderName', 'A', 'wrong'],
    ['number', '', 'missing'],
    ['number', '4242424242424241', 'wrong'],
    ['number', '4539578763621486', 'live'],
    ['securityCode', '', 'missing'],
    ['securityCode', '12', 'wrong'],
    ['securityCode', '1234', 'wrong'],
  ])('S142 checks what was typed: %s "%s" is %s', async (field, value, code) => {
    open();
    const { token } = await create();
    const step = await page().choose(token, typed('4242424242424242', { [field]: value }));
    expect(step).toMatchObject({ kind: 'invalid', problems: [{ field, code }] });
  });

  it.each([
    ['', '', 'missing'],
    ['13', '2031', 'wrong'],
    ['12', '2029', 'past'],
    ['12', '31', 'wrong'],
  ])('S142 checks the expiry: %s/%s is %s', async (expMonth, expYear, code) => {
    open();
    const { token } = await create();
    const step = await page().choose(token, typed('4242424242424242', { expMonth, expYear }));
    expect(step).toMatchObject({ kind: 'invalid', problems: [{ field: 'expiry', code }] });
  });

  it('a card is good to the last moment of its month', async () => {
    open();
    const card = typed('4242424242424242', { expMonth: '01', expYear: '2030' });
    await shop.sandbox.clock.set(new Date('2030-01-31T23:59:59.999Z'));
    expect(await page().choose((await create()).token, card)).toMatchObject({ kind: 'leave' });
    await shop.sandbox.clock.advance(1);
    expect(await page().choose((await create()).token, card)).toMatchObject({ kind: 'invalid' });
  });

  it('American Express prints four digits', async () => {
    open();
    const { token } = await create();
    const three = await page().choose(token, typed('378282246310005'));
    expect(three).toMatchObject({ kind: 'invalid', problems: [{ field: 'securityCode' }] });
    const four = await page().choose(token, typed('378282246310005', { securityCode: '1234' }));
    expect(four).toMatchObject({ kind: 'leave' });
  });

  it('S134 lists the saved cards of the client account, pays with one, and never shows a token', async () => {
    open();
    const Client = { ClientAccount: 'ada-1' };
    const first = await create({ Client });
    await page().choose(first.token, typed());
    const { token } = await create({ Client });
    const opened = page().open(token);
    if (opened.kind !== 'payable') throw new Error(opened.kind);
    expect(opened.payment.savedCards).toEqual([
      {
        id: expect.any(String),
        maskedNumber: '424242******4242',
        brand: 'VISA',
        expiry: '12/2031',
        holderName: 'Ada Lovelace',
      },
    ]);
    const savedCardId = opened.payment.savedCards[0]?.id ?? '';
    const bad = await page().choose(token, { method: 'savedCard', savedCardId, securityCode: '' });
    expect(bad).toMatchObject({ kind: 'invalid', problems: [{ field: 'securityCode', code: 'missing' }] });
    await page().choose(token, { method: 'savedCard', savedCardId, securityCode: '123' });
    await shop.sandbox.settle();
    const [typedIn, saved] = shop.received.map(({ payload }) => payload);
    expect(saved).toMatchObject({ CardInput: false, CardToken: typedIn?.CardToken });
    expect(savedCardId).not.toBe(typedIn?.CardToken);
  });

  it("T5 S134 shows nobody else's cards, none without an account, none after deletion, none with ShowSavedCards 0", async () => {
    open();
    const cardToken = await makeToken(shop, { ClientAccount: 'ada-1' });
    const saved = async (over: Record<string, unknown>) => {
      const opened = page().open((await create(over)).token);
      return opened.kind === 'payable' ? opened.payment.savedCards.length : -1;
    };
    expect(await saved({ Client: { ClientAccount: 'ada-1' } })).toBe(1);
    expect(await saved({ Client: { ClientAccount: 'bob-1' } })).toBe(0);
    expect(await saved({ Client: { ClientAccount: '' } })).toBe(0);
    expect(await saved({ Client: { ClientAccount: 'ada-1' }, Configuration: { ShowSavedCards: '0' } })).toBe(
      0,
    );
    await shop.call('deleteToken', null, { query: { cardToken } });
    expect(await saved({ Client: { ClientAccount: 'ada-1' } })).toBe(0);
  });

  it('S13 a bank redirect leaves the page and is settled there', async () => {
    open();
    for (const [answer, word] of [
      ['approve', 'Processed'],
      ['decline', 'PENDING'],
    ] as const) {
      const { token, pspId } = await create();
      const step = await page().choose(token, { method: 'bank', bank: 'Harbour Bank' });
      expect(approvalOf(step)).toMatchObject({ kind: 'bank', party: 'Harbour Bank', leavesPage: true });
      await page().answer(approvalOf(step).id, answer);
      expect((await status(pspId)).Status).toBe(word);
    }
    await shop.sandbox.settle();
    expect(shop.received[0]?.payload).toMatchObject({
      Status: 'Processed',
      CardNumber: '',
      CardToken: '',
      CardInput: false,
    });
  });

  it('S13 a wallet asks for approval', async () => {
    open();
    const { token, pspId } = await create();
    const step = await page().choose(token, { method: 'wallet' });
    expect(approvalOf(step)).toMatchObject({ kind: 'wallet', leavesPage: false });
    expect(target(await page().answer(approvalOf(step).id, 'approve')).pathname).toBe('/return/success');
    expect((await status(pspId)).Status).toBe('Processed');
  });

  it('S13 F39 a voucher stays pending past the address, until it is paid at the counter or runs out', async () => {
    open();
    const { token, pspId } = await create();
    const step = await page().choose(token, { method: 'voucher' });
    expect(target(step).searchParams.get('Status')).toBe('PENDING');
    await shop.sandbox.clock.advance('1d');
    expect((await status(pspId)).Status).toBe('PENDING');
    expect(page().open(token)).toMatchObject({ kind: 'settled' });
    shop.sandbox.trigger({ event: 'processed', pspId });
    await shop.sandbox.settle();
    expect(shop.received[0]?.payload).toMatchObject({ Status: 'Processed', CardNumber: '' });
    const other = await create();
    await page().choose(other.token, { method: 'voucher' });
    await shop.sandbox.clock.advance('3d');
    expect((await status(other.pspId)).Status).toBe('Expired');
  });

  it('S183 what a refused card left behind is not said of another method', async () => {
    open();
    const { token } = await create();
    const asked = approvalOf(await page().choose(token, typed('4000000000003220')));
    await page().answer(asked.id, 'decline');
    const wallet = approvalOf(await page().choose(token, { method: 'wallet' }));
    await page().answer(wallet.id, 'approve');
    await shop.sandbox.settle();
    expect(shop.received[0]?.payload).toMatchObject({
      Is3DS: false,
      CardInput: false,
      CardNumber: '',
      CardType: '',
    });
  });

  it('two pages of one address: the first to end it wins, the second is sent on', async () => {
    open();
    const { token } = await create();
    const first = approvalOf(await page().choose(token, typed('4000000000003220')));
    const second = approvalOf(await page().choose(token, typed('4000000000003220')));
    expect(page().approval(first.id)).toBeNull();
    await page().answer(second.id, 'approve');
    expect(await page().answer(first.id, 'decline')).toMatchObject({ kind: 'leave' });
    expect(await page().answer(second.id, 'decline')).toMatchObject({ kind: 'leave' });
    await shop.sandbox.settle();
    expect(shop.received).toHaveLength(1);
  });

  it('an address, an approval and a saved card that nobody made are unknown', async () => {
    open();
    expect(page().open('f'.repeat(32))).toEqual({ kind: 'unknown' });
    expect(await page().choose('f'.repeat(32), typed())).toEqual({ kind: 'unknown' });
    expect(page().approval('f'.repeat(32))).toBeNull();
    expect(await page().answer('f'.repeat(32), 'approve')).toEqual({ kind: 'unknown' });
    const { token } = await create();
    const step = await page().choose(token, { method: 'savedCard', savedCardId: 'x', securityCode: '123' });
    expect(step).toMatchObject({ kind: 'invalid' });
  });

  it('G18 may be framed by the origins of its redirect addresses, or by whom the options name', async () => {
    const framers = async () => {
      const over = { RedirectionURL: 'https://a.example/r?x=1', FailRedirectionURL: 'https://b.example/f' };
      const opened = page().open((await create(over)).token);
      return opened.kind === 'payable' ? opened.payment.frameAncestors : null;
    };
    open();
    expect(await framers()).toEqual(['https://a.example', 'https://b.example']);
    await shop.close();
    open({ frameAncestors: ['*'] });
    expect(await framers()).toEqual(['*']);
    await shop.close();
    open({ frameAncestors: ({ orderReference }) => [`https://${orderReference}.example`.toLowerCase()] });
    expect(await framers()).toEqual([expect.stringMatching(/^https:\/\/order-\d+\.example$/)]);
  });
});

describe('time', () => {
  it('S141 S192 the address is good at 119.999 s and dead at 120 s', async () => {
    open();
    const { token, pspId } = await create();
    await shop.sandbox.clock.advance(119_999);
    expect(page().open(token)).toMatchObject({ kind: 'payable', payment: { expiresInMs: 1 } });
    await shop.sandbox.clock.advance(1);
    expect(page().open(token)).toMatchObject({ kind: 'expired', theme: 'classic', language: 'en' });
    expect(await page().choose(token, typed())).toEqual({ kind: 'expired' });
    expect((await status(pspId)).Status).toBe('Expired');
  });

  it('F7 pays at 119.999 s, and what was paid stays paid', async () => {
    open();
    const { token, pspId } = await create();
    await shop.sandbox.clock.advance(119_999);
    await page().choose(token, typed());
    await shop.sandbox.clock.advance('1d');
    expect((await status(pspId)).Status).toBe('Processed');
  });

  it('F8 3DS that was begun in time may be ended after the address is dead', async () => {
    open();
    const { token, pspId } = await create();
    const { id } = approvalOf(await page().choose(token, typed('4000000000003220')));
    await shop.sandbox.clock.advance('5m');
    expect(page().open(token)).toMatchObject({ kind: 'expired' });
    expect((await status(pspId)).Status).toBe('PENDING');
    expect(target(await page().answer(id, 'approve')).pathname).toBe('/return/success');
    expect((await status(pspId)).Status).toBe('Processed');
  });

  it('3DS that is refused after the address is dead is final', async () => {
    open();
    const { token, pspId } = await create();
    const { id } = approvalOf(await page().choose(token, typed('4000000000003220')));
    await shop.sandbox.clock.advance('5m');
    expect(target(await page().answer(id, 'decline')).pathname).toBe('/return/failure');
    expect((await status(pspId)).Status).toBe('Declined');
  });

  it('3DS that nobody answers runs out', async () => {
    open();
    const { token, pspId } = await create();
    const { id } = approvalOf(await page().choose(token, typed('4000000000003220')));
    await shop.sandbox.clock.advance('10m');
    expect(page().approval(id)).toBeNull();
    expect((await status(pspId)).Status).toBe('Expired');
  });

  it("S20 S147 S193 an authorisation holds the funds and lapses at the issuer's period; a purchase does not", async () => {
    open();
    const held = await create({ TransactionType: 'AUTH' });
    const bought = await create();
    await page().choose(held.token, typed());
    await page().choose(bought.token, typed());
    const line = (pspId: string) =>
      shop.sandbox.transactions.list().find((each) => String(each.pspId) === pspId);
    expect(line(held.pspId)).toMatchObject({ fundsHeld: true });
    expect(line(bought.pspId)).toMatchObject({ fundsHeld: false });
    await shop.sandbox.clock.advance('29d');
    expect((await status(held.pspId)).Status).toBe('Processed');
    await shop.sandbox.clock.advance('1d');
    expect((await status(held.pspId)).Status).toBe('Lapsed');
    expect(line(held.pspId)).toMatchObject({ fundsHeld: false });
    expect((await status(bought.pspId)).Status).toBe('Processed');
  });

  it('S193 the issuer sets the period', async () => {
    open({ authorisationDays: 7 });
    const { token, pspId } = await create({ TransactionType: 'AUTH' });
    await page().choose(token, typed());
    await shop.sandbox.clock.advance('7d');
    expect((await status(pspId)).Status).toBe('Lapsed');
  });
});

describe('GET /api/transactions/retrieve', () => {
  it('S18 S107 N6 N10 finds by each reference and by all; with all fields it says the same as the notification', async () => {
    open({ statusFields: 'all' });
    const { token, pspId } = await create({ OrderReference: 'Order-R', UniqueReference: 'unique-r' });
    await page().choose(token, typed());
    await shop.sandbox.settle();
    const { AttemptNumber: _a, SentDateTime: _s, ...told } = shop.received[0]?.payload ?? ({} as never);
    for (const query of [
      { PspId: pspId },
      { OrderReference: 'Order-R' },
      { UniqueReference: 'unique-r' },
      { PspId: pspId, OrderReference: 'Order-R', UniqueReference: 'unique-r' },
    ]) {
      expect((await shop.retrieve(query)).body).toEqual({ ...told, isSuccess: true, errorMessage: null });
    }
  });

  it('N6 S156 says by default only what is promised of a payment: no token, no card, no customer', async () => {
    open();
    const { token, pspId } = await create({ Client: { Email: 'ada@example.com' }, UDF: { a: 'b' } });
    await page().choose(token, typed());
    expect(await status(pspId)).toEqual({
      TransactionToken: token,
      OrderReference: expect.any(String),
      UniqueReference: expect.any(String),
      PspId: pspId,
      Amount: '10.00',
      Currency: 'EUR',
      Status: 'Processed',
      isSuccess: true,
      errorMessage: null,
    });
  });

  it('N6 statusFields brings further fields by name', async () => {
    open({ statusFields: ['CardToken', 'CardNumber'] });
    const { token, pspId } = await create();
    await page().choose(token, typed());
    const body = await status(pspId);
    expect(body).toMatchObject({ CardToken: expect.any(String), CardNumber: '424242******4242' });
    expect(body).not.toHaveProperty('CardExpiry');
    expect(Object.keys(body)).toHaveLength(11);
  });

  it('N6 statusFields brings all fields but those named', async () => {
    open({ statusFields: { except: ['CardToken'] } });
    const { token, pspId } = await create();
    await page().choose(token, typed());
    expect(await status(pspId)).toMatchObject({ CardNumber: '424242******4242', Is3DS: false });
    expect(await status(pspId)).not.toHaveProperty('CardToken');
  });

  it('statusFields refuses a name that is no optional field', () => {
    const wrong = { statusFields: ['Cardtoken'] } as unknown as SandboxOptions;
    expect(() => openShop(wrong)).toThrow(
      /^statusFields: expected names among .*CardToken.*; got "Cardtoken"/,
    );
    open();
  });

  it('refuses a query without a reference, and finds nothing under references that disagree', async () => {
    open();
    const { pspId } = await create({ OrderReference: 'Order-R' });
    expect((await shop.retrieve({})).body.errorMessage).toMatch(/^MISSING_FIELD: .*PspId/);
    expect((await shop.retrieve({ PspId: '' })).status).toBe(400);
    expect((await shop.retrieve({ PspId: pspId, OrderReference: 'Other' })).status).toBe(404);
    expect((await shop.retrieve({ PspId: '../1' })).status).toBe(404);
  });

  it('S32 of an order that was tried twice it shows the newest', async () => {
    open();
    await create({ OrderReference: 'Twice' });
    const second = await create({ OrderReference: 'Twice' });
    expect((await shop.retrieve({ OrderReference: 'Twice' })).body.PspId).toBe(second.pspId);
  });
});
