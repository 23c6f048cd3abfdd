import { describe, expect, it } from 'vitest';
import { CheckoutConfigError } from '../../../src/merchant/configError.ts';
import type { OrderFacts } from '../../../src/merchant/options.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';

const display = async (order: Partial<OrderFacts>, handler: object = {}) => {
  const harness = handlerHarness({
    handler: {
      ...handler,
      resolveOrder: () => ({ orderReference: 'A-1', amount: '49.9', currency: 'EUR', ...order }),
    },
  });
  const answer = await (await harness.open('A-1')).json();
  return { harness, display: answer.display };
};

describe('what a session says of the purchase', () => {
  it('is the shop, and the sum that its page asks for', async () => {
    const { harness, display: shown } = await display({}, { shopName: 'Morrow' });
    expect(shown).toEqual({ merchant: 'Morrow', amount: '49.90', currency: 'EUR' });
    expect(harness.gateway.created[0]).toMatchObject({ amount: '49.90', currency: 'EUR' });
  });

  it('names the host of a shop without a name, as the pay page does', async () => {
    expect((await display({})).display.merchant).toBe('shop.example');
  });

  it('has the logo, and the lines with the currency’s decimals', async () => {
    const logo = 'data:image/png;base64,iVBO';
    const items = [
      { name: 'Kettle', quantity: 2, amount: 1050n },
      { name: 'Beans', amount: '1.5' },
      { name: 'Wrapping', amount: '1.005' },
      { name: 'Ribbon', quantity: 3, amount: '1.005' },
      { name: 'Card', quantity: 4 },
    ];
    const { display: shown } = await display({ amount: 5000n, items }, { shopLogo: logo });
    expect(shown).toMatchObject({ amount: '50.00', logo });
    expect(shown.items).toEqual([
      { name: 'Kettle', quantity: 2, amount: '10.50' },
      { name: 'Beans', amount: '1.50' },
      { name: 'Wrapping' },
      { name: 'Ribbon', quantity: 3 },
      { name: 'Card', quantity: 4 },
    ]);
  });

  it('leaves out lines that cannot be read, and the payment goes on', async () => {
    const items = [null, undefined, 7, { name: 7 }, { name: 'Kettle' }] as never;
    expect((await display({ items })).display.items).toEqual([{ name: 'Kettle' }]);
    expect((await display({ items: 'Kettle' as never })).display.items).toBeUndefined();
  });

  it('T4 is told nobody but the browser: neither the gateway nor the store hears of the lines', async () => {
    const { harness } = await display({ items: [{ name: 'Kettle' }] }, { shopName: 'Morrow' });
    const [stored] = await harness.store.findSessions({ orderReference: 'A-1', test: true });
    expect(JSON.stringify([stored, harness.gateway.created])).not.toMatch(/Kettle|Morrow/);
  });

  it.each(['http://shop.example/logo.png', 'javascript:alert(1)', '/logo.png', 7])(
    'refuses %s as the shop’s logo',
    (shopLogo) => {
      expect(() => handlerHarness({ handler: { shopLogo: shopLogo as string } })).toThrow(
        CheckoutConfigError,
      );
    },
  );
});
