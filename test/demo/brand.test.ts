import { describe, expect, it } from 'vitest';
import { resolveOrder } from '../../demo/server/merchant/resolveOrder.ts';
import { logoRoutes } from '../../demo/server/pages/logoRoutes.ts';
import { createLogos } from '../../demo/server/pages/logos.ts';
import { cleanName, MAX_NAME } from '../../demo/settings/brand.ts';
import { DEFAULT_SETTINGS, readSettings, toQuery } from '../../demo/settings/settings.ts';
import { textColourOn } from '../../demo/settings/themeProperties.ts';

const file = (...parts: (string | number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)),
  );
const PNG = file([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'pixels');
const SVG = file('<?xml version="1.0"?>\n<!-- drawn --><svg xmlns="http://www.w3.org/2000/svg"/>');

describe('a shop of somebody else', () => {
  it('stands in a link as it was chosen, and only what was chosen', () => {
    const settings = {
      ...DEFAULT_SETTINGS,
      name: 'Säntis & Söhne',
      accent: '#ffcc00',
      logo: '0123456789abcdef',
    };
    expect(readSettings(new URLSearchParams(toQuery(settings)))).toEqual(settings);
    expect(toQuery(DEFAULT_SETTINGS)).toBe('');
  });

  it.each([
    ['a control character and a mark of direction', 'A\u0000\u202eB', 'AB'],
    ['spaces around and between', '  Two   words ', 'Two words'],
    ['nothing but spaces', '   ', ''],
    ['a name of letters that are two code units each', '🛒'.repeat(50), '🛒'.repeat(MAX_NAME)],
  ])('has a name without %s', (_, typed, name) => {
    expect(cleanName(typed)).toBe(name);
  });

  it.each(['accent=red', 'accent=%23ff', 'logo=../../etc/passwd', 'logo=0123456789ABCDEF', 'logo='])(
    'is Morrow’s where a link says %s',
    (query) => {
      expect(readSettings(new URLSearchParams(query))).toEqual(DEFAULT_SETTINGS);
    },
  );

  it('reaches the gateway with the order: its name as the shop’s own data, its colours as a profile', () => {
    const brand = { name: ' Contoso\n', accent: '#FFCC00', logo: 'no id' };
    const order = {
      id: 'abcdef',
      items: [{ sku: 'beans', quantity: 1 }],
      demo: { scenario: 'paid', lang: 'en', cards: false, theme: 'dark', brand },
    };
    expect(resolveOrder(order)).toMatchObject({
      udf: { scenario: 'paid', shop: 'Contoso' },
      configuration: { profile: 'paper dark #ffcc00' },
    });
    for (const odd of [null, 'text', 7, [], { name: {} }]) {
      expect(resolveOrder({ ...order, demo: { ...order.demo, brand: odd, theme: 'none' } })).toMatchObject({
        udf: { scenario: 'paid' },
        configuration: { profile: 'paper' },
      });
    }
  });

  it('has letters on its colour that can be read, whatever the colour is', () => {
    for (let value = 0; value <= 0xffffff; value += 0x1357) {
      const colour = `#${value.toString(16).padStart(6, '0')}`;
      expect([colour, contrast(colour, textColourOn(colour)) >= 4.3]).toEqual([colour, true]);
    }
  });
});

describe('a logo', () => {
  const origin = 'http://localhost:4242';
  const app = logoRoutes(origin);
  const send = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = { origin }) =>
    app.request('/', {
      method: 'POST',
      body,
      headers: { 'content-length': String(body.length), ...headers },
    });

  it.each([
    ['PNG', PNG, 'image/png'],
    ['JPEG', file([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
    ['WebP', file('RIFF', [1, 2, 3, 4], 'WEBPVP8 '), 'image/webp'],
    ['SVG', SVG, 'image/svg+xml'],
  ])('is shown again as the %s that it is, as a picture that runs nothing', async (_, bytes, type) => {
    const sent = await send(bytes, { origin, 'content-type': 'text/html' });
    expect(sent.status).toBe(201);
    const { id } = (await sent.json()) as { id: string };
    const shown = await app.request(`/${id}`);
    expect(shown.headers.get('content-type')).toBe(type);
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(bytes);
  });

  it.each([
    ['a page', file('<!doctype html><svg></svg><script>alert(1)</script>')],
    ['text that only names SVG', file('see <svg>')],
    ['GIF', file('GIF89a')],
    ['nothing', file()],
    ['bytes that are no text', file([0xc3, 0x28], '<svg>')],
  ])('is refused when it is %s', async (_, bytes) => {
    expect((await send(bytes)).status).toBe(415);
  });

  it('is refused when it is too large, or comes from another site', async () => {
    expect((await send(file([...PNG], 'x'.repeat(256 * 1024)))).status).toBe(413);
    expect((await send(PNG, { origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await send(PNG, {})).status).toBe(403);
    expect((await app.request('/0000000000000000')).status).toBe(404);
  });

  it('has the same id when it comes again, and makes way for later ones', () => {
    const logos = createLogos();
    const id = logos.add(PNG) ?? '';
    expect(logos.add(PNG)).toBe(id);
    for (let at = 0; at < 24; at++) logos.add(file([...PNG], String(at)));
    expect(logos.get(id)).toBeUndefined();
    expect(logos.get(logos.add(SVG) ?? '')?.type).toBe('image/svg+xml');
  });
});

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
