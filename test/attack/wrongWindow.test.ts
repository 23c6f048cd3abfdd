import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { setUpShop } from '../support/setUpShop.ts';
import { sessionOf } from '../support/widgetHarness.ts';
import { type WidgetVisit, watchShop } from '../support/widgetVisit.ts';
import { acksOf, expectPayable, expectUnmoved, frameOfReturnPage, genuine, post } from './forge.ts';

/** The right words from the wrong place. */
describe.each(engines)('messages from the wrong window, in %s', (engine) => {
  const { harness, visitShop } = setUpShop(engine);

  const frameAt = async (visit: WidgetVisit, url: string): Promise<Frame> => {
    const find = () => visit.page.frames().find((frame) => frame.url() === url);
    await expect.poll(find).toBeDefined();
    return find() as Frame;
  };

  it('T19 other windows with the right origin are not heard: a frame beside ours, a named one, srcdoc, a popup, another widget', async () => {
    harness.settings.pages['shop/beside'] = '<!doctype html><title>Beside</title>';
    harness.settings.body += `
      <iframe src="/beside"></iframe>
      <iframe name="frame" part="frame-2" src="/beside?named"></iframe>
      <iframe srcdoc="<title>Written</title>"></iframe>
      <div id="two" data-hpp-checkout data-session="/session" data-presentation="inline"></div>`;
    const visit = await visitShop();
    await visit.arrive();
    await visit.page.locator('#two button').click();
    await visit.page.locator('#two').locator('iframe').waitFor();
    const second = await visit.hostedFrame();
    await second.evaluate((url) => {
      location.href = url;
    }, `${harness.shop}/beside?two`);
    await visit.page.click('#pay');
    await visit.page.frameLocator('dialog iframe').locator('#card').waitFor();
    const asked = harness.statusCount;

    const popup = visit.page.waitForEvent('popup');
    await visit.page.evaluate(() => void open('/beside?popup'));
    const senders: [Frame | Awaited<typeof popup>, 'top' | 'opener'][] = [
      [await frameAt(visit, `${harness.shop}/beside`), 'top'],
      [await frameAt(visit, `${harness.shop}/beside?named`), 'top'],
      [await frameAt(visit, 'about:srcdoc'), 'top'],
      [await frameAt(visit, `${harness.shop}/beside?two`), 'top'],
      [await popup, 'opener'],
      [visit.page, 'top'],
    ];
    // The first session is the inline widget's, the second the dialog's.
    for (const [sender, target] of senders) await post(sender, target, [genuine(sessionOf(2))]);
    await expectUnmoved(visit, harness, asked + 1);
    for (const [sender] of senders) expect(await acksOf(sender)).toBe(0);
  });

  it('T18 a message whose sender is gone, or never was, is not heard: null is not our frame', async () => {
    harness.settings.pages['shop/beside'] = '<!doctype html><title>Beside</title>';
    const visit = await visitShop();
    await visit.loaded();
    const asked = harness.statusCount;
    await visit.page.evaluate(
      async (message) => {
        const frame = document.createElement('iframe');
        frame.src = '/beside';
        document.body.append(frame);
        await new Promise((resolve) => frame.addEventListener('load', resolve));
        const inside = frame.contentWindow as Window & typeof globalThis;
        new inside.Function('message', 'top.postMessage(message, "*"); frameElement.remove()')(message);
        for (const source of [null, window]) {
          dispatchEvent(new MessageEvent('message', { data: message, origin: location.origin, source }));
        }
      },
      genuine(sessionOf(1)),
    );
    await expectUnmoved(visit, harness, asked);

    // From the true place, but the checkout is taken away in the same task.
    harness.settings.pages['shop/last'] = `<!doctype html><script>
      top.postMessage(${JSON.stringify(genuine(sessionOf(1)))}, '*');
      top.document.querySelector('hpp-checkout-dialog').remove();
      frameElement?.remove();
    </script>`;
    const frame = await visit.hostedFrame();
    await frame.evaluate((url) => {
      location.href = url;
    }, `${harness.shop}/last`);
    // It comes back once, with the page as it was at first.
    await visit.hosted().locator('#card').waitFor();
    expect(visit.crashes).toEqual([]);
    expect((await visit.outcomes()).map(([type]) => type)).not.toContain('complete');
  });

  it("T20 an earlier attempt's message is worth nothing in the next one, nor after a reload", async () => {
    const visit = await visitShop();
    await visit.loaded();
    const first = await frameOfReturnPage(visit, harness);
    await post(first, 'top', [genuine(sessionOf(1))]);
    await expect.poll(() => acksOf(first)).toBe(1);

    for (const attempt of [2, 3]) {
      await visit.loaded();
      const frame = await frameOfReturnPage(visit, harness);
      const asked = harness.statusCount;
      const earlier = Array.from({ length: attempt - 1 }, (_, n) => genuine(sessionOf(n + 1)));
      await post(frame, 'top', earlier);
      await expectUnmoved(visit, harness, asked + 1);
      expect(await acksOf(frame)).toBe(0);
    }
  });

  it('T32 a hostile opener drives nothing, and is cut off by COOP same-origin-allow-popups', async () => {
    harness.settings.pages['evil/opener'] =
      `<!doctype html><title>Evil</title><button onclick="shop = window.open('${harness.shop}/')">Cheap shoes</button>`;
    for (const policy of [undefined, 'same-origin-allow-popups']) {
      harness.settings.headers = policy ? { 'cross-origin-opener-policy': policy } : {};
      const { page: evil } = await visitShop();
      await evil.goto(`${harness.evil}/opener`);
      const popup = evil.context().waitForEvent('page');
      await evil.click('button');
      const visit = watchShop(await popup, harness);
      await visit.page.click('#pay');
      await visit.hosted().locator('#card').waitFor();
      const asked = harness.statusCount;
      const { closed, acks } = await evil.evaluate(
        async (message) => {
          const { shop } = window as never as { shop: Window };
          let heard = 0;
          addEventListener('message', () => heard++);
          for (let count = 0; count < 10_000; count++) shop.postMessage(message, '*');
          await new Promise((resolve) => setTimeout(resolve, 200));
          return { closed: shop.closed, acks: heard };
        },
        genuine(sessionOf(harness.asked.length)),
      );
      expect(closed).toBe(policy !== undefined);
      expect(acks).toBe(0);
      await expectUnmoved(visit, harness, asked);
      await expectPayable(visit, harness);
      harness.settings.status = { status: 'open' };
    }
  });

  it('T49 what other pages of the shop broadcast or store changes nothing', async () => {
    harness.settings.pages['shop/beside'] = '<!doctype html><title>Beside</title>';
    const visit = await visitShop();
    await visit.loaded();
    const beside = await visit.page.context().newPage();
    await beside.goto(`${harness.shop}/beside`);
    const asked = harness.statusCount;
    await beside.evaluate(
      (message) => {
        const channel = new BroadcastChannel('hpp-checkout');
        const kinds = ['returned', 'completed', 'complete', 'paid', 'close', 'failed', 'expired', 'ack'];
        for (let count = 0; count < 10_000; count++) {
          channel.postMessage({ ...message, type: kinds[count % kinds.length] });
        }
        for (const key of ['hpp-checkout', 'hpp-checkout:status']) {
          localStorage.setItem(key, JSON.stringify({ sessionId: message.session, status: 'completed' }));
        }
      },
      genuine(sessionOf(1)),
    );
    await beside.close();
    // Firefox gives each page a window; what lies behind another is not drawn, and cannot be clicked.
    await visit.page.bringToFront();
    await expectUnmoved(visit, harness, asked + 1);
    await expectPayable(visit, harness);
  });
});
