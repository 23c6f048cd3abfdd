// @vitest-environment node
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { bundleReact } from '../support/bundleReact.ts';

it('every browser entry can be imported where there is no window, and does nothing there', async () => {
  expect('window' in globalThis).toBe(false);
  for (const entry of ['index', 'element', 'react']) {
    expect(Object.keys(await import(`../../src/widget/${entry}.ts`)).length).toBeGreaterThan(0);
  }
  expect(await import('../../src/return/index.ts')).toHaveProperty('announceReturn');
});

it.each([18, 19] as const)(
  'React %i renders the button where there is no window',
  async (version) => {
    const file = join(mkdtempSync(join(tmpdir(), 'react-')), 'server.mjs');
    writeFileSync(file, await bundleReact(version, true));
    const complaints = vi.spyOn(console, 'error');
    const { React, server, wrapper } = await import(/* @vite-ignore */ file);
    const Shop = () => {
      const { state } = wrapper.useCheckout({ session: '/session' });
      return React.createElement(
        'p',
        null,
        state,
        React.createElement(wrapper.CheckoutButton, { session: '/session', className: 'pay' }),
      );
    };
    expect(server.renderToString(React.createElement(Shop))).toMatch(
      /^<p>idle(<!-- -->)?<span class="pay"><\/span><\/p>$/,
    );
    expect(complaints).not.toHaveBeenCalled();
  },
  60_000,
);
