import { afterEach, describe, expect, it } from 'vitest';
import { createGateway } from '../../src/gateway/createGateway.ts';
import { BANK_CARDS, type BankBehaviour } from '../../src/sandbox/cards/bankCards.ts';
import { NAMED_CARDS } from '../../src/sandbox/cards/namedCards.ts';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { paySandboxPage } from '../../src/testing/customer/paySandboxPage.ts';

const BANKS = Object.keys(BANK_CARDS) as BankBehaviour[];
const close: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const each of close.splice(0)) await each();
});

/** A page of a sandbox on real ports, and a customer's browser as far as it knows cookies and addresses. */
async function openPage(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ deliver: async () => new Response('OK'), ...options });
  close.push(() => sandbox.close());
  const { url } = await sandbox.listen();
  const gateway = createGateway({ baseUrl: url, ...sandbox.credentials, test: true });
  const { redirectUrl } = await gateway.hpp.create({
    orderReference: 'A-1',
    amount: '49.90',
    currency: 'EUR',
    redirectionUrl: 'http://localhost:3000/return/success',
    failRedirectionUrl: 'http://localhost:3000/return/failure',
    callBackUrl: 'http://localhost:3000/notify',
  });
  return { sandbox, url, redirectUrl };
}

const card = (bank: BankBehaviour) =>
  new URLSearchParams({
    method: 'card',
    number: BANK_CARDS[bank],
    expiry: '12/2034',
    securityCode: '123',
    holderName: 'Ada',
  });
const refreshedTo = (html: string) =>
  /<meta http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');

/** Types the card, and goes on to the bank's address. */
async function toTheBank(redirectUrl: string, bank: BankBehaviour): Promise<string> {
  const page = await fetch(redirectUrl, { method: 'POST', body: card(bank) });
  return refreshedTo(await page.text()) ?? '';
}
const answer = (bankUrl: string, value: string) =>
  fetch(bankUrl, { method: 'POST', body: new URLSearchParams({ answer: value }) });

describe('the banks’ own pages', () => {
  it('have a card each, by name, and another origin than the hosted page', async () => {
    expect(BANKS).toHaveLength(12);
    expect(NAMED_CARDS).toMatchObject(BANK_CARDS);
    const { url, redirectUrl } = await openPage();
    const bankUrl = new URL(await toTheBank(redirectUrl, 'challengeMotion'));
    expect(bankUrl.origin).not.toBe(url);
    expect(bankUrl.pathname).toMatch(/^\/bank\//);
    expect((await fetch(new URL('/hpp/1', bankUrl))).status).toBe(404);
  });

  it.each(BANKS)('%s: told on the page, approved, paid; declined, asked for another card', async (bank) => {
    const { sandbox, redirectUrl } = await openPage();
    const bankUrl = await toTheBank(redirectUrl, bank);
    const page = await fetch(bankUrl);
    expect(await page.text()).toMatch(/This bank/);
    expect(page.headers.get('content-security-policy')).toContain(
      `frame-ancestors ${bank === 'challengeUnframed' ? "'none'" : '*'}`,
    );
    const refused = await (await answer(bankUrl, 'decline')).text();
    expect(refreshedTo(refused)).toBe(redirectUrl);
    const again = await toTheBank(redirectUrl, bank);
    const back = await (await answer(again, 'approve')).text();
    expect(back).toContain('http://localhost:3000/return/success');
    expect(refreshedTo(back) === undefined).toBe(bank === 'challengePost' || bank === 'challengeNested');
    // Once more: some pages send their form twice.
    expect(await (await answer(again, 'approve')).text()).toContain('http://localhost:3000/return/success');
    expect(sandbox.transactions.list()).toMatchObject([{ state: 'processed', is3ds: true }]);
  });

  it.each(BANKS)('%s is paid without a browser, too', async (bank) => {
    const { redirectUrl, sandbox } = await openPage();
    expect(await paySandboxPage(redirectUrl, bank)).toMatchObject({ outcome: 'completed', notified: true });
    const other = await openPage();
    expect(await other.sandbox.pay(other.redirectUrl, bank)).toMatchObject({ outcome: 'completed' });
    expect(sandbox.transactions.list()).toHaveLength(1);
  });

  it('tries a plain cookie, then a partitioned one, and says when there is none', async () => {
    const { redirectUrl } = await openPage();
    const bankUrl = await toTheBank(redirectUrl, 'challengeCookies');
    const plain = await fetch(bankUrl, { redirect: 'manual' });
    const [own, lax] = plain.headers.getSetCookie();
    expect([own, lax]).toEqual([
      expect.stringMatching(/SameSite=Lax$/),
      expect.stringMatching(/SameSite=None; Secure$/),
    ]);
    const second = new URL(plain.headers.get('location') ?? '', bankUrl).href;
    const partitioned = await fetch(second, { redirect: 'manual' });
    expect(partitioned.headers.getSetCookie()).toEqual([expect.stringMatching(/; Partitioned$/)]);
    const third = new URL(partitioned.headers.get('location') ?? '', bankUrl).href;
    expect(await (await fetch(third)).text()).toContain('data-verdict="refused"');
    const [cookie = ''] = (partitioned.headers.getSetCookie()[0] ?? '').split(';');
    expect(await (await fetch(third, { headers: { cookie } })).text()).toContain('data-verdict="granted"');
  });

  it('lie under an address of the operator’s, or under the sandbox’s own public one', async () => {
    const named = await openPage({ bankUrl: 'http://bank.localhost/of' });
    expect(await toTheBank(named.redirectUrl, 'challengeTop')).toMatch(
      /^http:\/\/bank\.localhost\/of\/bank\//,
    );
    expect(() => createSandbox({ bankUrl: 'bank' })).toThrow(/^bankUrl: expected an http\(s\) address/);
  });

  it('that nobody was led to are not there', async () => {
    const { redirectUrl, url } = await openPage();
    expect((await fetch(`${url}/bank/1`)).status).toBe(404);
    expect((await answer(`${url}/bank/1`, 'approve')).status).toBe(404);
    // One that the hosted page asks itself.
    const body = card('challengeTop');
    body.set('number', NAMED_CARDS.challenge);
    const asked = await fetch(redirectUrl, { method: 'POST', body });
    expect(await asked.text()).not.toContain('/bank/');
  });
});
