import { afterEach, describe, expect, it } from 'vitest';
import { defineProfile } from '../../src/protocol/gateway/defineProfile.ts';
import { hppRequest, openShop, type Shop, typed, without, withValue } from './shop.ts';

let shop: Shop;
const open = (...options: Parameters<typeof openShop>): Shop => {
  shop = openShop(...options);
  return shop;
};
afterEach(() => shop.close());

const CLIENT = {
  Email: 'ada@example.com',
  ClientAccount: 'ada-1',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  Country: 'MLT',
  MobileNo: '+35699999999',
  Street: '1 Strait Street',
  City: 'Valletta',
  ZIPCode: 'VLT 1000',
  State: 'Malta',
  DateOfBirth: '1990-12-10',
  IPAddress: '203.0.113.7',
};

describe('POST /api/hpptoken/create', () => {
  it.each([
    ['S119', 'TransactionType'],
    ['S120', 'Amount'],
    ['S121', 'Currency'],
    ['S122', 'IsTest'],
    ['S123', 'OrderReference'],
    ['S125', 'RedirectionURL'],
    ['S127', 'CallBackURL'],
    ['S128', 'UniqueReference'],
  ])('%s refuses a request without %s, and names it', async (_fact, path) => {
    const reply = await open().call('createHpp', without(hppRequest(), path));
    expect(reply.status).toBe(400);
    expect(reply.body.isSuccess).toBe(false);
    expect(reply.body.errorMessage).toMatch(new RegExp(`^MISSING_FIELD: .*${path}`));
  });

  it.each([
    ['S119', 'TransactionType', 'ORIGINALCREDIT'],
    ['S119', 'TransactionType', 7],
    ['S120', 'Amount', 10],
    ['S120', 'Amount', 10.5],
    ['S120', 'Amount', true],
    ['S120', 'Amount', ['10.00']],
    ['S120', 'Amount', '0.00'],
    ['S120', 'Amount', '-1.00'],
    ['S120', 'Amount', '10,00'],
    ['S120', 'Amount', '1e1'],
    ['S120', 'Amount', '10.005'],
    ['S121', 'Currency', 'eur'],
    ['S121', 'Currency', 'ZZZ'],
    ['S122', 'IsTest', 'true'],
    ['S123', 'OrderReference', 7],
    ['S123', 'OrderReference', `${'x'.repeat(81)}`],
    ['S124', 'Language', 'english'],
    ['S125', 'RedirectionURL', 'javascript:alert(1)'],
    ['S125', 'RedirectionURL', '/relative'],
    ['S126', 'FailRedirectionURL', 'ftp://example.com/'],
    ['S127', 'CallBackURL', 'not an address'],
    ['S128', 'UniqueReference', 'x'.repeat(65)],
    ['S129', 'Client', 'ada'],
    ['S129e', 'Client.Country', 'Malta'],
    ['S129k', 'Client.DateOfBirth', '2999-01-01'],
    ['S129l', 'Client.IPAddress', '999.1.1.1'],
    ['S124', 'Language', 7],
    ['S125', 'RedirectionURL', 7],
    ['S126', 'FailRedirectionURL', ['http://localhost:1/f']],
    ['S127', 'CallBackURL', { url: 'http://localhost:1/n' }],
    ['S128', 'UniqueReference', 7],
    ['S122', 'IsTest', 1],
    ['S121', 'Currency', 978],
    ['S129', 'Client', []],
    ['S130', 'Client.TaxNumber', 7],
    ['S130', 'Client.TaxNumber', { country: 'MLT' }],
    ['S131', 'UDF', 'x'],
    ['S131', 'UDF', ['x']],
    ['S131', 'UDF.MerchantField1', 7],
    ['S131', 'UDF.MerchantField1', true],
    ['S131', 'UDF.MerchantField1', { deep: 'x' }],
    ['S131', 'UDF.MerchantField1', ['x']],
    ['S132', 'Configuration', []],
    ['S132', 'Configuration.Profile', 7],
    ['S133', 'Configuration.CardHolderNameEdit', true],
    ['S134', 'Configuration.ShowSavedCards', 0],
    ['N4', 'Configuration.Later', 7],
    ['T36', 'OrderReference', 'a\r\nSet-Cookie: x'],
    ['T36', 'Client.FirstName', 'a\u2028b'],
  ])('%s refuses a wrong %s: %j', async (_fact, path, value) => {
    const reply = await open().call('createHpp', withValue(hppRequest(), path, value));
    expect(reply.status).toBe(400);
    expect(reply.body.errorMessage).toMatch(new RegExp(`^INVALID_FIELD: .*${path}`));
    expect(shop.sandbox.transactions.list()).toEqual([]);
  });

  it.each(
    [
      'a Email',
      'b ClientAccount',
      'c FirstName',
      'd LastName',
      'e Country',
      'f MobileNo',
      'g Street',
      'h City',
    ].concat(['i ZIPCode', 'j State', 'k DateOfBirth', 'l IPAddress']),
  )('S129%s is taken as a text in Pascal case and refused in another spelling (S26)', async (numbered) => {
    const name = numbered.slice(2) as keyof typeof CLIENT;
    open();
    const taken = await shop.create({ Client: { [name]: CLIENT[name] } });
    expect(taken.body).toMatchObject({ isSuccess: true });
    const misspelt = name === 'IPAddress' ? 'ipAddress' : name[0]?.toLowerCase() + name.slice(1);
    const refused = await shop.create({ Client: { [misspelt]: CLIENT[name] } });
    expect(refused.body.errorMessage).toMatch(/^UNKNOWN_FIELD: Client\./);
    const number = await shop.create({ Client: { [name]: 7 } });
    expect(number.body.errorMessage).toMatch(/^INVALID_FIELD: Client\./);
  });

  it('S130 takes customer fields that only some acquirers ask for', async () => {
    const reply = await open().create({ Client: { ...CLIENT, TaxNumber: 'MT123' } });
    expect(reply.body.isSuccess).toBe(true);
  });

  it('S120 G9 takes a number as Amount only where the profile sends one', async () => {
    open({ profile: defineProfile({ wire: { amount: Number } }) });
    const { body } = await shop.create({ Amount: 10.5 });
    expect(shop.sandbox.page.open(body.token)).toMatchObject({ payment: { amount: '10.50' } });
    expect((await shop.create({ Amount: '10.50' })).body.isSuccess).toBe(true);
    expect((await shop.create({ Amount: true })).body.errorMessage).toMatch(/^INVALID_FIELD: Amount/);
  });

  it('reads null as absent, in every object', async () => {
    const nothing = {
      Client: { Email: null, Other: null },
      UDF: { a: null },
      Configuration: { Profile: null },
    };
    expect((await open().create({ ...nothing, Language: null })).body.isSuccess).toBe(true);
    expect((await shop.create({ Client: null, UDF: null, Configuration: null })).body.isSuccess).toBe(true);
  });

  it('S26 refuses a top-level name in another spelling, and says which is meant', async () => {
    const { OrderReference, ...rest } = hppRequest();
    const reply = await open().call('createHpp', { ...rest, orderReference: OrderReference });
    expect(reply.status).toBe(400);
    expect(reply.body.errorMessage).toContain('OrderReference');
  });

  it('S32 S123 takes an OrderReference twice, and warns: in a header, in the request log and in an event', async () => {
    open();
    const warned: unknown[] = [];
    shop.sandbox.on(({ type, data }) => type === 'request' && warned.push(data.warning));
    const first = await shop.create({ OrderReference: 'Again' });
    expect(first.headers.get('warning')).toBeNull();
    const request = hppRequest({ OrderReference: 'Again' });
    const second = await shop.call('createHpp', request);
    expect(second.body.isSuccess).toBe(true);
    expect(second.body.pspid).not.toBe(first.body.pspid);
    expect(second.headers.get('warning')).toMatch(/^299 - "OrderReference: this one was used before/);
    const replayed = await shop.call('createHpp', request);
    expect(replayed.headers.get('warning')).toBe(second.headers.get('warning'));
    const other = await shop.create({ OrderReference: 'Another' });
    expect(other.headers.get('warning')).toBeNull();
    const warning = second.headers.get('warning');
    expect(warned).toEqual([null, warning, warning, null]);
    expect(shop.sandbox.requests.list().map((entry) => entry.warning)).toEqual(warned);
  });

  it('S32 does not warn of an OrderReference whose first request was refused', async () => {
    open();
    expect((await shop.create({ OrderReference: 'Once', Amount: 'x' })).status).toBe(400);
    expect((await shop.create({ OrderReference: 'Once' })).headers.get('warning')).toBeNull();
  });

  it('S131 S53 passes UDF back in the notification, and in the status where the options say so, whatever its shape', async () => {
    open({ statusFields: ['UDF'] });
    const UDF = { key: 'a', value: 'b', MerchantField1: 'one', text: 'Grüße' };
    const { body } = await shop.create({ UDF });
    await shop.sandbox.page.choose(body.token, typed());
    await shop.sandbox.settle();
    expect(shop.received[0]?.payload.UDF).toEqual(UDF);
    expect((await shop.retrieve({ PspId: String(body.pspid) })).body.UDF).toEqual(UDF);
  });

  it('S132 S133 S134 Configuration reaches the page; further text keys pass (N4)', async () => {
    open();
    const { body } = await shop.create({
      Client: { FirstName: 'Ada', LastName: 'Lovelace' },
      Configuration: { Profile: 'Paper', CardHolderNameEdit: 'false', ShowSavedCards: '0', Later: 'x' },
    });
    expect(shop.sandbox.page.open(body.token)).toMatchObject({
      kind: 'payable',
      payment: { theme: 'paper', holderNameEditable: false, holderName: 'Ada Lovelace', savedCards: [] },
    });
  });

  it('S124 N5 falls back to the first language for one that the page lacks', async () => {
    open();
    const { body } = await shop.create({ Language: 'it' });
    expect(shop.sandbox.page.open(body.token)).toMatchObject({ payment: { language: 'it' } });
    const other = await shop.create({ Language: 'xx' });
    expect(shop.sandbox.page.open(other.body.token)).toMatchObject({ payment: { language: 'en' } });
  });

  it('S135b the token names the page and is no card token', async () => {
    open();
    const { body } = await shop.create();
    const path = `/api/cards/tokens/${body.token}`;
    const reply = await shop.call('getToken', null, { path });
    expect(reply.status).toBe(404);
    expect(reply.body.errorMessage).toMatch(/^TOKEN_NOT_FOUND/);
  });

  it('S24 G19 refuses a live transaction unless told otherwise', async () => {
    open();
    const refused = await shop.create({ IsTest: false });
    expect(refused.status).toBe(403);
    expect(refused.body.errorMessage).toMatch(/^LIVE_NOT_ALLOWED/);
    await shop.close();
    open({ allowLive: true });
    const urls = { RedirectionURL: 'https://shop.example/r', CallBackURL: 'https://shop.example/n' };
    const taken = await shop.create({ IsTest: false, FailRedirectionURL: 'https://shop.example/f', ...urls });
    expect(taken.body).toMatchObject({ isSuccess: true });
  });

  it('refuses a word in UDF.sandbox that it does not know, so that a slip does not look like a pass', async () => {
    const reply = await open().create({ UDF: { sandbox: 'dupplicate' } });
    expect(reply.body.errorMessage).toMatch(/^INVALID_FIELD: UDF\.sandbox: expected "duplicate"/);
  });

  it('G21 the same request again gets the same answer, another one under its reference is refused', async () => {
    open();
    const request = hppRequest();
    const first = await shop.call('createHpp', request);
    const again = await shop.call('createHpp', request);
    expect(again.body).toEqual(first.body);
    expect(shop.sandbox.transactions.list()).toHaveLength(1);
    const other = await shop.call('createHpp', { ...request, Amount: '11.00' });
    expect(other.status).toBe(409);
    expect(other.body.errorMessage).toMatch(/^REFERENCE_REUSED/);
  });

  it('takes a reference again after a request under it was refused', async () => {
    open();
    const request = hppRequest();
    expect((await shop.call('createHpp', { ...request, Amount: 'x' })).status).toBe(400);
    expect((await shop.call('createHpp', request)).status).toBe(200);
  });
});
