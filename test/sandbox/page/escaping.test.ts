import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import type { HostedPayment } from '../../../src/sandbox/hostedPage/hostedPageService.ts';
import { fakeHostedPageService } from './fakeHostedPageService.ts';
import { servedPage } from './servedPage.ts';

const PAYLOADS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus=alert(1) autofocus '",
  '</title></style></textarea><svg/onload=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
  '<!--',
  '\u2028</script>',
];

function parsed(html: string) {
  const window = new Window({ settings: { disableJavaScriptEvaluation: true } });
  const { document } = window;
  document.write(html);
  const elements = [...document.querySelectorAll('*')];
  const attributes = elements.flatMap((element) =>
    element.getAttributeNames().map((name) => `${element.tagName} ${name}`),
  );
  return { shape: attributes.sort(), count: elements.length, text: document.body.textContent };
}

function evil(payload: string): Partial<HostedPayment> {
  return {
    merchantName: payload,
    orderReference: payload,
    currency: payload,
    holderName: payload,
    problem: payload,
    savedCards: [
      { id: payload, maskedNumber: payload, brand: payload, expiry: payload, holderName: payload },
    ],
  };
}

describe('hosted page', () => {
  const inert = evil('plain');

  it.each(PAYLOADS)('T16 T53 renders %s as text in every field', async (payload) => {
    const clean = parsed(await (await servedPage(fakeHostedPageService(inert)).get('/hpp/tok1')).text());
    const page = parsed(
      await (await servedPage(fakeHostedPageService(evil(payload))).get('/hpp/tok1')).text(),
    );
    expect(page.count).toBe(clean.count);
    expect(page.shape).toEqual(clean.shape);
    expect(page.text).toContain(payload);
  });

  it.each(PAYLOADS)('T16 renders %s as text when a form sent it', async (payload) => {
    const post = (value: string) =>
      servedPage(fakeHostedPageService()).post('/hpp/tok1', {
        method: 'card',
        holderName: value,
        expiry: value,
        number: value,
      });
    const clean = parsed(await (await post('plain')).text());
    const page = parsed(await (await post(payload)).text());
    expect(page.count).toBe(clean.count);
    expect(page.shape).toEqual(clean.shape);
  });

  it('T16 keeps the shop’s address whole on the way there', async () => {
    const hostedPage = fakeHostedPageService({}, 'http://shop.example/a"b\'c<d>?x=1&y=2#');
    const html = await (await servedPage(hostedPage).post('/hpp/tok1/cancel', {})).text();
    expect(html).toContain(
      'content="0;url=http://shop.example/a&quot;b\'c&lt;d>?x=1&amp;y=2#/return/cancelled"',
    );
  });
});
