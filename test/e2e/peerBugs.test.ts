import { beforeEach, describe, expect, it } from 'vitest';
import { setUpShop } from '../support/setUpShop.ts';
import type { WidgetVisit } from '../support/widgetVisit.ts';

/*
 * Bugs that other checkout widgets have, or had: each is a test here or in the file that is named.
 *
 * hidden third-party telemetry                     attack/hostilePage.test.ts, T39: nothing foreign is ever loaded
 * message-driven navigation to `javascript:`       attack/hostileAddress.test.ts, T14; here: no message navigates
 * a foreign message closes the dialog              attack/wrongMessage.test.ts, T23
 * null `event.data` crashes                        attack/wrongMessage.test.ts, T21
 * `overflow` clobbered                             e2e/widget/closing.test.ts: "locks the page's scroll, gives back exactly what was there"
 * listener leak, style left behind                 e2e/leaks.test.ts
 * first node only is mounted                       e2e/widget/mounting.test.ts: "mounts elements that come late, and only once"
 */

interface Api {
  createCheckout(options: object): {
    mount(target: string): unknown;
    open(): Promise<{ outcome: string }>;
    close(): Promise<void>;
    on(type: string, listener: (detail: unknown) => void): () => void;
  };
  push(call: (api: Api) => void): void;
}
type Page = { HppCheckout: Api; told: string[] };

describe('bugs seen in other checkout widgets', () => {
  const { harness, visitShop } = setUpShop();
  let visit: WidgetVisit;

  beforeEach(async () => {
    visit = await visitShop();
  });

  it('a load promise that never settles: open() settles though the page never answers', async () => {
    harness.settings.hosted = 'hang';
    await visit.arrive();
    const outcome = await visit.page.evaluate(async () => {
      const checkout = (window as never as Page).HppCheckout.createCheckout({ session: '/session' });
      const open = checkout.open();
      await new Promise((done) => setTimeout(done, 500));
      await checkout.close();
      return (await open).outcome;
    });
    expect(outcome).toBe('closed');
  });

  it('close() without an event, or that leaves the loader: one close event, and nothing of ours on the page', async () => {
    harness.settings.hosted = 'hang';
    await visit.arrive();
    const found = await visit.page.evaluate(async () => {
      const before = document.body.innerHTML;
      const told: string[] = [];
      const checkout = (window as never as Page).HppCheckout.createCheckout({ session: '/session' });
      checkout.on('close', () => told.push('close'));
      void checkout.open();
      await new Promise((done) => setTimeout(done, 500));
      await checkout.close();
      return {
        told,
        same: document.body.innerHTML === before,
        style: document.documentElement.getAttribute('style'),
      };
    });
    expect(found).toEqual({ told: ['close'], same: true, style: null });
  });

  it("a silent close button: the customer's close is told as well, once", async () => {
    await visit.loaded();
    await visit.dialog().getByRole('button', { name: 'Close' }).click();
    await visit.expectOutcomes(['close', 'closed']);
  });

  it('close() of what is closed throws: it is nothing, as often as you like', async () => {
    await visit.arrive();
    const errors = await visit.page.evaluate(async () => {
      const checkout = (window as never as Page).HppCheckout.createCheckout({ session: '/session' });
      await checkout.close();
      const open = checkout.open();
      await Promise.all([checkout.close(), checkout.close()]);
      await open;
      await checkout.close();
      return 0;
    });
    expect(errors).toBe(0);
    expect(visit.crashes).toEqual([]);
  });

  it('message-driven navigation: no message, from anywhere, leads the shop elsewhere', async () => {
    await visit.loaded();
    const frame = await visit.hostedFrame();
    await frame.evaluate(() => {
      for (const url of ['javascript:window.__xss=1', 'https://evil.example/', '/done']) {
        for (const type of ['redirect', 'returned', 'success', 'navigate', 'checkout.redirect']) {
          parent.postMessage(
            { ns: 'hpp-checkout', v: 1, type, url, data: { url }, redirect: true, successURL: url },
            '*',
          );
        }
      }
    });
    await visit.page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
    expect(visit.page.url()).toBe(`${harness.shop}/`);
    expect(await visit.page.evaluate(() => '__xss' in window)).toBe(false);
    expect(await visit.dialog().count()).toBe(1);
  });

  it('a blocked popup crashes, or is silent: no popup is ever needed, and none is opened', async () => {
    await visit.page.addInitScript(() => {
      window.open = () => {
        throw new Error('blocked');
      };
    });
    await visit.loaded();
    await visit.dialog().getByRole('button', { name: 'Open in full page' }).first().click();
    await visit.page.waitForURL(`${harness.hosted}/pay?s=*`);
    expect(visit.crashes).toEqual([]);
  });

  it('options that together open nothing: every presentation opens with every other option', async () => {
    harness.settings.body = '<div id="here"></div>';
    await visit.arrive();
    const failures = await visit.page.evaluate(async () => {
      const wrong: unknown[] = [];
      for (const presentation of ['modal', 'inline']) {
        for (const warm of ['off', 'connect', 'session']) {
          for (const expiry of ['page', 'address']) {
            for (const confirmClose of ['auto', 'always', 'never']) {
              const checkout = (window as never as Page).HppCheckout.createCheckout({
                session: '/session',
                presentation,
                warm,
                expiry,
                confirmClose,
                closeOnBackdrop: true,
              });
              checkout.mount('#here');
              const open = checkout.open();
              const frame = () =>
                [...document.querySelectorAll('hpp-checkout-dialog')].some((host) =>
                  host.shadowRoot?.querySelector('iframe'),
                );
              const patience = performance.now() + 5000;
              while (!frame() && performance.now() < patience)
                await new Promise((done) => setTimeout(done, 5));
              if (!frame()) wrong.push([presentation, warm, expiry, confirmClose]);
              await checkout.close();
              await open;
            }
          }
        }
      }
      return wrong;
    });
    expect(failures).toEqual([]);
  });

  it('the first node only: every node of the page is mounted, and each opens its own order', async () => {
    harness.settings.body = ['1', '2', '3']
      .map(
        (order) =>
          `<button data-hpp-checkout data-session="/session" data-order="${order}">Pay ${order}</button>`,
      )
      .join('');
    await visit.arrive();
    await visit.page.getByText('Pay 3').click();
    await visit.hosted().locator('#card').waitFor();
    expect(harness.asked).toMatchObject([{ order: '3' }]);
  });

  it.each([
    ['after DOMContentLoaded', `addEventListener('DOMContentLoaded', () => setTimeout(add))`],
    ['after load', `addEventListener('load', () => setTimeout(add, 50))`],
    ['at once, async', 'add()'],
  ])('a late script misses DOMContentLoaded: injected %s, it mounts what is there', async (_when, run) => {
    harness.settings.pages['shop/late'] = `<!doctype html><title>Late</title>
      <script>const add = () => { const tag = document.createElement('script'); tag.src = '/hpp-checkout.js'; document.documentElement.append(tag); }; ${run}</script>
      <div id="pay" data-hpp-checkout data-session="/session"></div>`;
    await visit.page.goto(`${harness.shop}/late`);
    await visit.page.locator('#pay button').click();
    await visit.hosted().locator('#card').waitFor();
  });

  it('a failed script that is remembered: the next click loads the dialog again', async () => {
    let broken = true;
    await visit.page.route('**/hpp-checkout.dialog.*', (route) =>
      broken ? route.abort() : route.continue(),
    );
    // Nor is there a page to go to in full: the first click fails for good.
    harness.settings.refusals = [{ status: 500, body: '' }];
    await visit.open();
    await visit.expectOutcomes(['error', 'chunk_load_failed']);
    broken = false;
    await visit.page.click('#pay');
    await visit.hosted().locator('#card').waitFor();
  });

  it('a second open that is ignored in silence: it gets the promise of the first', async () => {
    await visit.arrive();
    const same = await visit.page.evaluate(async () => {
      const checkout = (window as never as Page).HppCheckout.createCheckout({ session: '/session' });
      const [first, second] = [checkout.open(), checkout.open()];
      await checkout.close();
      return first === second && (await first) === (await second);
    });
    expect(same).toBe(true);
  });

  it('the final event told twice: one, though message, poll and close say it at the same time', async () => {
    await visit.loaded();
    harness.settings.status = { status: 'completed' };
    await visit.payByScript();
    await visit.page.evaluate(() => dispatchEvent(new Event('pageshow')));
    await visit.expectOutcomes(['complete', 'completed'], ['close', 'completed']);
  });

  it('prototypes patched on import: the script leaves every built-in as it found it', async () => {
    harness.settings.body = '<div id="pay" data-hpp-checkout data-session="/session"></div>';
    await visit.page.addInitScript(() => {
      const shape = () =>
        [
          'Object',
          'Array',
          'String',
          'Function',
          'Promise',
          'Element',
          'HTMLElement',
          'Node',
          'EventTarget',
          'Document',
          'Window',
          'History',
          'Storage',
        ].map((name) => {
          const { prototype } = (window as never as Record<string, { prototype: object }>)[name] as {
            prototype: object;
          };
          return `${name}: ${Object.getOwnPropertyNames(prototype).sort()}`;
        });
      (window as never as { shape: () => string[]; before: string[] }).shape = shape;
      (window as never as { before: string[] }).before = shape();
    });
    await visit.arrive();
    await visit.page.locator('#pay button').click();
    await visit.hosted().locator('#card').waitFor();
    const { before, after, globals } = await visit.page.evaluate(() => {
      const page = window as never as { before: string[]; shape: () => string[] };
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const plain = new Set(Object.getOwnPropertyNames(frame.contentWindow));
      frame.remove();
      return {
        before: page.before,
        after: page.shape(),
        globals: Object.getOwnPropertyNames(window).filter(
          (name) => /hpp|checkout/i.test(name) && !plain.has(name),
        ),
      };
    });
    expect(after).toEqual(before);
    expect(globals.sort()).toEqual(['HppCheckout', 'HppCheckoutDialog']);
  });

  it('telemetry nobody asked for: every request goes to the shop or to the hosted page', async () => {
    const origins = new Set<string>();
    visit.page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await visit.loaded();
    harness.settings.status = { status: 'failed' };
    await visit.hosted().locator('#decline').click();
    await visit.expectOutcomes(['fail', 'failed']);
    expect([...origins].filter((origin) => origin !== harness.shop && origin !== harness.hosted)).toEqual([]);
  });
});
