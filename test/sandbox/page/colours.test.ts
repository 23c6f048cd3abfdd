import { describe, expect, it } from 'vitest';
import { coloursOf, themeOf } from '../../../src/sandbox/hostedPage/hostedPayment.ts';
import type { Transaction } from '../../../src/sandbox/ledger/transaction.ts';
import { accentRules } from '../../../src/sandbox/page/accent.ts';
import { fakeHostedPageService } from './fakeHostedPageService.ts';
import { servedPage } from './servedPage.ts';

const withProfile = (Profile?: string) => ({ configuration: { Profile } }) as unknown as Transaction;

describe('the colours that a shop chooses (S132)', () => {
  it.each([
    [undefined, 'classic', {}],
    ['', 'classic', {}],
    ['Paper', 'paper', {}],
    ['unheard-of', 'classic', {}],
    ['dark', 'classic', { scheme: 'dark' }],
    ['paper light #6D3FD1', 'paper', { scheme: 'light', accent: '#6d3fd1' }],
    ['#0b5cd5,dark', 'classic', { scheme: 'dark', accent: '#0b5cd5' }],
    ['#0b5cd5}body{display:none', 'classic', {}],
    ['#fff', 'classic', {}],
  ])('S132 reads the profile "%s"', (profile, theme, colours) => {
    expect(themeOf(withProfile(profile))).toBe(theme);
    expect(coloursOf(withProfile(profile))).toEqual(colours);
  });

  it('S132 writes them into the page', async () => {
    const colours = { scheme: 'dark', accent: '#6d3fd1' } as const;
    const html = await (await servedPage(fakeHostedPageService({ colours })).get('/hpp/tok1')).text();
    expect(html).toContain('data-scheme="dark"');
    expect(html).toContain('--button:rgb(109 63 209)');
    expect(html).toContain('<meta name="color-scheme" content="dark"');
  });

  it.each(['#6d3fd1', '#ffe100', '#000000', '#ffffff', '#c8102e', '#7f7f7f'])(
    'can read what stands on and beside %s',
    (accent) => {
      for (const rules of Object.values(accentRules(accent))) {
        const colour = (name: string) =>
          new RegExp(`--${name}:rgb\\((\\d+) (\\d+) (\\d+)\\)`).exec(rules)?.slice(1).map(Number) ?? [];
        expect(contrast(colour('button'), colour('on-button'))).toBeGreaterThanOrEqual(4.5);
      }
      const line = (rules: string) =>
        /--accent:rgb\((\d+) (\d+) (\d+)\)/.exec(rules)?.slice(1).map(Number) ?? [];
      expect(contrast(line(accentRules(accent).light), [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(line(accentRules(accent).dark), [33, 30, 24])).toBeGreaterThanOrEqual(4.5);
    },
  );
});

function contrast(one: readonly number[], other: readonly number[]): number {
  const [light = 0, dark = 0] = [one, other]
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = colour.map((value) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    })
    .sort((a, b) => b - a);
  return light / dark;
}
