import { describe, expect, it } from 'vitest';
import { pageRoutes } from '../../../src/sandbox/page/routes.ts';
import { type FakeDesk, fakeDesk } from './fakeDesk.ts';

const CARD = {
  method: 'card',
  number: '4242 4242 4242 4242',
  expiry: '09/30',
  securityCode: '123',
  holderName: 'Ada',
};

function serve(desk: FakeDesk) {
  const app = pageRoutes(desk, { nonce: () => 'bm9uY2U' });
  const at = (path: string) => `http://gateway.test${path}`;
  return {
    get: (path: string) => app.request(at(path)),
    post: (path: string, fields: Record<string, string>) =>
      app.request(at(path), { method: 'POST', body: new URLSearchParams(fields) }),
  };
}

describe('hosted page', () => {
  it('S136 shows payee, amount and order at the address', async () => {
    const answer = await serve(fakeDesk()).get('/hpp/tok1');
    const html = await answer.text();
    expect(answer.status).toBe(200);
    for (const text of ['Harbour Books', '€128.50', 'HB-20417']) expect(html).toContain(text);
  });

  it('S137 leaves for the shop after a payment, by a page of its own', async () => {
    const desk = fakeDesk();
    const answer = await serve(desk).post('/hpp/tok1', CARD);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('content="0;url=http://shop.example/return/success"');
    expect(desk.choices).toEqual([
      {
        method: 'card',
        card: {
          holderName: 'Ada',
          number: '4242424242424242',
          expMonth: '09',
          expYear: '2030',
          securityCode: '123',
        },
      },
    ]);
  });

  it('S16 asks for 3DS inside the page and goes on after the answer', async () => {
    const desk = fakeDesk();
    const { get, post } = serve(desk);
    const asked = await post('/hpp/tok1', { ...CARD, number: '4000000000003220' });
    expect(asked.status).toBe(303);
    const path = new URL(asked.headers.get('location') ?? '', 'http://gateway.test/hpp/tok1');
    expect(path.pathname + path.search).toBe('/hpp/approval/app1?page=tok1');
    expect(await (await get(path.pathname + path.search)).text()).toContain('First Island Bank');
    const left = await post(path.pathname + path.search, { answer: 'approve' });
    expect(await left.text()).toContain('http://shop.example/return/success');
  });
});
