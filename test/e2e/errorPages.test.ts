import { afterAll, beforeAll, describe, it } from 'vitest';
import { english } from '../../src/view/language/texts.ts';
import { allEngines, type Engine, launch } from '../support/engines.ts';
import { size } from '../support/size.ts';
import { webDriverValue } from '../support/webDriverValue.ts';
import { launchWebKit } from '../support/webkit.ts';
import { createWidgetHarness } from '../support/widgetHarness.ts';

/*
 * What stands in the frame is a page of the browser's own: the address leads nowhere, or to a page that refuses frames. The shop's
 * page cannot see that. `npm test` takes the first engine, `npm run test:banks` all three.
 */

/** A browser with one page open, whatever drives it. */
interface Tab {
  goTo(url: string): Promise<unknown>;
  value<T>(expression: string): Promise<T>;
  close(): Promise<unknown>;
}

async function openTab(engine: (typeof allEngines)[number]): Promise<Tab> {
  if (engine === 'webkit') {
    const { driver, close } = await launchWebKit();
    return {
      goTo: (url) => driver.get(url),
      value: (expression) => webDriverValue(driver, expression),
      close,
    };
  }
  const context = await (await launch(engine as Engine)).newContext();
  const page = await context.newPage();
  return {
    goTo: (url) => page.goto(url),
    value: (expression) => page.evaluate(expression),
    close: () => context.close(),
  };
}

const taken = allEngines.filter((engine) => size(engine === allEngines[0], true));

describe.concurrent.each(taken)('F9 a page that the browser cannot show, in %s', (engine) => {
  const harness = createWidgetHarness();
  let tab: Tab;
  beforeAll(async () => {
    [tab] = await Promise.all([openTab(engine), harness.open()]);
  });
  afterAll(async () => {
    await tab?.close();
    await harness.close();
  });

  it('is offered in full page by a button, within one click', async ({ expect }) => {
    harness.settings.hosted = 'deny';
    harness.settings.pages['hosted/go'] =
      '<!doctype html><script>location.replace("/nest")</script><p>One moment';
    const addresses = {
      'no such host': 'https://nowhere.invalid/pay',
      'nobody listens': 'https://127.0.0.1:1025/pay',
      'no TLS': `${harness.hosted.replace('http:', 'https:')}/pay`,
      refused: `${harness.hosted}/pay`,
      'refused after a redirect': `${harness.hosted}/go`,
    };
    const cases = Object.keys(addresses);
    // Inline, so that one page has them all. Each is a session of its own, or they are tabs of one another.
    harness.settings.body = cases.map((_, at) => `<div id="at${at}"></div>`).join('');
    await tab.goTo(harness.shop);
    await tab.value(`void ${JSON.stringify(Object.values(addresses))}.forEach((redirectUrl, at) => {
      const sessionId = ('s' + at).padEnd(32, '0');
      const session = async () => ({ sessionId, redirectUrl, statusUrl: '/session/' + sessionId });
      const checkout = HppCheckout.createCheckout({ session, presentation: 'inline' });
      checkout.mount(document.querySelector('#at' + at));
      checkout.open().catch(() => {});
    })`);
    const SHELLS = `[...document.querySelectorAll('hpp-checkout-dialog')].map(({ shadowRoot }) => shadowRoot)`;
    /** The case, what is said, what the button says, and that no spinner stands over it. */
    const offered = () =>
      tab.value<string[][]>(`${SHELLS}.map((root) => [
        root.host.parentNode.id,
        root.querySelector('footer').textContent,
        root.querySelector('.load').checkVisibility() ? 'waiting' : 'shown',
      ])`);
    // Firefox and WebKitGTK fire no `load` for an error page of their own: there it is a page that is slow.
    const offer = expect.stringMatching(
      new RegExp(`^(${english.blockedText}|${english.slow.replace('?', '[?]')})${english.fullPage}$`),
    );
    await expect.poll(offered).toEqual(cases.map((_, at) => [`at${at}`, offer, 'shown']));

    const last = cases.length - 1;
    await tab.value(`setTimeout(() => ${SHELLS}[${last}].querySelector('button.way').click())`);
    const where = () => tab.value<string>('location.href').catch(() => '');
    await expect.poll(where).toBe(`${harness.hosted}/nest`);
  });
});
