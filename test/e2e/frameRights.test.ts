import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { bundleEntry } from '../support/bundleEntry.ts';
import { setUpShop } from '../support/setUpShop.ts';

/* What a browser lets the hosted page do in our frame; where it does not, the full page is the way on. Chromium: it tells. */

const { harness, visitShop } = setUpShop();

it('F51 a page that needs a cookie, which a frame of another site does not get, is paid on the full page', async () => {
  harness.settings.pages['hosted/pay'] = `<!doctype html><title>Pay</title><main></main><script>
    document.cookie = 'bank=1';
    document.querySelector('main').innerHTML = document.cookie.includes('bank=1')
      ? '<a href="${harness.shop}/return?s=x&h=success">Pay</a>'
      : 'This bank needs cookies.';
  </script>`;
  const visit = await visitShop();
  await visit.open();
  await visit.hosted().getByText('This bank needs cookies.').waitFor();
  await visit.dialog().getByRole('button', { name: 'Open in full page' }).first().click();
  await visit.page.waitForURL(`${harness.hosted}/pay?s=*`);
  harness.settings.status = { status: 'completed' };
  await visit.page.getByRole('link', { name: 'Pay' }).click();
  await visit.page.waitForURL(`${harness.shop}/return*`);
  await visit.page.goto(harness.shop);
  const outcome = await visit.page.evaluate(() =>
    (window as never as { HppCheckout: Api }).HppCheckout.createCheckout({ session: '/session' }).resume(),
  );
  expect(outcome).toMatchObject({ outcome: 'completed' });
  expect(harness.asked).toHaveLength(1);
});

describe('passkeys and wallets of the hosted page', () => {
  /** Which of the two a page may use, and what the platform says when it tries. */
  const rights = (page: Page | Frame) =>
    page.evaluate(() => {
      const { featurePolicy } = document as never as {
        featurePolicy: { allowsFeature(name: string): boolean };
      };
      let request = 'made';
      try {
        new PaymentRequest([{ supportedMethods: 'https://wallet.example/' }], {
          total: { label: 'Tea', amount: { currency: 'EUR', value: '1.00' } },
        });
      } catch (error) {
        request = (error as Error).name;
      }
      return { request, passkey: featurePolicy.allowsFeature('publickey-credentials-get') };
    });
  const ALL = { request: 'made', passkey: true };

  it('F54 are allowed in our frame, as far as the shop may allow them', async () => {
    const visit = await visitShop();
    await visit.loaded();
    expect(await rights(await visit.hostedFrame())).toEqual(ALL);
  });

  it('F54 refused by a header of the shop, they work on the full page', async () => {
    harness.settings.headers = { 'permissions-policy': 'payment=(), publickey-credentials-get=()' };
    const visit = await visitShop();
    await visit.loaded();
    expect(await rights(await visit.hostedFrame())).toEqual({ request: 'SecurityError', passkey: false });
    await visit.dialog().getByRole('button', { name: 'Open in full page' }).first().click();
    await visit.page.waitForURL(`${harness.hosted}/pay?s=*`);
    expect(await rights(visit.page)).toEqual(ALL);
  });

  it.each([
    'payment=*, publickey-credentials-get=*',
    `payment=(self "{hosted}"), publickey-credentials-get=(self "{hosted}")`,
  ])('F54 the header that the docs name allows them again: %s', async (header) => {
    harness.settings.headers = { 'permissions-policy': header.replaceAll('{hosted}', harness.hosted) };
    const visit = await visitShop();
    await visit.loaded();
    expect(await rights(await visit.hostedFrame())).toEqual(ALL);
  });
});

it.each([
  [
    'the link',
    '<a id="pay" href="/plain" data-hpp-checkout data-session="/session" data-frame-allow="camera">Pay</a>',
    '',
  ],
  ['the script tag', undefined, 'data-frame-allow="camera"'],
  [
    'the element',
    '<hpp-checkout id="pay" session="/session" frame-allow="camera"></hpp-checkout><script type="module" src="/element.js"></script>',
    '',
  ],
])('F54 what a shop allows beside is allowed from the first page on, said by %s', async (_, body, script) => {
  if (body) harness.settings.body = body;
  harness.settings.script = script;
  const visit = await visitShop();
  await visit.arrive();
  await visit.page.locator('button#pay, #pay button, a#pay').click();
  expect(await allows(await visit.hostedFrame(), 'camera')).toBe(true);
});

it('F54 the same, said by React’s component and by its hook', async () => {
  const root = join(import.meta.dirname, '../..');
  const entry = await bundleEntry(
    root,
    `import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    import { CheckoutButton, useCheckout } from '${root}/src/widget/react.ts';
    const options = { session: '/session', frameAllow: 'camera' };
    const Hooked = () => createElement('button', { id: 'hook', onClick: useCheckout(options).open }, 'Pay');
    const App = () => [createElement(CheckoutButton, { ...options, key: 1, className: 'component' }), createElement(Hooked, { key: 2 })];
    createRoot(document.querySelector('#app')).render(createElement(App));`,
  );
  harness.settings.pages['shop/app.js'] = entry;
  harness.settings.body = '<div id="app"></div><script type="module" src="/app.js"></script>';
  for (const button of ['.component button', '#hook']) {
    const visit = await visitShop();
    await visit.arrive();
    await visit.page.click(button);
    expect(await allows(await visit.hostedFrame(), 'camera')).toBe(true);
  }
});

/** Whether a page may use something, as its browser says. */
function allows(page: Frame, feature: string): Promise<boolean> {
  return page.evaluate(
    (name) =>
      (
        document as never as { featurePolicy: { allowsFeature(name: string): boolean } }
      ).featurePolicy.allowsFeature(name),
    feature,
  );
}

interface Api {
  createCheckout(options: object): { resume(): Promise<unknown> };
}
