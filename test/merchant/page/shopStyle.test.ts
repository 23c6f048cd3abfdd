import { describe, expect, it } from 'vitest';
import { CheckoutConfigError } from '../../../src/merchant/configError.ts';
import type { CheckoutHandlerOptions, ShopStyle } from '../../../src/merchant/options.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';

const imagesOf = (response: Response) =>
  /img-src ([^;]+)/.exec(response.headers.get('content-security-policy') ?? '')?.[1];

/** The pay page and the return page of a shop with these options. */
async function pagesOf(handler: Partial<CheckoutHandlerOptions>): Promise<Response[]> {
  const harness = handlerHarness({ handler });
  const id = await harness.session();
  return [await harness.get('/pay?order=A-1001'), await harness.fetch(`/return/${id}/success`)];
}

describe('the shop on the pages of its own server', () => {
  it('has its colour, corners and letters', async () => {
    const shopStyle = { accent: '#264a3f', radius: '4px', font: '"Iowan Old Style", Georgia, serif' };
    for (const page of await pagesOf({ shopStyle })) {
      expect(await page.text()).toContain(
        ':root{--accent:#264a3f;--on-accent:#fff;--radius:4px;--font:"Iowan Old Style", Georgia, serif}</style>',
      );
    }
  });

  it('has only what was given, and nothing where nothing was', async () => {
    for (const page of await pagesOf({ shopStyle: { radius: '0' } })) {
      expect(await page.text()).toContain(':root{--radius:0}</style>');
    }
    for (const page of await pagesOf({})) {
      expect(imagesOf(page)).toBe('data:');
      expect(await page.text()).not.toMatch(/<img|:root\{--radius/);
    }
  });

  it('T16 has its logo, from where it lies and nowhere else, and says there no address', async () => {
    const shopLogo = 'https://cdn.shop.example:8443/logo.png?a=1&b="><script>';
    for (const page of await pagesOf({ shopLogo })) {
      expect(imagesOf(page)).toBe('data: https://cdn.shop.example:8443');
      const text = await page.text();
      expect(text).toContain(
        '<img class="logo" src="https://cdn.shop.example:8443/logo.png?a=1&amp;b=&quot;&gt;&lt;script&gt;" alt=""',
      );
      expect(text).toContain('referrerpolicy="no-referrer"');
    }
    for (const page of await pagesOf({ shopLogo: 'data:image/png;base64,iVBO' })) {
      expect(imagesOf(page)).toBe('data:');
    }
  });

  it.each<[string, unknown, string]>([
    ['no object', '#fff', 'shopStyle: expected an object'],
    ['a misspelled name', { acent: '#fff' }, 'Did you mean "accent"?'],
    ['a colour that is none', { accent: '264a3f' }, 'shopStyle.accent: expected a colour'],
    [
      'T16 a colour that ends its declaration',
      { accent: 'red;background:url(https://evil.example)' },
      'shopStyle.accent',
    ],
    ['T16 a colour that loads', { onAccent: 'url(https://evil.example)' }, 'shopStyle.onAccent'],
    ['T16 a style that ends the sheet', { font: 'x</style><script>' }, 'shopStyle.font: expected families'],
    ['T16 letters with an open quote', { font: '"Georgia, serif' }, 'shopStyle.font'],
    ['a length without a unit', { radius: '12' }, 'shopStyle.radius: expected a length'],
    ['a number', { radius: 12 }, 'shopStyle.radius'],
    ['T16 a length that ends its declaration', { radius: '1px}body{display:none' }, 'shopStyle.radius'],
  ])('refuses %s', (_what, shopStyle, message) => {
    expect(() => handlerHarness({ handler: { shopStyle: shopStyle as ShopStyle } })).toThrow(
      expect.objectContaining({
        constructor: CheckoutConfigError,
        message: expect.stringContaining(message),
      }),
    );
  });

  it.each(['rebeccapurple', '#0B5CD5', 'rgb(11 92 213 / 90%)', 'oklch(50% 0.2 260)', 'hsl(215, 90%, 44%)'])(
    'takes %s as a colour',
    (accent) => {
      expect(() => handlerHarness({ handler: { shopStyle: { accent } } })).not.toThrow();
    },
  );
});
