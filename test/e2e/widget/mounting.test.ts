import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { setUpShop } from '../../support/setUpShop.ts';
import type { WidgetVisit } from '../../support/widgetVisit.ts';

/* How the script finds its elements, and what they do before a click and at one. */

const { harness, visitShop } = setUpShop();
let visit: WidgetVisit;

beforeEach(async () => {
  visit = await visitShop();
});

it('F30 WCAG 3.3.4 makes one session of a double click', async () => {
  await visit.arrive();
  await visit.page.dblclick('#pay');
  await visit.hosted().locator('#card').waitFor();
  expect(harness.asked).toHaveLength(1);
  expect(await visit.dialog().count()).toBe(1);
});

it('gives the same promise to every open, and settles it when it is unmounted', async () => {
  harness.settings.body = '<div id="here"></div>';
  await visit.arrive();
  const result = await visit.page.evaluate(async () => {
    const checkout = (window as never as { HppCheckout: Api }).HppCheckout.createCheckout({
      session: '/session',
    });
    checkout.mount('#here');
    const first = checkout.open();
    const same = first === checkout.open();
    while (checkout.state !== 'paying') await new Promise((done) => setTimeout(done, 20));
    checkout.unmount();
    return { same, outcome: (await first).outcome, html: document.body.innerHTML, state: checkout.state };
  });
  expect(result).toMatchObject({ same: true, outcome: 'closed', state: 'done' });
  expect(result.html).not.toContain('<span');
  await expect.poll(() => visit.page.locator('dialog, iframe').count()).toBe(0);
});

it('a shop that takes its button away while the page is open takes no payment away: its page hears of it', async () => {
  await visit.loaded();
  // As a page that draws itself anew does; nothing else holds the checkout.
  await visit.page.evaluate(() => document.querySelector('#pay')?.remove());
  await visit.hosted().locator('#card').fill('4242');
  harness.settings.status = { status: 'completed' };
  await visit.hosted().locator('#pay').click();
  await visit.expectOutcomes(['complete', 'completed'], ['close', 'completed']);
  await expect.poll(() => visit.page.locator('dialog, iframe').count()).toBe(0);
  await expect
    .poll(() => visit.page.evaluate(() => document.documentElement.getAttribute('style')))
    .toBeNull();
});

it('mounts elements that come late, and only once', async () => {
  await visit.arrive();
  await visit.page.evaluate(() => {
    for (const id of ['late', 'later']) {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<div id="${id}" data-hpp-checkout data-session="/session" data-label="Buy"></div>`,
      );
    }
  });
  await expect.poll(() => visit.page.locator('#late button, #later button').count()).toBe(2);
  // One that is drawn plain, and gets its attributes when the page's own code is here.
  await visit.page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<div id="last"></div>');
    setTimeout(() => {
      const { dataset } = document.querySelector('#last') as HTMLElement;
      Object.assign(dataset, { hppCheckout: '', session: '/session', label: 'Buy' });
    });
  });
  await expect.poll(() => visit.page.locator('#last button').count()).toBe(1);
  await visit.page.locator('#later button', { hasText: 'Buy' }).click();
  await visit.hosted().locator('#card').waitFor();
});

it('draws a button that is hidden, and takes no clicks, with the part of the page that it stands in', async () => {
  harness.settings.body =
    '<section style="visibility: hidden; pointer-events: none"><div id="here"></div></section>';
  await visit.arrive();
  const looks = await visit.page.evaluate(() => {
    (window as never as { HppCheckout: Api }).HppCheckout.createCheckout({ session: '/session' }).mount(
      '#here',
    );
    const button = document.querySelector('#here > *')?.shadowRoot?.querySelector('button') as Element;
    const { visibility, pointerEvents } = getComputedStyle(button);
    return [visibility, pointerEvents];
  });
  expect(looks).toEqual(['hidden', 'none']);
});

it('finds its other files where the script lies, whatever <base> comes later', async () => {
  await visit.arrive();
  await visit.page.evaluate(() => document.head.insertAdjacentHTML('beforeend', '<base href="/elsewhere/">'));
  await visit.page.click('#pay');
  await visit.hosted().locator('#card').waitFor();
});

it('runs calls that were queued before the script came, and goes to successUrl unless that is prevented', async () => {
  harness.settings.body = `<script>
    HppCheckout.push((api) => { window.checkout = api.createCheckout({ session: '/session', successUrl: '/done' }); });</script>`;
  await visit.arrive();
  const pay = async () => {
    harness.settings.status = { status: 'open' };
    await visit.page.evaluate(
      () => void (window as never as { checkout: ReturnType<Api['createCheckout']> }).checkout.open(),
    );
    await visit.hosted().locator('#card').waitFor();
    harness.settings.status = { status: 'completed' };
    await visit.hosted().locator('#pay').click();
  };
  await visit.page.evaluate(() =>
    document.addEventListener('hpp-checkout:complete', (event) => event.preventDefault(), { once: true }),
  );
  await pay();
  await expect.poll(visit.outcomes).toContainEqual(['close', 'completed']);
  expect(visit.page.url()).toBe(`${harness.shop}/`);
  await pay();
  await visit.page.waitForURL('**/done');
});

it.each(['a', 'div'])(
  'stands in the page beside its <%s> when it is inline, and the page stays in use',
  async (tag) => {
    harness.settings.body = `<${tag} id="pay" data-hpp-checkout data-session="/session" data-presentation="inline">Pay </${tag}><input id="other">`;
    await visit.arrive();
    await visit.page.click(tag === 'a' ? '#pay' : '#pay button');
    await visit.hosted().locator('#card').waitFor();
    expect(await visit.page.locator('dialog').count()).toBe(0);
    expect(await visit.page.locator('a iframe').count()).toBe(0);
    await visit.page.fill('#other', 'still here');
    harness.settings.status = { status: 'completed' };
    await visit.hosted().locator('#pay').click();
    await visit.expectOutcomes(['complete', 'completed'], ['close', 'completed']);
    expect(await visit.page.locator('iframe').count()).toBe(0);
  },
);

it('warms the connection on intent only', async () => {
  harness.settings.script = `data-warm="connect" data-gateway-origins="${harness.hosted}"`;
  harness.settings.body = `<div id="pay" data-hpp-checkout data-session="/session"></div>`;
  await visit.arrive();
  await expect.poll(() => visit.page.locator('iframe').count()).toBe(0);
  await visit.page.hover('#pay button');
  await expect.poll(() => visit.page.locator('iframe').count()).toBe(1);
  expect(harness.asked).toEqual([]);
});

it('asks for the session on intent when it may, and opens with that one', async () => {
  harness.settings.script = 'data-warm="session"';
  harness.settings.body = `<div id="pay" data-hpp-checkout data-session="/session"></div>`;
  await visit.arrive();
  expect(harness.asked).toEqual([]);
  await visit.page.hover('#pay button');
  await expect.poll(async () => harness.asked).toEqual([{ reason: 'warm' }]);
  await visit.page.click('#pay button');
  await visit.hosted().locator('#card').waitFor();
  expect(harness.asked).toHaveLength(1);
});

interface Api {
  createCheckout(options: object): {
    mount(target: string): void;
    unmount(): void;
    open(): Promise<{ outcome: string }>;
    state: string;
  };
}

it('<hpp-checkout> is styled by ::part, takes properties set before it is defined, and is the target of its events', async () => {
  harness.settings.body = `<style nonce="n">hpp-checkout::part(button) { background: rgb(1, 2, 3) }</style>
<hpp-checkout id="pay" session="/session" order='{"id":7}' label="Attribute"><a href="/pay">Without scripts</a></hpp-checkout>
<script nonce="n">
  window.targets = [];
  document.querySelector('#pay').label = 'Property';
  document.addEventListener('hpp-checkout:ready', (event) => targets.push(event.target.localName));
</script>
<script nonce="n" type="module" src="/element.js"></script>`;
  await visit.arrive();
  const button = visit.page.getByRole('button', { name: 'Property' });
  await button.waitFor();
  expect(await button.evaluate((drawn) => getComputedStyle(drawn).backgroundColor)).toBe('rgb(1, 2, 3)');
  expect(await visit.page.getByText('Without scripts').isVisible()).toBe(false);
  expect(await visit.page.evaluate(() => (window as never as { targets: string[] }).targets)).toEqual([
    'hpp-checkout',
  ]);
  await button.click();
  await expect.poll(() => harness.asked).toEqual([{ order: { id: 7 }, reason: 'open' }]);
});

describe.each(engines)('a key that is held down, in %s', (engine) => {
  const held = setUpShop(engine);

  /** A link, and a button of ours, which is pressed by each repeat of the key; files that are there, and files that take their time. */
  it.each([
    ['a', 0],
    ['a', 300],
    ['div', 0],
    ['div', 300],
  ] as const)('opens the payment page and does not close it: <%s>, files after %i ms', async (tag, delay) => {
    held.harness.settings.body = `<${tag} id="pay" href="/plain" data-hpp-checkout data-session="/session">Pay</${tag}>`;
    const { page, arrive, seen, outcomes } = await held.visitShop();
    await page.route(/(frame|dialog)\..*js$/, async (route) => {
      await new Promise((late) => setTimeout(late, delay));
      await route.continue();
    });
    await arrive();
    await page.locator(tag === 'a' ? '#pay' : '#pay button').focus();
    const repeat = async (times: number) => {
      for (let at = 0; at < times; at++) {
        await page.keyboard.down('Enter');
        await page.waitForTimeout(30);
      }
    };
    // Until all of it stands, and some time longer.
    await expect
      .poll(async () => {
        await repeat(5);
        return seen();
      })
      .toContainEqual(['load', null]);
    await repeat(15);
    await page.keyboard.up('Enter');
    expect(await outcomes()).toEqual([]);
    expect(held.harness.asked).toHaveLength(1);
    // A new press is a wish to close.
    await page.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(outcomes).toEqual([['close', 'closed']]);
  });
});
