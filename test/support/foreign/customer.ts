import { CARD_YEAR } from './foreignShop.ts';

/** Where the customer is in the end: back at the shop, or still on a page of the gateway. */
export type Where = { at: 'shop'; url: string } | { at: 'gateway'; url: string; html: string };

async function send(url: string, form?: Record<string, string>): Promise<Where> {
  const gateway = new URL(url).origin;
  let response = await fetch(url, {
    redirect: 'manual',
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  });
  let here = url;
  for (;;) {
    const location = response.headers.get('location');
    if (location === null) return { at: 'gateway', url: here, html: await response.text() };
    here = new URL(location, here).href;
    response = await fetch(here, { redirect: 'manual' });
    if (new URL(here).origin !== gateway) {
      await response.text();
      return { at: 'shop', url: here };
    }
  }
}

/** A customer on the foreign gateway's hosted page, by its forms alone: no browser, no script. */
export const customer = {
  async payByCard(
    pageUrl: string,
    cardNumber = '4242424242424242',
    cardHolderName = 'Ada Lovelace',
  ): Promise<Where> {
    await send(pageUrl);
    return send(`${pageUrl}/card`, {
      cardNumber,
      cardHolderName,
      expMonth: '12',
      expYear: CARD_YEAR,
      cvv: '123',
    });
  },
  answerChallenge: (where: Where, answer: 'approve' | 'decline'): Promise<Where> =>
    send(where.url, { answer }),
  async takeVoucher(pageUrl: string): Promise<Where> {
    await send(pageUrl);
    await send(`${pageUrl}/voucher`, {});
    return send(`${pageUrl}/continue`);
  },
  async cancel(pageUrl: string): Promise<Where> {
    await send(pageUrl);
    return send(`${pageUrl}/cancel`, {});
  },
};
