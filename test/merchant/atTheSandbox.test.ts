import { afterEach, describe, expect, it } from 'vitest';
import type { OrderFacts } from '../../src/merchant/options.ts';
import { defineProfile } from '../../src/protocol/gateway/defineProfile.ts';
import type { OptionalField, SandboxOptions } from '../../src/sandbox/index.ts';
import { createHarness, type Harness, type HarnessOptions } from '../support/harness.ts';
import { until } from '../support/until.ts';

/*
 * What an order of the shop becomes at the gateway and what comes back: handler and sandbox over sockets, no browser. The customer
 * is a client that reads the page and posts its form.
 */

let shop: Harness;
const notified: Record<string, unknown>[] = [];
afterEach(() => shop.close());

/** Opens a shop whose order has these particulars, and remembers what the gateway's notifications said. */
async function open(
  order: Partial<OrderFacts> = {},
  sandbox: SandboxOptions = {},
  handler: HarnessOptions['handler'] = {},
): Promise<void> {
  notified.length = 0;
  shop = await createHarness({
    ...(sandbox.profile === undefined ? {} : { profile: sandbox.profile }),
    sandbox: {
      deliver: (url, init) => {
        notified.push(JSON.parse(init.body ?? '{}'));
        return fetch(url, init);
      },
      ...sandbox,
    },
    handler: {
      resolveOrder: (reference) => ({
        orderReference: String(reference),
        amount: '49.90',
        currency: 'EUR',
        ...order,
      }),
      ...handler,
    },
  });
}

async function createSession(order: string): Promise<{ sessionId: string; redirectUrl: string }> {
  const reply = await fetch(`${shop.merchant}/checkout/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.shop },
    body: JSON.stringify({ order, reason: 'open' }),
  });
  if (reply.status !== 201) throw new Error(await reply.text());
  return reply.json() as Promise<{ sessionId: string; redirectUrl: string }>;
}

const pageOf = async (url: string) => (await fetch(url)).text();
const htmlOf = async (order: string) => pageOf((await createSession(order)).redirectUrl);

/** Posts the page's form, and does not follow where it leads. */
function submit(url: string, over: Record<string, string> = {}): Promise<Response> {
  const form = {
    method: 'card',
    holderName: 'Ada Lovelace',
    number: '4242424242424242',
    expiry: '12/40',
    securityCode: '123',
    ...over,
  };
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
}

const statusOf = async (id: string) =>
  ((await (await fetch(`${shop.merchant}/checkout/session/${id}`)).json()) as { status: string }).status;

/** A customer who pays and is never seen again. */
async function pay(order: string): Promise<string> {
  const { sessionId, redirectUrl } = await createSession(order);
  expect((await submit(redirectUrl)).status).toBe(200);
  await until(() => shop.payments.some(({ orderReference }) => orderReference === order));
  return sessionId;
}

describe('an order at the gateway', () => {
  it.each([
    ['S1 S119', 'AUTH', true],
    ['S2 S119', 'PURC', false],
  ] as const)(
    '%s of type %s is that at the gateway, and for the shop',
    async (_facts, transactionType, held) => {
      await open({ transactionType });
      const sessionId = await pay('A-1');
      expect(shop.sandbox.transactions.list()).toMatchObject([
        { type: transactionType, state: 'processed', fundsHeld: held },
      ]);
      expect(shop.payments).toMatchObject([{ orderReference: 'A-1', transactionType, amount: '49.90' }]);
      expect(await statusOf(sessionId)).toBe('completed');
    },
  );

  it('S53 S131 its UDF comes back with the notification, unchanged', async () => {
    const udf = { MerchantField1: 'one', text: 'Grüße & <b>', empty: '' };
    await open({ udf });
    await pay('A-1');
    expect(shop.sandbox.transactions.list()).toMatchObject([{ udf }]);
    expect(notified).toMatchObject([{ Status: 'Processed', UDF: udf }]);
    expect(shop.payments).toMatchObject([{ udf }]);
  });

  it.each([
    ['de', 'ltr', 'Kartennummer'],
    ['it', 'ltr', 'Numero della carta'],
    ['ar', 'rtl', 'رقم البطاقة'],
    ['en', 'ltr', 'Card number'],
  ])('S124 in "%s" has a page in that language', async (language, direction, label) => {
    await open({ language });
    const html = await htmlOf('A-1');
    expect(html).toContain(`<html lang="${language}" dir="${direction}"`);
    expect(html).toContain(label);
  });

  it('S124 N5 in a language that the page lacks has a page in its first', async () => {
    await open({ language: 'sv' });
    expect(await htmlOf('A-1')).toContain('<html lang="en"');
  });

  it.each([
    ['paper', 'paper'],
    ['unheard-of', 'classic'],
  ])('S132 with the profile "%s" has a page in the theme %s', async (profile, theme) => {
    await open({ configuration: { profile } });
    expect(await htmlOf('A-1')).toContain(`data-theme="${theme}"`);
  });

  it.each([
    [true, false],
    [false, true],
  ])('S133 with cardHolderNameEdit %j has a name field that is read-only: %j', async (edit, readOnly) => {
    await open({
      client: { firstName: 'Ada', lastName: 'Lovelace' },
      configuration: { cardHolderNameEdit: edit },
    });
    const field = /<input[^>]*id="holderName"[^>]*>/.exec(await htmlOf('A-1'))?.[0] ?? '';
    expect(field).toContain('value="Ada Lovelace"');
    expect(/\sreadonly/i.test(field)).toBe(readOnly);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('S134 with showSavedCards %j lists %i of the customer’s cards', async (showSavedCards, count) => {
    await open({ client: { clientAccount: 'ada-1' }, configuration: { showSavedCards } });
    await pay('A-1');
    const html = await htmlOf('A-2');
    expect(html.match(/name="savedCardId" value="\w+"/g) ?? []).toHaveLength(count);
    expect(html.includes('•••• 4242')).toBe(showSavedCards);
    expect(html).not.toContain(shop.payments[0]?.cardToken);
  });
});

describe('the outcome of an order', () => {
  it('S186 comes with the notification alone: no browser returns, and the status endpoint is down', async () => {
    await open();
    shop.sandbox.faults.add({ do: 'status', status: 503, match: { operation: 'retrieve' } });
    const sessionId = await pay('A-1');
    expect(await statusOf(sessionId)).toBe('completed');
    expect(shop.sandbox.notifications.list()).toMatchObject([{ state: 'acknowledged' }]);
    expect(shop.sandbox.requests.list().filter(({ operation }) => operation === 'retrieve')).toEqual([]);
  });

  it('S139 S186 comes by polling where no notification ever arrives', async () => {
    await open({ udf: { sandbox: 'drop' } });
    const { sessionId, redirectUrl } = await createSession('A-1');
    await submit(redirectUrl);
    await until(async () => (await statusOf(sessionId)) === 'completed');
    expect(notified).toEqual([]);
  });

  const DETAILS: OptionalField[] = [
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
  ];
  it.each(DETAILS)('S186 comes with a notification without %s', async (field) => {
    await open({}, { notificationFields: { except: [field] } });
    shop.sandbox.faults.add({ do: 'status', status: 503, match: { operation: 'retrieve' } });
    expect(await statusOf(await pay('A-1'))).toBe('completed');
    expect(notified[0]).not.toHaveProperty(field);
  });

  it('S186 comes with a notification that says only which payment it is, and that it is paid', async () => {
    await open({}, { notificationFields: [] });
    shop.sandbox.faults.add({ do: 'status', status: 503, match: { operation: 'retrieve' } });
    expect(await statusOf(await pay('A-1'))).toBe('completed');
    expect(shop.payments).toMatchObject([{ amount: '49.90', currency: 'EUR', cardToken: null }]);
  });

  it('G23 S138 S191 after a decline the same address pays the order, once', async () => {
    await open({}, { maxTries: 1 });
    const { sessionId, redirectUrl } = await createSession('A-1');
    expect(await (await submit(redirectUrl, { number: '4000000000000002' })).text()).toContain('/failure');
    await until(() => notified.length === 1);
    expect((await submit(redirectUrl)).status).toBe(200);
    await until(() => shop.payments.length > 0);
    expect(notified.map(({ Status }) => Status)).toEqual(['Declined', 'Processed']);
    expect(await statusOf(sessionId)).toBe('completed');
    expect(shop.payments).toHaveLength(1);
  });

  it('G23 with declineEndsPage the address leads back to the shop, and takes no other card', async () => {
    const profile = defineProfile({ redirect: { declineEndsPage: true } });
    await open({}, { maxTries: 1, profile });
    const { sessionId, redirectUrl } = await createSession('A-1');
    await submit(redirectUrl, { number: '4000000000000002' });
    await until(async () => (await statusOf(sessionId)) === 'failed');
    expect(await (await submit(redirectUrl)).text()).toContain('/failure');
    expect(notified.map(({ Status }) => Status)).toEqual(['Declined']);
    expect(shop.payments).toEqual([]);
  });
});
