import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cdnAddress } from '../../src/cli/tag/cdnAddress.ts';
import { readOrigins } from '../../src/cli/tag/readOrigins.ts';
import { scriptTag } from '../../src/cli/tag/scriptTag.ts';
import { openTerminal } from './terminal.ts';

describe('hpp-checkout tag', () => {
  it.each([
    ['jsdelivr', 'https://cdn.jsdelivr.net/npm/hpp-checkout@1.2.3/dist/hpp-checkout.js'],
    ['unpkg', 'https://unpkg.com/hpp-checkout@1.2.3/dist/hpp-checkout.js'],
    ['https://static.shop.example/pay/', 'https://static.shop.example/pay/hpp-checkout.js'],
    ['https://static.shop.example/{version}', 'https://static.shop.example/1.2.3/hpp-checkout.js'],
  ])('%s is %s', (cdn, address) => {
    expect(cdnAddress(cdn, '1.2.3', 'hpp-checkout.js')).toBe(address);
  });

  it('reads origins in each way that people type several, and leaves out paths and repeats', () => {
    expect(
      readOrigins('--origins', [
        'https://a.example/pay,https://b.example',
        'http://localhost:4010 https://a.example',
      ]),
    ).toEqual(['https://a.example', 'https://b.example', 'http://localhost:4010']);
  });

  it.each([
    ['tag --cdn unpkgg', 'Did you mean "unpkg"'],
    ['tag --cdn ftp://x', 'expected jsdelivr, unpkg or an address'],
    ['tag --origins gateway.example', 'expected the origin of a gateway'],
    ['tag --origins http://gateway.example', 'http on this machine only'],
    ['tag now', 'expected no "now"'],
  ])('refuses %s: %s', async (line, message) => {
    const terminal = openTerminal();
    expect(await terminal.type(line)).toBe(2);
    expect(terminal.err.join('\n')).toContain(message);
  });

  it('lets no text out of its attribute', () => {
    const html = scriptTag({
      src: 'https://x.example/"><b>',
      integrity: null,
      isElsewhere: true,
      origins: [],
    });
    expect(html).toBe(
      '<script async src="https://x.example/&quot;>&lt;b>"\n        data-warm="connect"></script>',
    );
  });
});

describe('script tags that people copy', () => {
  const root = join(import.meta.dirname, '../..');
  const PLACES = [
    'README.md',
    'demo/docs',
    'demo/examples',
    'demo/playground/code',
    'src/cli/init/templates',
  ];
  const isText = (path: string) =>
    /\.(md|html|ts|tsx|svelte|vue)$/.test(path) && !/[\\/](\.build|\.vitepress|node_modules)[\\/]/.test(path);
  const tags = PLACES.flatMap((place) =>
    (place.endsWith('.md')
      ? [place]
      : readdirSync(join(root, place), { recursive: true }).map((path) => join(place, `${path}`))
    )
      .filter(isText)
      .flatMap((path) =>
        [...readFileSync(join(root, path), 'utf8').matchAll(/<script[^>]*hpp-checkout\.js"[^>]*>/g)].map(
          ([tag]) => [path, tag] as const,
        ),
      ),
  );

  it('are found', () => {
    expect(tags.map(([path]) => path)).toEqual(
      expect.arrayContaining(['README.md', join('demo/docs', 'nestjs.md')]),
    );
  });

  it.each(tags)('connect to the gateway on intent, also for elements in the markup: %s', (_path, tag) => {
    expect(tag).toContain('data-warm="connect"');
  });
});
