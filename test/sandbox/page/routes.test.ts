import { describe, expect, it } from 'vitest';
import type { HostedPayment } from '../../../src/sandbox/hostedPage/hostedPageService.ts';
import { type FakeHostedPageService, fakeHostedPageService } from './fakeHostedPageService.ts';
import { CARD, markup, servedPage } from './servedPage.ts';

const SAVED = {
  id: 'saved-1',
  maskedNumber: '424242******4242',
  brand: 'Visa',
  expiry: '09/2029',
  holderName: 'Ada Borg',
};

describe('hosted page', () => {
  it('S136 shows payee, amount and order at the address', async () => {
    const answer = await servedPage(fakeHostedPageService()).get('/hpp/tok1');
    const html = await answer.text();
    expect(answer.status).toBe(200);
    for (const text of ['Harbour Books', '€128.50', 'HB-20417']) expect(html).toContain(text);
  });

  it('has the standard autocomplete token on every card field', async () => {
    const html = await (await servedPage(fakeHostedPageService()).get('/hpp/tok1')).text();
    for (const token of ['cc-name', 'cc-number', 'cc-exp', 'cc-csc']) {
      expect(html).toContain(`autocomplete="${token}"`);
    }
  });

  it('S137 leaves for the shop after a payment, by a page of its own', async () => {
    const hostedPage = fakeHostedPageService();
    const answer = await servedPage(hostedPage).post('/hpp/tok1', CARD);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('content="0;url=http://shop.example/return/success"');
    expect(hostedPage.choices).toEqual([
      {
        method: 'card',
        card: {
          holderName: 'Ada Borg',
          number: '4242424242424242',
          expMonth: '09',
          expYear: '2030',
          securityCode: '123',
        },
      },
    ]);
  });

  it('sends a customer who comes back to a settled page on to the shop', async () => {
    const hostedPage = fakeHostedPageService();
    const { get, post } = servedPage(hostedPage);
    await post('/hpp/tok1', CARD);
    expect(await (await get('/hpp/tok1')).text()).toContain('href="http://shop.example/return/success"');
    expect(await (await post('/hpp/tok1', CARD)).text()).toContain('return/success');
    expect(hostedPage.choices).toHaveLength(1);
  });

  it('S190 shows the acquirer’s text above the form after a refused try, and takes another card', async () => {
    const hostedPage = fakeHostedPageService();
    const { get, post } = servedPage(hostedPage);
    const refused = await post('/hpp/tok1', { ...CARD, number: '4000000000000002', holderName: 'Grace H' });
    const html = await refused.text();
    expect(refused.status).toBe(402);
    expect(html).toContain('The issuer declined the payment.');
    expect(html).toContain('value="Grace H"');
    expect(await (await get('/hpp/tok1')).text()).toContain('The issuer declined the payment.');
    expect(await (await post('/hpp/tok1', CARD)).text()).toContain('return/success');
  });

  it('names each wrong field at the field and in a list above', async () => {
    const answer = await servedPage(fakeHostedPageService()).post('/hpp/tok1', {
      ...CARD,
      number: '42',
      expiry: 'soon',
    });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain('<a href="#number">This card number is not right. Check its digits.</a>');
    expect(html).toMatch(/id="expiry-problem">Enter the expiry date/);
    expect(html.match(/<input[^>]*aria-invalid="true"/g)).toHaveLength(2);
  });

  it('T12 never renders a number or a security code back', async () => {
    const { post } = servedPage(fakeHostedPageService());
    for (const number of ['4000000000000002', '4000 0000 0000 0003', '42']) {
      const fields = { ...CARD, number, securityCode: '9071', expiry: '' };
      const html = await (await post('/hpp/tok1', fields)).text();
      expect(html).not.toContain('9071');
      expect(html).not.toMatch(/id="number"[^>]*value=/);
    }
  });

  it('T12 does not show a number again that was typed into another field', async () => {
    const { post } = servedPage(fakeHostedPageService());
    const html = await (
      await post('/hpp/tok1', {
        ...CARD,
        number: '',
        holderName: '4242 4242 4242 4242',
        expiry: '4242424242424242',
      })
    ).text();
    expect(html).not.toMatch(/value="4242/);
  });

  it('asks for a method when the form names none', async () => {
    const answer = await servedPage(fakeHostedPageService()).post('/hpp/tok1', { method: 'cheque' });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('Choose how you would like to pay.');
  });

  it('S16 asks for 3DS inside the page and goes on after the answer', async () => {
    const { get, post } = servedPage(fakeHostedPageService());
    const asked = await post('/hpp/tok1', { ...CARD, number: '4000000000003220' });
    expect(asked.status).toBe(303);
    const { pathname, search } = new URL(asked.headers.get('location') ?? '', 'http://gateway.test/hpp/tok1');
    expect(pathname + search).toBe('/hpp/approval/app1?page=tok1');
    const html = await (await get(pathname + search)).text();
    for (const text of ['First Island Bank', '•••• 3220', '€128.50']) expect(html).toContain(text);
    const left = await post(pathname + search, { answer: 'approve' });
    expect(await left.text()).toContain('http://shop.example/return/success');
  });

  it('goes back to the form when 3DS is declined or abandoned', async () => {
    for (const answer of ['decline', 'abandon']) {
      const hostedPage = fakeHostedPageService();
      const { post } = servedPage(hostedPage);
      await post('/hpp/tok1', { ...CARD, number: '4000000000003220' });
      const back = await post('/hpp/approval/app1?page=tok1', { answer });
      expect(back.status).toBe(303);
      expect(
        new URL(back.headers.get('location') ?? '', 'http://gateway.test/hpp/approval/app1').pathname,
      ).toBe('/hpp/tok1');
      expect(hostedPage.answers).toEqual([answer]);
    }
  });

  it('asks again when an approval’s form has no answer', async () => {
    const hostedPage = fakeHostedPageService();
    const { post } = servedPage(hostedPage);
    await post('/hpp/tok1', { ...CARD, number: '4000000000003220' });
    expect(await (await post('/hpp/approval/app1', { answer: 'yes' })).text()).toContain('First Island Bank');
    expect(hostedPage.answers).toEqual([]);
  });

  it('says so when an approval is answered or was never asked', async () => {
    const { get, post } = servedPage(fakeHostedPageService());
    for (const answer of [
      await get('/hpp/approval/none'),
      await post('/hpp/approval/none', { answer: 'approve' }),
    ]) {
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('This question is closed');
    }
  });

  it('S142 asks each method for what it needs, and offers only the methods given', async () => {
    const html = await (
      await servedPage(fakeHostedPageService({ methods: ['card', 'bank', 'wallet', 'voucher'] })).get(
        '/hpp/tok1',
      )
    ).text();
    expect(html.match(/<details name="method"/g)).toHaveLength(4);
    expect(html).toMatch(/<form[^>]*target="_top"[^>]*>[^§]*name="bank"/);
    const only = await (
      await servedPage(fakeHostedPageService({ methods: ['card'] })).get('/hpp/tok1')
    ).text();
    expect(only).not.toContain('name="bank"');
    expect(only).not.toContain('<details name="method"');
  });

  it('passes on bank, wallet and voucher as chosen', async () => {
    for (const [fields, choice] of [
      [
        { method: 'bank', bank: 'Harbour Bank' },
        { method: 'bank', bank: 'Harbour Bank' },
      ],
      [{ method: 'wallet' }, { method: 'wallet' }],
      [{ method: 'voucher' }, { method: 'voucher' }],
    ] as const) {
      const hostedPage = fakeHostedPageService({ methods: ['card', 'bank', 'wallet', 'voucher'] });
      await servedPage(hostedPage).post('/hpp/tok1', fields);
      expect(hostedPage.choices).toEqual([choice]);
    }
  });

  it('S134 lists saved cards only when given, and pays with one by its security code', async () => {
    expect(markup(await (await servedPage(fakeHostedPageService()).get('/hpp/tok1')).text())).not.toContain(
      'savedCardId',
    );
    const hostedPage = fakeHostedPageService({ savedCards: [SAVED], test: false });
    const { get, post } = servedPage(hostedPage);
    const html = await (await get('/hpp/tok1')).text();
    expect(html).toContain('•••• 4242');
    expect(html).not.toContain('424242');
    await post('/hpp/tok1', { method: 'card', savedCardId: 'saved-1', securityCode: '123' });
    expect(hostedPage.choices).toEqual([
      { method: 'savedCard', savedCardId: 'saved-1', securityCode: '123' },
    ]);
  });

  it('S133 fixes the holder name when it may not be edited, and only then', async () => {
    const nameField = async (over: Partial<HostedPayment>) => {
      const html = await (await servedPage(fakeHostedPageService(over)).get('/hpp/tok1')).text();
      return /<input id="holderName"[^>]*>/.exec(html)?.[0];
    };
    expect(await nameField({ holderNameEditable: false })).toMatch(/value="Ada Borg"[^>]*readonly/i);
    expect(await nameField({ holderNameEditable: true })).not.toMatch(/readonly/i);
    expect(await nameField({ holderNameEditable: false, holderName: '' })).not.toMatch(/readonly/i);
  });

  it('S138 cancels and leaves for the shop', async () => {
    const answer = await servedPage(fakeHostedPageService()).post('/hpp/tok1/cancel', {});
    expect(await answer.text()).toContain('http://shop.example/return/cancelled');
  });

  it('S141 G17 answers 410 for an expired address, to a look and to a payment', async () => {
    const hostedPage = fakeHostedPageService();
    hostedPage.set({
      kind: 'expired',
      language: 'fr',
      theme: 'paper',
      frameAncestors: ['https://shop.example'],
    });
    const { get, post } = servedPage(hostedPage);
    for (const answer of [await get('/hpp/tok1'), await post('/hpp/tok1', CARD)]) {
      expect(answer.status).toBe(410);
      const html = await answer.text();
      expect(html).toContain('Cette page a expiré');
      expect(html).toContain('lang="fr" dir="ltr" data-theme="paper"');
      expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors https://shop.example');
    }
    expect(hostedPage.choices).toEqual([]);
  });

  it('shows the expired page when the address dies between look and payment', async () => {
    const hostedPage = fakeHostedPageService();
    const dying: FakeHostedPageService = {
      ...hostedPage,
      choose: async () => {
        hostedPage.set({ kind: 'expired', language: 'en', theme: 'classic', frameAncestors: ['*'] });
        return { kind: 'expired' };
      },
    };
    expect((await servedPage(dying).post('/hpp/tok1', CARD)).status).toBe(410);
  });

  it('answers 404 for an address that was never given out, in the browser’s language', async () => {
    const { get, post } = servedPage(fakeHostedPageService());
    const answer = await get('/hpp/nobody', { 'Accept-Language': 'de-AT,de;q=0.9' });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('Unbekannte Seite');
    const titleIn = async (languages: string) =>
      /<title>(.*?)<\/title>/.exec(
        await (await get('/hpp/nobody', { 'Accept-Language': languages })).text(),
      )?.[1];
    // Not spoken, refused, or less wanted: the best of those that the page has texts for.
    expect(await titleIn('fi, en;q=0.5, de-CH;q=0.7')).toBe('Unbekannte Seite');
    expect(await titleIn('de;q=0, en;q=0.1')).toBe('We do not know this page');
    expect(await titleIn('fi')).toBe('We do not know this page');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect((await post('/hpp/nobody', CARD)).status).toBe(404);
    expect((await post('/hpp/nobody/cancel', {})).status).toBe(404);
  });

  it('T36 refuses a form that no customer can have typed', async () => {
    const hostedPage = fakeHostedPageService();
    const answer = await servedPage(hostedPage).post('/hpp/tok1', {
      ...CARD,
      holderName: 'x'.repeat(20_000),
    });
    expect(answer.status).toBe(413);
    expect(hostedPage.choices).toEqual([]);
  });

  it('S24 shows test cards for a test payment only', async () => {
    const page = async (test: boolean) =>
      markup(await (await servedPage(fakeHostedPageService({ test })).get('/hpp/tok1')).text());
    expect(await page(true)).toContain('Sandbox: no money moves');
    expect(await page(true)).toContain('4000 0000 0000 3220');
    // The banks' own pages, in a list of their own that stays closed.
    expect(await page(true)).toMatch(
      /4000 0000 0000 9995.*<details><summary>.*4000 0032 0000 0103.*4000 0032 0000 1200/s,
    );
    expect(await page(false)).not.toContain('Test cards');
  });
});
