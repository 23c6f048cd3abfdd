import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { inspectorHtml } from '../../../src/sandbox/inspector/html.ts';
import { BASE, openShop, type Shop } from '../shop.ts';

let shop: Shop;
afterEach(() => shop?.close());

async function page(path = '/_sandbox', base = BASE) {
  return await shop.sandbox.fetch(base + path);
}

describe('the inspector’s page', () => {
  it('is served at /_sandbox, and not when the controls are off', async () => {
    shop = openShop();
    const answer = await page();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toContain('<title>Sandbox inspector</title>');
    await shop.close();
    shop = openShop({ control: false });
    expect((await page()).status).toBe(404);
  });

  it('T53 lets its own two inline texts through by their hashes, and nothing else', async () => {
    shop = openShop();
    const answer = await page();
    const html = await answer.text();
    const hash = (tag: string) => {
      const text = new RegExp(`<${tag}>([\\s\\S]*)</${tag}>`).exec(html)?.[1] ?? '';
      expect(text.length).toBeGreaterThan(1000);
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    };
    expect(answer.headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hash('script')}`,
      `style-src ${hash('style')}`,
      "connect-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('T35 is shown to nobody by a name that is not of this machine', async () => {
    shop = openShop();
    expect((await page('/_sandbox', 'http://evil.example')).status).toBe(403);
  });

  it('refuses to be built from a script that ends its own element', () => {
    expect(() => inspectorHtml('', "'</script>'")).toThrow('end of its own element');
    expect(() => inspectorHtml('</style>', '')).toThrow('end of its own element');
  });
});
