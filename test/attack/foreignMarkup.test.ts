import { describe, expect, it } from 'vitest';
import { engines, oneEngine } from '../support/engines.ts';
import { setUpShop } from '../support/setUpShop.ts';

/*
 * A shop's page with HTML of somebody else in it: a review, a comment, a product text. It went through a sanitiser, so it
 * has no script and no handler; `data-…` attributes are what sanitisers leave in place.
 */

/** Ways to write an address that `location` runs as a script. */
const SCRIPTS: readonly string[] = [
  'javascript:window.__xss=1',
  'JavaScript:window.__xss=1',
  ' javascript:window.__xss=1',
  '\u0001javascript:window.__xss=1',
  'java\nscript:window.__xss=1',
  'java\tscript:window.__xss=1',
  'javascript\n:window.__xss=1',
  'javascript://shop.example/%0Awindow.__xss=1',
  'data:text/html,<script>parent.__xss=1</script>',
  'vbscript:msgbox(1)',
  'blob:https://shop.example/0a6d4f5e-0000-4000-8000-000000000000',
];

/** Addresses that a shop may well give. */
const GOOD: readonly string[] = [
  '/thanks',
  'thanks',
  '',
  '?done=10:30',
  '#done:yes',
  '/orders/a:b',
  './a:b',
  '//shop.example/thanks',
  'https://shop.example/thanks?at=10:30',
  'HTTP://shop.example:8080/',
];

describe.each(engines)('HTML of somebody else in the page, in %s', (engine) => {
  const { harness, visitShop } = setUpShop(engine);
  const xss = () => (window as { __xss?: number }).__xss;

  it('T77 no element of theirs, and no option, leads to a script after the payment', async () => {
    const attribute = (url: string) => [...url].map((letter) => `&#${letter.codePointAt(0)};`).join('');
    harness.settings.body = SCRIPTS.flatMap((url) =>
      ['success', 'failure'].map(
        (name) =>
          `<p><a class="theirs" data-hpp-checkout data-session="/session" data-${name}-url="${attribute(url)}">Pay</a></p>`,
      ),
    ).join('');
    const visit = await visitShop();
    await visit.arrive();
    // Refused when it is found: never a button, and the developer reads why.
    expect((await visit.seen()).length).toBe(0);
    await expect.poll(() => visit.crashes.length).toBe(SCRIPTS.length * 2);
    for (const { message } of visit.crashes.splice(0))
      expect(message).toMatch(/config_invalid: .*successUrl/);

    const codes = await visit.page.evaluate(
      ([bad, good]) => {
        const { HppCheckout } = window as never as {
          HppCheckout: { createCheckout(options: object): { destroy(): void } };
        };
        const code = (options: object) => {
          try {
            HppCheckout.createCheckout({ session: '/session', ...options }).destroy();
            return 'made';
          } catch (error) {
            return (error as { code?: string }).code;
          }
        };
        const all = (urls: readonly string[]) =>
          urls.flatMap((url) => [code({ successUrl: url }), code({ failureUrl: url })]);
        return [all(bad), all(good)];
      },
      [SCRIPTS, GOOD] as const,
    );
    expect(new Set(codes[0])).toEqual(new Set(['config_invalid']));
    expect(new Set(codes[1])).toEqual(new Set(['made']));
    expect(await visit.page.evaluate(xss)).toBeUndefined();
  });

  oneEngine(engine)('T77 an option that turns into a script later is not read a second time', async () => {
    harness.settings.body = `<script>HppCheckout.push((api) => {
      const options = { session: '/session', warm: 'off' };
      window.options = options;
      window.checkout = api.createCheckout(Object.defineProperty(options, 'successUrl', { enumerable: true,
        get() { return window.turned ? 'javascript:window.__xss=1' : '/done'; } }));
    });</script><button id="pay" onclick="turned = true; checkout.open()">Pay</button>`;
    const visit = await visitShop();
    await visit.loaded();
    harness.settings.status = { status: 'completed' };
    await visit.hosted().locator('#pay').click();
    // It was read when the checkout was made.
    await visit.page.waitForURL(`${harness.shop}/done`);
  });

  oneEngine(engine).each([
    ['names a foreign server', () => `data-session="${harness.evil}/session"`],
    ['names one without a scheme', () => `data-session="${harness.evil.replace('http:', '')}/session"`],
    ['uses a way out of the shop', () => 'data-session="/out"'],
    [
      'asks for more',
      () => `data-session="${harness.evil}/session" data-mode="cors" data-session-origins="${harness.evil}"`,
    ],
  ])('T78 an element that %s opens nothing and sends nothing there', async (_name, attributes) => {
    harness.settings.body = `<a id="pay" href="/plain" data-hpp-checkout ${attributes()}>Pay</a>`;
    const visit = await visitShop();
    const lines: string[] = [];
    visit.page.on('console', (line) => lines.push(line.text()));
    await visit.open();
    await visit.expectOutcomes(['error', 'session_create_failed']);
    // What looks for the reason goes nowhere else either.
    await expect.poll(() => lines.join('\n')).toContain('got no answer');
    expect(harness.evilAsked).toEqual([]);
    expect(harness.hostedCount).toBe(0);
  });

  oneEngine(engine)(
    "T78 the script tag's own session is asked, wherever it lies and whatever the element says",
    async () => {
      harness.settings.script = `data-session="${harness.evil}/session" data-warm="off"`;
      harness.settings.body = `<a id="pay" href="/plain" data-hpp-checkout data-session="/session" data-order="A-1">Pay</a>`;
      const visit = await visitShop();
      await visit.open();
      await expect.poll(async () => harness.evilAsked).toContain('POST /session');
      expect(harness.asked).toEqual([]);
    },
  );

  it('T79 nothing is sent before the click for an element that the page has not vouched for', async () => {
    harness.settings.body = `
      <a id="one" href="/plain" data-hpp-checkout data-session="/session" data-warm="session" data-gateway-origins="${harness.evil}">Pay</a>
      <a id="two" href="/plain" data-hpp-checkout data-session="/session" data-warm="session" data-gateway-origins="javascript:window.__xss=1//">Pay</a>
      <a id="three" href="/plain" data-hpp-checkout data-session="${harness.evil}/session" data-warm="session" data-mode="cors">Pay</a>`;
    const visit = await visitShop();
    await visit.arrive();
    const own = visit.page.waitForRequest(/hpp-checkout\.dialog/);
    for (const id of ['one', 'two', 'three']) {
      await visit.page.hover(`#${id}`);
      await visit.page.focus(`#${id}`);
    }
    // Intent has been seen: our own file is here and has run.
    await (await own).response();
    await visit.page.waitForFunction(() => 'HppCheckoutDialog' in window);
    await visit.page.evaluate(() => new Promise((done) => setTimeout(done)));
    expect(await visit.page.locator('iframe').count()).toBe(0);
    expect([harness.asked, harness.evilAsked]).toEqual([[], []]);
    expect(await visit.page.evaluate(xss)).toBeUndefined();
  });

  it('T79 what the script tag says is prepared on intent, and no script is run by it', async () => {
    harness.settings.script = `data-warm="session" data-gateway-origins="${harness.hosted}"`;
    harness.settings.body = `<a id="pay" href="/plain" data-hpp-checkout data-session="/session" data-gateway-origins="${harness.evil}">Pay</a>`;
    const visit = await visitShop();
    await visit.arrive();
    await visit.page.hover('#pay');
    await expect.poll(async () => harness.asked).toEqual([{ reason: 'warm' }]);
    await expect.poll(() => visit.page.locator(`iframe[src^="${harness.hosted}"]`).count()).toBe(1);
    expect(harness.evilAsked).toEqual([]);

    harness.settings.script = `data-warm="connect" data-gateway-origins="javascript:window.__xss=1//"`;
    await visit.arrive();
    await visit.page.focus('#pay');
    await visit.page.waitForFunction(() => 'HppCheckoutDialog' in window);
    await visit.page.evaluate(() => new Promise((done) => setTimeout(done)));
    expect(await visit.page.locator('iframe').count()).toBe(0);
    // The shop's developer reads what is wrong with the tag.
    for (const { message } of visit.crashes.splice(0)) expect(message).toMatch(/^invalid_redirect_url/);
    expect(await visit.page.evaluate(xss)).toBeUndefined();
  });

  it.each(['form', 'img', 'embed', 'object'])(
    "T86 a <%s> named like the document's script says nothing for the page",
    async (tag) => {
      harness.settings.pages['shop/clobbered'] = `<!doctype html><html lang="en"><title>Shop</title>
        <${tag} name="currentScript" data-session="${harness.evil}/session" data-warm="session"></${tag}>
        <script src="/hpp-checkout.js"></script>
        <a id="pay" href="/plain" data-hpp-checkout data-session="/session">Pay</a>`;
      const visit = await visitShop();
      await visit.page.goto(`${harness.shop}/clobbered`);
      await visit.page.hover('#pay');
      await visit.page.click('#pay');
      // To the merchant's own page, to the hosted one, or into the dialog: as far as the page still works.
      await expect
        .poll(async () => harness.hostedCount > 0 || new URL(visit.page.url()).pathname === '/plain')
        .toBe(true);
      expect(harness.evilAsked).toEqual([]);
    },
  );

  /** Options and answers that somebody's script has put on every object there is. */
  const POLLUTION = `
    for (const [name, value] of Object.entries({
      session: '${'EVIL'}/session', order: 'B-2', warm: 'session', gatewayOrigins: 'EVIL', presentation: 'redirect',
      successUrl: 'javascript:window.__xss=1', failureUrl: 'javascript:window.__xss=1', label: 'Buy', amount: '1.00',
      locale: 'de', mode: 'cors', expiry: 'address', cspNonce: 'x', confirmClose: 'always', debug: true,
      redirectUrl: 'EVIL/pay', statusUrl: 'EVIL/status', sessionId: 'evil', returnOrigin: 'EVIL', orderReference: 'B-2',
      'hpp-checkout': true, retryAfterMs: 1e9, hint: 'success', type: 'returned', ns: 'hpp-checkout', v: 1,
    })) Object.defineProperty(Object.prototype, name, { value: String(value).replace('EVIL', window.evilOrigin), writable: true, configurable: true });`;
  const polluted = (body: string) => `<!doctype html><html lang="en"><title>Polluted</title>
    <script>window.evilOrigin = '${harness.evil}';${POLLUTION}
      window.seen = [];
      for (const type of ['open', 'complete', 'fail', 'pending', 'close', 'error'])
        document.addEventListener('hpp-checkout:' + type, (event) => seen.push(type));</script>
    <script src="/hpp-checkout.js"></script>${body}`;

  oneEngine(engine)(
    'T85 what stands on Object.prototype is no option, no answer and no stored session',
    async () => {
      harness.settings.pages['shop/polluted'] = polluted(
        `<a id="pay" href="/plain" data-hpp-checkout data-session="/session" data-order="A-1">Pay</a>
       <div id="ours"></div>
       <script>HppCheckout.push((api) => { window.ours = api.createCheckout({ session: '/session' }); ours.mount('#ours'); });</script>`,
      );
      const visit = await visitShop();
      const seen = () => visit.page.evaluate(() => (window as never as { seen: string[] }).seen);
      await visit.page.goto(`${harness.shop}/polluted`);
      await expect.poll(() => visit.page.locator('#ours button').textContent()).toBe('Pay');
      await visit.page.hover('#pay');
      await visit.page.click('#pay');
      await visit.hosted().locator('#card').waitFor();
      expect(harness.asked).toEqual([{ order: 'A-1', reason: 'open' }]);
      harness.settings.status = { status: 'completed' };
      await visit.payByScript();
      await expect.poll(seen).toEqual(['open', 'complete', 'close']);
      expect(await visit.page.evaluate(xss)).toBeUndefined();

      // Nothing was left behind: there is nothing to resume, and nobody else is asked.
      const resumed = await visit.page.evaluate(() =>
        (window as never as { ours: { resume(): Promise<unknown> } }).ours.resume(),
      );
      expect(resumed).toBeNull();
      expect([visit.page.url(), harness.evilAsked]).toEqual([`${harness.shop}/polluted`, []]);
    },
  );

  oneEngine(engine)(
    'T85 a stored session without an address of its own is asked for nowhere else',
    async () => {
      harness.settings.pages['shop/polluted'] = polluted('');
      const visit = await visitShop();
      await visit.page.goto(`${harness.shop}/polluted`);
      const outcome = await visit.page.evaluate(async () => {
        sessionStorage.setItem('hpp-checkout', 's1 ');
        const { HppCheckout } = window as never as {
          HppCheckout: {
            createCheckout(options: object): { resume(): Promise<{ outcome: string } | null> };
          };
        };
        const result = await HppCheckout.createCheckout({ session: '/session' }).resume();
        return result?.outcome;
      });
      expect(outcome).toBe('pending');
      expect(harness.evilAsked).toEqual([]);
    },
  );

  oneEngine(engine)('T85 without the dialog, a refusal that names no page leads nowhere', async () => {
    harness.settings.pages['shop/polluted'] = polluted(
      `<button id="pay" data-hpp-checkout data-session="/session" data-order="A-1">Pay</button>`,
    );
    harness.settings.refusals = [{ status: 503, body: '{}' }];
    const visit = await visitShop();
    await visit.page.route('**/hpp-checkout.dialog.*', (route) => route.abort());
    await visit.page.goto(`${harness.shop}/polluted`);
    await visit.page.click('#pay');
    await expect
      .poll(() => visit.page.evaluate(() => (window as never as { seen: string[] }).seen))
      .toEqual(['error']);
    expect([visit.page.url(), harness.evilAsked]).toEqual([`${harness.shop}/polluted`, []]);
  });
});
