import { AxeBuilder } from '@axe-core/playwright';
import type { FrameLocator, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { setUpShop } from '../support/setUpShop.ts';

const { world, visitShop } = setUpShop();
let page: Page;

beforeEach(async () => {
  ({ page } = await visitShop());
});

const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 5000 });
const seen = () => page.evaluate(() => (window as never as { seen: [string, string | null][] }).seen);
const outcomes = async () => (await seen()).filter(([type]) => !['ready', 'open', 'load'].includes(type));
const dialog = () => page.locator('dialog[open]');
const hosted = (): FrameLocator => page.frameLocator('iframe[part=frame]');

async function shop(): Promise<void> {
  await page.goto(world.shop);
}
async function open(): Promise<void> {
  await shop();
  await page.click('#pay');
}
async function loaded(): Promise<void> {
  await open();
  await hosted().locator('#card').waitFor();
  await eventually(seen).toContainEqual(['load', null]);
}

it('shows completed when the server says so, then closes itself', async () => {
  await loaded();
  world.settings.status = { status: 'completed', orderReference: 'A-1' };
  await hosted().locator('#pay').click();
  await dialog().getByText('Payment complete').waitFor();
  expect(await page.locator('iframe[part=frame]').count()).toBe(0);
  await eventually(outcomes).toEqual([
    ['complete', 'completed'],
    ['close', 'completed'],
  ]);
  await eventually(() => dialog().count()).toBe(0);
  expect(world.asked).toEqual([{ order: 'A-1', reason: 'open' }]);
});

it('closes before the page has loaded at once', async () => {
  world.settings.hosted = 'hang';
  await open();
  await page.locator('iframe[part=frame]').waitFor();
  await dialog().getByRole('button', { name: 'Close' }).click();
  await eventually(outcomes).toEqual([['close', 'closed']]);
  expect(world.statusCount).toBe(0);
});

it('asks the server before it says closed', async () => {
  await loaded();
  world.settings.status = { status: 'completed' };
  await dialog().getByRole('button', { name: 'Close' }).click();
  await eventually(outcomes).toEqual([
    ['complete', 'completed'],
    ['close', 'completed'],
  ]);
});

it('answers the return page, and finds the outcome of one that stands a frame deeper', async () => {
  await loaded();
  world.settings.status = { status: 'completed' };
  await hosted().locator('#nested').click();
  await eventually(outcomes).toEqual([
    ['complete', 'completed'],
    ['close', 'completed'],
  ]);
});

it('offers to try again after a decline, with a session that names none as previous', async () => {
  await loaded();
  world.settings.status = { status: 'failed' };
  await hosted().locator('#decline').click();
  await dialog().getByText('Payment not completed').waitFor();
  world.settings.status = { status: 'open' };
  await dialog().getByRole('button', { name: 'Try again' }).click();
  await hosted().locator('#card').waitFor();
  expect(await outcomes()).toEqual([
    ['fail', 'failed'],
    ['close', 'failed'],
  ]);
  expect(world.asked).toEqual([
    { order: 'A-1', reason: 'open' },
    { order: 'A-1', reason: 'open' },
  ]);
});

it('closes at Escape with the focus on the close button, which has it first, and gives it back to the opener', async () => {
  await shop();
  await page.focus('#pay');
  await page.keyboard.press('Enter');
  await hosted().locator('#card').waitFor();
  const close = dialog().getByRole('button', { name: 'Close' });
  expect(await close.evaluate((element) => element.matches(':focus'))).toBe(true);
  await page.keyboard.press('Escape');
  await eventually(outcomes).toEqual([['close', 'closed']]);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('pay');
});

it('stands at a second and third Escape until the server has answered', async () => {
  await loaded();
  await page.route('**/session/*', () => {});
  for (let press = 0; press < 3; press++) await page.keyboard.press('Escape');
  await dialog().getByText('Checking your payment before closing').waitFor();
  await eventually(outcomes).toEqual([['close', 'closed']]);
  expect(await dialog().count()).toBe(0);
});

it('asks back a customer who has been inside the page, and lets the keyboard out of the frame', async () => {
  await loaded();
  await hosted().locator('#card').fill('4111');
  await dialog().getByRole('button', { name: 'Close' }).click();
  await dialog().getByText('Leave the payment?').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await eventually(() => dialog().locator('[part=notice]').count()).toBe(0);
  expect(await hosted().locator('#card').inputValue()).toBe('4111');
  await dialog().getByRole('button', { name: 'Close' }).click();
  await dialog().getByRole('button', { name: 'Leave' }).click();
  await eventually(outcomes).toEqual([['close', 'closed']]);
});

it('renews an address that died before its page had loaded, without a word', async () => {
  world.settings.hosted = 'hang';
  world.settings.expiresInMs = 2000;
  await open();
  await eventually(async () => world.asked.length).toBe(2);
  world.settings.expiresInMs = 120_000;
  expect(world.asked[1]).toEqual({ order: 'A-1', reason: 'renew', previous: 's1'.padEnd(32, '0') });
  expect(await dialog().locator('[part=notice]').count()).toBe(0);
});

it('keeps the page at zero, asks, and offers both ways on', async () => {
  world.settings.expiresInMs = 2500;
  await loaded();
  await dialog().getByText('This payment page has timed out').waitFor();
  expect(await page.locator('iframe[part=frame]').count()).toBe(1);
  await dialog().getByRole('button', { name: 'Keep paying' }).click();
  await hosted().locator('#card').fill('4');
  world.settings.status = { status: 'completed' };
  await hosted().locator('#pay').click();
  await eventually(outcomes).toContainEqual(['complete', 'completed']);
});

it('starts again with a fresh page', async () => {
  world.settings.expiresInMs = 2500;
  await loaded();
  world.settings.expiresInMs = 120_000;
  world.settings.refusals = [
    { type: 'about:blank', title: 'Wait', status: 409, code: 'session_in_progress', retryAfterMs: 500 },
  ];
  await dialog().getByRole('button', { name: 'Start again' }).click();
  await dialog().getByText('Checking an earlier payment').waitFor();
  await eventually(() => page.locator('iframe[part=frame]').getAttribute('src')).toContain('s2');
  expect(world.asked.map(({ reason }) => reason)).toEqual(['open', 'renew', 'renew']);
});

it('shows an order that is paid already as completed', async () => {
  world.settings.refusals = [
    { type: 'about:blank', title: 'Paid', status: 409, code: 'already_completed', orderReference: 'A-1' },
  ];
  await open();
  await dialog().getByText('Payment complete').waitFor();
  await dialog().getByText('Reference A-1').waitFor();
  expect(world.hostedCount).toBe(0);
});

it('says what is wrong when there is no session, and tries again', async () => {
  world.settings.refusals = [{ status: 500, body: '<h1>Oops</h1>' }];
  await open();
  await dialog().getByText('The payment page could not be opened').waitFor();
  await dialog().getByRole('button', { name: 'Try again' }).click();
  await hosted().locator('#card').waitFor();
  expect(await outcomes()).toEqual([
    ['error', 'session_create_failed'],
    ['close', 'closed'],
  ]);
});

it('always has a way to the full page, also over a frame that shows nothing', async () => {
  world.settings.hosted = 'deny';
  await open();
  await page.locator('iframe[part=frame]').waitFor();
  const link = dialog().getByText('Open in full page');
  expect(await link.getAttribute('href')).toContain('/pay?s=');
  await link.click();
  await page.waitForURL(`${world.hosted}/pay?s=*`);
});

it('F15 pays on the full page when the dialog cannot be loaded', async () => {
  await page.route('**/hpp-checkout.dialog.*', (route) => route.abort());
  await open();
  await page.waitForURL(`${world.hosted}/pay?s=*`);
});

it('resumes after a visit of the full page', async () => {
  world.settings.body = `<button id="pay" data-hpp-checkout data-session="/session" data-presentation="redirect">Pay</button>`;
  await open();
  await page.waitForURL(`${world.hosted}/pay?s=*`);
  world.settings.status = { status: 'completed' };
  await page.goto(world.shop);
  const resume = () =>
    page.evaluate(() =>
      (window as never as { HppCheckout: Api }).HppCheckout.createCheckout({ session: '/x' }).resume(),
    );
  expect(await resume()).toEqual({ outcome: 'completed', sessionId: 's1'.padEnd(32, '0') });
  expect(await resume()).toBeNull();
});

it('T33 resumes after the hosted page has broken out, and after a reload', async () => {
  for (const goAway of [
    async () => {
      await page.evaluate((url) => location.assign(url), `${world.hosted}/pay?s=x`);
      await page.waitForURL(`${world.hosted}/*`);
    },
    () => page.reload(),
  ]) {
    world.settings.status = { status: 'open' };
    await loaded();
    await goAway();
    world.settings.status = { status: 'completed' };
    await page.goto(world.shop);
    const result = await page.evaluate(() =>
      (window as never as { HppCheckout: Api }).HppCheckout.createCheckout({ session: '/x' }).resume(),
    );
    expect(result).toMatchObject({ outcome: 'completed' });
  }
});

it('F30 makes one session of a double click', async () => {
  await shop();
  await page.dblclick('#pay');
  await hosted().locator('#card').waitFor();
  expect(world.asked).toHaveLength(1);
  expect(await dialog().count()).toBe(1);
});

it('gives the same promise to every open, and settles it when it is unmounted', async () => {
  world.settings.body = '<div id="here"></div>';
  await shop();
  const result = await page.evaluate(async () => {
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
  expect(await page.locator('dialog, iframe').count()).toBe(0);
});

it("locks the page's scroll, gives back exactly what was there, and moves nothing", async () => {
  await page.addInitScript(() => {
    (window as never as { shifts: number }).shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        (window as never as { shifts: number }).shifts += (entry as never as { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await shop();
  await page.evaluate(() => document.documentElement.style.setProperty('overflow', 'scroll', 'important'));
  const before = await page.evaluate(() => document.documentElement.getAttribute('style'));
  await page.evaluate(() => scrollTo(0, 40));
  await page.click('#pay');
  await hosted().locator('#card').waitFor();
  await page.mouse.move(10, 10);
  await page.mouse.wheel(0, 300);
  expect(await page.evaluate(() => scrollY)).toBe(40);
  await dialog().getByRole('button', { name: 'Close' }).click();
  await eventually(() => dialog().count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.getAttribute('style'))).toBe(before);
  expect(await page.evaluate(() => (window as never as { shifts: number }).shifts)).toBe(0);
});

it('leaves no style attribute where there was none', async () => {
  await loaded();
  await dialog().getByRole('button', { name: 'Close' }).click();
  await eventually(() => dialog().count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.getAttribute('style'))).toBeNull();
});

it('mounts elements that come late, and only once', async () => {
  await shop();
  await page.evaluate(() => {
    for (const id of ['late', 'later']) {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<div id="${id}" data-hpp-checkout data-session="/session" data-label="Buy"></div>`,
      );
    }
  });
  await eventually(() => page.locator('#late button, #later button').count()).toBe(2);
  await page.locator('#later button', { hasText: 'Buy' }).click();
  await hosted().locator('#card').waitFor();
});

it('runs calls that were queued before the script came, and goes to successUrl unless that is prevented', async () => {
  world.settings.body = `<script>
    HppCheckout.push((api) => { window.checkout = api.createCheckout({ session: '/session', successUrl: '/done' }); });</script>`;
  await shop();
  const pay = async () => {
    world.settings.status = { status: 'open' };
    await page.evaluate(
      () => void (window as never as { checkout: ReturnType<Api['createCheckout']> }).checkout.open(),
    );
    await hosted().locator('#card').waitFor();
    world.settings.status = { status: 'completed' };
    await hosted().locator('#pay').click();
  };
  await page.evaluate(() =>
    document.addEventListener('hpp-checkout:complete', (event) => event.preventDefault(), { once: true }),
  );
  await pay();
  await eventually(outcomes).toContainEqual(['close', 'completed']);
  expect(page.url()).toBe(`${world.shop}/`);
  await pay();
  await page.waitForURL('**/done');
});

it.each(['a', 'div'])(
  'stands in the page beside its <%s> when it is inline, and the page stays in use',
  async (tag) => {
    world.settings.body = `<${tag} id="pay" data-hpp-checkout data-session="/session" data-presentation="inline">Pay </${tag}><input id="other">`;
    await shop();
    await page.click(tag === 'a' ? '#pay' : '#pay button');
    await hosted().locator('#card').waitFor();
    expect(await page.locator('dialog').count()).toBe(0);
    expect(await page.locator('a iframe').count()).toBe(0);
    await page.fill('#other', 'still here');
    world.settings.status = { status: 'completed' };
    await hosted().locator('#pay').click();
    await eventually(outcomes).toEqual([
      ['complete', 'completed'],
      ['close', 'completed'],
    ]);
    expect(await page.locator('iframe').count()).toBe(0);
  },
);

it('is a plain link without JavaScript', async () => {
  const { page: plain } = await visitShop({ javaScriptEnabled: false });
  await plain.goto(world.shop);
  await plain.click('#pay');
  expect(new URL(plain.url()).pathname).toBe('/plain');
});

it('warms the connection on intent only', async () => {
  world.settings.body = `<div id="pay" data-hpp-checkout data-session="/session" data-gateway-origins="${world.hosted}"></div>`;
  await shop();
  expect(await page.locator('iframe').count()).toBe(0);
  await page.hover('#pay button');
  await eventually(() => page.locator('iframe').count()).toBe(1);
  expect(world.asked).toEqual([]);
});

it('asks for the session on intent when it may, and opens with that one', async () => {
  world.settings.body = `<div id="pay" data-hpp-checkout data-session="/session" data-warm="session"></div>`;
  await shop();
  expect(world.asked).toEqual([]);
  await page.hover('#pay button');
  await eventually(async () => world.asked).toEqual([{ reason: 'warm' }]);
  await page.click('#pay button');
  await hosted().locator('#card').waitFor();
  expect(world.asked).toHaveLength(1);
});

interface Api {
  createCheckout(options: object): {
    mount(target: string): void;
    unmount(): void;
    open(): Promise<{ outcome: string }>;
    close(): Promise<void>;
    resume(): Promise<unknown>;
    state: string;
  };
}

it.each<[string, () => Promise<void>]>([
  ['the page is open', loaded],
  [
    'the page takes its time',
    async () => {
      world.settings.sessionDelayMs = 3000;
      await open();
      await dialog().getByText('Opening').first().waitFor();
    },
  ],
  [
    'it has timed out',
    async () => {
      world.settings.expiresInMs = 1500;
      await loaded();
      await dialog().getByText('timed out').waitFor();
    },
  ],
  [
    'it was declined',
    async () => {
      await loaded();
      world.settings.status = { status: 'failed' };
      await hosted().locator('#decline').click();
      await dialog().getByText('not completed').waitFor();
    },
  ],
  [
    'it could not be opened',
    async () => {
      world.settings.refusals = [{ status: 500, body: '' }];
      await open();
      await dialog().getByText('could not be opened').waitFor();
    },
  ],
])('axe finds nothing to say when %s, light or dark', async (_name, arrive) => {
  await arrive();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The hosted page is not ours.
    const { violations } = await new AxeBuilder({ page })
      .include({ fromShadowDom: ['body > div', 'dialog'] })
      .exclude({ fromShadowDom: ['body > div', 'iframe'] })
      .analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
});
