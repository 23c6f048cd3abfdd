import { afterEach, describe, expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/createGateway.ts';
import { cardToType, NAMED_CARDS } from '../../src/sandbox/cards/namedCards.ts';
import { testCardBehaviour } from '../../src/sandbox/cards/testCards.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import type { PaidPage, ThreeDSAnswer } from '../../src/sandbox/paidPage.ts';
import { paySandboxPage } from '../../src/testing/customer/paySandboxPage.ts';

const BASE = 'http://127.0.0.1:4010';
let close: () => Promise<void>;
afterEach(() => close());

async function openPage(options: SandboxOptions = {}) {
  const delivered: string[] = [];
  const sandbox = createSandbox({
    mode: 'instant',
    publicUrl: BASE,
    deliver: async (_, { body }) => {
      delivered.push(JSON.parse(String(body)).Status);
      return new Response('OK');
    },
    ...options,
  });
  close = () => sandbox.close();
  const gateway = createGateway({
    baseUrl: BASE,
    ...sandbox.credentials,
    test: true,
    transport: sandbox.fetch,
  });
  const { redirectUrl } = await gateway.hpp.create({
    orderReference: 'A-1001',
    amount: '49.90',
    currency: 'EUR',
    redirectionUrl: 'http://localhost:3000/checkout/return/1/success',
    failRedirectionUrl: 'http://localhost:3000/checkout/return/1/failure',
    callBackUrl: 'http://localhost:3000/checkout/notify/1/2',
  });
  return { sandbox, redirectUrl, delivered };
}

/** The two ways to be a customer without a browser. */
const WAYS: Record<
  string,
  (
    sandbox: ReturnType<typeof createSandbox>,
    url: string,
    card?: string,
    threeDS?: ThreeDSAnswer,
  ) => Promise<PaidPage>
> = {
  'sandbox.pay': (sandbox, url, card, threeDS) => sandbox.pay(url, card, threeDS && { threeDS }),
  paySandboxPage: (sandbox, url, card, threeDS) =>
    paySandboxPage(url, card, { fetch: (to, init) => sandbox.fetch(to, init), ...(threeDS && { threeDS }) }),
};

describe.each(Object.entries(WAYS))('%s', (_, pay) => {
  it.each([
    ['paid', undefined, 'completed', ['Processed']],
    ['challenge', undefined, 'completed', ['Processed']],
    ['challenge', 'decline', 'declined', []],
    ['challengeThenDeclined', undefined, 'declined', []],
    ['declined', undefined, 'declined', []],
    ['insufficientFunds', undefined, 'declined', []],
    ['378282246310005', undefined, 'completed', ['Processed']],
  ] as const)('pays with %s (3-D Secure: %s): %s', async (card, threeDS, outcome, told) => {
    const { sandbox, redirectUrl, delivered } = await openPage();
    const paid = await pay(sandbox, redirectUrl, card, threeDS);
    expect(paid).toMatchObject({ outcome, notified: told.length > 0 });
    expect(delivered).toEqual(told);
    if (outcome === 'completed') expect(paid.returnUrl).toContain('/return/1/success?');
    else expect(paid.returnUrl).toBeNull();
  });

  it('tries another card on the same page, and fails when the page gives up', async () => {
    const { sandbox, redirectUrl } = await openPage({ maxTries: 2 });
    expect(await pay(sandbox, redirectUrl, 'declined')).toMatchObject({ outcome: 'declined' });
    expect(await pay(sandbox, redirectUrl, 'declined')).toMatchObject({
      outcome: 'failed',
      returnUrl: expect.stringContaining('/return/1/failure?'),
    });
  });

  it('says that a page has expired', async () => {
    const { sandbox, redirectUrl } = await openPage({ clock: 'manual' });
    await sandbox.clock.advance('121s');
    expect(await pay(sandbox, redirectUrl)).toMatchObject({ outcome: 'expired', returnUrl: null });
  });

  it('refuses an address that is no page of the sandbox, and a card of no name', async () => {
    const { sandbox, redirectUrl } = await openPage();
    await expect(pay(sandbox, `${BASE}/hpp/${'0'.repeat(32)}`)).rejects.toThrow(/hpp\/0/);
    await expect(pay(sandbox, redirectUrl, 'payed')).rejects.toThrow(/one of paid, challenge/);
    await expect(pay(sandbox, redirectUrl, '4242424242424241')).rejects.toThrow(/does not take the card/);
  });
});

describe('the test cards by name', () => {
  it('do what their name says', () => {
    for (const [name, number] of Object.entries(NAMED_CARDS)) {
      expect(testCardBehaviour(number)).toBe(name === 'paid' ? 'processed' : name);
    }
  });

  it('are typed with what a customer needs', () => {
    expect(cardToType('paid', new Date('2030-06-01'))).toEqual({
      number: '4242424242424242',
      holderName: 'Test Customer',
      expiry: '12/2035',
      securityCode: '123',
    });
    expect(cardToType({ number: '3782 822463 10005', holderName: 'Ada' }).securityCode).toBe('1234');
  });
});
