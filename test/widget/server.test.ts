// @vitest-environment node
import { expect, it } from 'vitest';

it('every browser entry can be imported where there is no window, and does nothing there', async () => {
  expect('window' in globalThis).toBe(false);
  for (const entry of ['index', 'element', 'react']) {
    expect(Object.keys(await import(`../../src/widget/${entry}.ts`)).length).toBeGreaterThan(0);
  }
  expect(await import('../../src/return/index.ts')).toHaveProperty('announceReturn');
});
