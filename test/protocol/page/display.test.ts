import { describe, expect, it } from 'vitest';
import { readDisplay } from '../../../src/protocol/page/display.ts';
import { parseSession } from '../../../src/protocol/page/session.ts';

const display = { merchant: 'Morrow', amount: '119.30', currency: 'EUR' };
const read = (given: object) => readDisplay({ ...display, ...given });

describe('what a session says is shown', () => {
  it('is read as it is', () => {
    const whole = {
      ...display,
      logo: 'https://shop.example/logo.png',
      items: [{ name: 'Kettle', quantity: 2, amount: '119.30' }, { name: 'A card' }],
    };
    expect(readDisplay(whole)).toEqual(whole);
  });

  it.each([undefined, null, 'Morrow', 7, [], [display], {}, { merchant: 7, amount: 7 }, { amount: '1.00' }])(
    'is nothing for %j',
    (given) => {
      expect(readDisplay(given)).toBeUndefined();
    },
  );

  it.each([
    '1e3',
    '-1.00',
    '1,00',
    '1.00 EUR',
    '٣',
    '',
    ' 1',
    '1.',
    '12345678901234567',
    '1.00000',
    49.9,
    null,
  ])('has no sum for the amount %j, and the rest all the same', (amount) => {
    expect(read({ amount })).toEqual({ ...display, amount: '' });
  });

  it.each(['1', '0.00', '1.5', '119.3000', '123456789012345.1234'])('shows the sum %j', (amount) => {
    expect(read({ amount })).toEqual({ ...display, amount });
  });

  it('shows a sum without a name, and a name without a sum', () => {
    expect(readDisplay({ amount: '1.00', currency: 'EUR' })).toEqual({
      merchant: '',
      amount: '1.00',
      currency: 'EUR',
    });
    expect(readDisplay({ merchant: 'Morrow' })).toEqual({
      merchant: 'Morrow',
      amount: '',
      currency: undefined,
    });
  });

  it.each(['eur', 'EURO', 'xEUR', 'EU', '', 978, null, ['EUR']])(
    'has no sum in the currency %j',
    (currency) => {
      expect(read({ currency })?.amount).toBe('');
    },
  );

  it('has one line of a name, of 80 characters, none of them cut in two', () => {
    expect(read({ merchant: ' Mor\u202erow\n\u0000 & co ' })?.merchant).toBe('Mor row & co');
    expect(read({ merchant: '🛒'.repeat(200) })?.merchant).toBe('🛒'.repeat(80));
    expect(read({ merchant: 'x'.repeat(1e6) })?.merchant).toHaveLength(80);
    // What is cut off before it is looked at does not shift what is shown.
    expect(read({ merchant: `Morrow${' '.repeat(400)}& co` })?.merchant).toBe('Morrow');
  });

  it.each([
    'http://shop.example/logo.png',
    'javascript:alert(1)',
    'data:text/html,<script>',
    'blob:https://shop.example/1',
    ' https://shop.example/logo.png',
    ['https://shop.example/logo.png'],
    'https:///logo.png',
    'xdata:image/png;base64,iVBO',
    '//shop.example/logo.png',
    '/logo.png',
    'https:',
    `data:image/png;base64,${'A'.repeat(65_536)}`,
    7,
  ])('T14 takes no logo from %.40s', (logo) => {
    expect(read({ logo })).toEqual(display);
  });

  it.each([
    'https://shop.example/logo.png',
    'HTTPS://shop.example/logo.png',
    'data:image/png;base64,iVBO',
    'data:image/svg+xml,<svg/>',
    `data:image/png;base64,${'A'.repeat(65_536 - 'data:image/png;base64,'.length)}`,
  ])('takes a logo from %.60s', (logo) => {
    expect(read({ logo })?.logo).toBe(logo);
  });

  it('leaves out the lines and fields that cannot be read, and lines after the fiftieth', () => {
    const items = [
      null,
      'Kettle',
      {},
      { name: '' },
      { name: 'Kettle', quantity: 1.5, amount: 'free' },
      { name: 'Beans', quantity: 0, amount: 12 },
      { name: 'Card', quantity: 3, amount: '3' },
      { name: 'Two', quantity: '2' },
      { quantity: 2, amount: '1' },
      [{ name: 'x' }],
    ];
    expect(read({ items })?.items).toEqual([
      { name: 'Kettle' },
      { name: 'Beans' },
      { name: 'Card', quantity: 3, amount: '3' },
      { name: 'Two' },
    ]);
    expect(read({ items: Array.from({ length: 1e5 }, () => ({ name: 'x' })) })?.items).toHaveLength(50);
    for (const none of [[], {}, 'x', [{}]]) expect(read({ items: none })).toEqual(display);
  });

  it('T21 takes own fields alone, and what is made of it has no prototype', () => {
    expect(readDisplay(Object.create(display))).toBeUndefined();
    const made = read(JSON.parse('{"__proto__":{"logo":"https://evil.example/"},"items":[{"name":"x"}]}'));
    expect(made?.logo).toBeUndefined();
    for (const one of [made, made?.items?.[0]]) expect(Object.getPrototypeOf(one)).toBeNull();
  });

  it('fails no session', () => {
    const session = { sessionId: 's1', redirectUrl: 'https://gateway.example/1' };
    for (const wrong of [7, null, { merchant: {} }, { amount: [] }])
      expect(parseSession({ ...session, display: wrong })).toEqual({ ok: true, value: session });
    expect(parseSession({ ...session, display })).toEqual({ ok: true, value: { ...session, display } });
  });
});
