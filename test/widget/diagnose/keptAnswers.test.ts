import { afterEach, describe, expect, it, vi } from 'vitest';
import { keptAnswers } from '../../../src/widget/diagnose/keptAnswers.ts';

const HANDLER = 'https://shop.example/checkout/session/';

/** A page's caches, by name, with the addresses of what they keep. */
function keep(kept: Record<string, string[]>): void {
  vi.stubGlobal('caches', {
    keys: async () => Object.keys(kept),
    open: async (name: string) => ({ keys: async () => kept[name]?.map((url) => ({ url })) ?? [] }),
  });
}
afterEach(() => vi.unstubAllGlobals());

describe("answers of the handler's in a cache of the page", () => {
  it('are named, with the cache', async () => {
    keep({ images: ['https://shop.example/a.webp'], shop: [`${HANDLER}s1?at=1`] });
    expect(await keptAnswers(HANDLER)).toEqual([
      expect.objectContaining({
        code: 'answer_kept',
        level: 'problem',
        sentence: expect.stringContaining(`"shop" of this page keeps ${HANDLER}s1?at=1`),
      }),
    ]);
  });

  it('are none in the pages that a service worker keeps for a shop without network', async () => {
    keep({ shop: ['https://shop.example/', 'https://shop.example/checkout/return'], empty: [] });
    expect(await keptAnswers(HANDLER)).toEqual([]);
  });

  it.each([
    ['without https', () => vi.stubGlobal('caches', undefined)],
    [
      'in a sandbox',
      () => vi.stubGlobal('caches', { keys: () => Promise.reject(new DOMException('no', 'SecurityError')) }),
    ],
  ])('are not looked for on a page %s', async (_where, refuse) => {
    refuse();
    expect(await keptAnswers(HANDLER)).toEqual([]);
  });
});
