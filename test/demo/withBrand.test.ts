import { describe, expect, it } from 'vitest';
import { withBrand } from '../../demo/server/playground/withBrand.ts';

const PAGE = '<title>Back · Morrow</title><style nonce="n">p{}</style><p class="shop">Morrow</p>';
const answers = async (request: Request) =>
  request.method === 'POST'
    ? Response.json({ sessionId: 's1', display: { merchant: 'Morrow', amount: '9.00' } }, { status: 201 })
    : new Response(PAGE, { headers: { 'content-type': 'text/html; charset=utf-8' } });

function shop(logo: Response | Error = new Response('no', { status: 404 })) {
  const fetchLogo = async () => {
    if (logo instanceof Error) throw logo;
    return logo;
  };
  const serve = withBrand(answers, 'http://shop.example', fetchLogo as typeof fetch);
  return async (brand: unknown) => {
    const demo = { scenario: 'paid', lang: 'en', cards: false, theme: 'auto', brand };
    const order = { id: 'abcdef', items: [{ sku: 'beans', quantity: 1 }], demo };
    const body = JSON.stringify({ order: JSON.stringify(order), reason: 'open' });
    const session = await serve(new Request('http://m.example/checkout/session', { method: 'POST', body }));
    const page = await serve(new Request('http://m.example/checkout/return/s1/success'));
    return { session: (await session.json()) as { display: object }, page: await page.text() };
  };
}

describe('the dialog and the return page of a shop of somebody’s own', () => {
  it('have its name, its logo and its colour', async () => {
    const png = new Response('png', { headers: { 'content-type': 'image/png' } });
    const open = shop(png);
    const { session, page } = await open({ name: 'Q & <A>', accent: '#ffee00', logo: '0123456789abcdef' });
    expect(session.display).toEqual({
      merchant: 'Q & <A>',
      amount: '9.00',
      logo: 'data:image/png;base64,cG5n',
    });
    expect(page).toContain('<p class="shop">Q &amp; &lt;A></p>');
    expect(page).toContain(':root:root{--accent:#ffee00;--on-accent:#111111}</style>');
  });

  it.each([
    ['is forgotten', new Response('no', { status: 404 })],
    ['cannot be asked for', new Error('away')],
    [
      'is too long for a dialog',
      new Response('x'.repeat(50_000), { headers: { 'content-type': 'image/png' } }),
    ],
  ])('do without a logo that %s', async (_, logo) => {
    const { session } = await shop(logo)({ name: 'Quay', logo: '0123456789abcdef' });
    expect(session.display).toEqual({ merchant: 'Quay', amount: '9.00' });
  });

  it('are Morrow’s own where nobody chose anything', async () => {
    const { session, page } = await shop()({});
    expect(session.display).toEqual({ merchant: 'Morrow', amount: '9.00' });
    expect(page).toBe(PAGE);
  });
});
