import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { engines, launch } from '../../support/engines.ts';
import { serve } from '../../support/serve.ts';

/* A click in a tunnel, before anything but the button's own file was loaded. The network is cut at the sockets: the browser does not know. */

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));
const SENTENCE = 'Offline? Try again.';

/** A shop whose server answers nothing while it is cut off. */
async function openShop(page: string) {
  let isCut = false;
  const served = await serve(async ({ method, url = '/', socket }, response) => {
    if (isCut) return void socket.destroy();
    response.setHeader('connection', 'close');
    if (url === '/') return void response.setHeader('content-type', 'text/html').end(page);
    if (url === '/pay')
      return void response.setHeader('content-type', 'text/html').end('<p>The payment page</p>');
    if (url === '/session' && method === 'POST') {
      const redirectUrl = `http://127.0.0.1:${served.port}/pay`;
      response.setHeader('content-type', 'application/json').writeHead(201);
      return void response.end(JSON.stringify({ sessionId: 's1', redirectUrl, statusUrl: '/status' }));
    }
    const file = await readFile(dist + url.slice(1)).catch(() => null);
    if (file === null) return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/javascript').end(file);
  });
  onTestFinished(() => served.close());
  return {
    url: `http://localhost:${served.port}/`,
    setCut(now: boolean) {
      isCut = now;
    },
  };
}

const LINK =
  '<a href="/pay" data-hpp-checkout data-session="/session">Pay</a><script src="/hpp-checkout.js"></script>';
const MODULE = `<div id="here"></div><script type="module">
  import { createCheckout } from '/index.js';
  createCheckout({ session: '/session' }).mount('#here');
</script>`;

describe.each(engines)('F28 a click with a cold script and no network, in %s', (engine) => {
  it.each([
    ['a link', LINK],
    ['our button', MODULE],
  ])('%s says so, and pays when the network is back', async (_, body) => {
    const shop = await openShop(`<!doctype html><html lang="en"><title>A shop</title>${body}`);
    const page = await (await launch(engine)).newPage();
    onTestFinished(() => page.close());
    await page.goto(shop.url);
    const button = page.locator('a[data-hpp-checkout], button').first();
    await button.waitFor();
    shop.setCut(true);
    await button.click();
    await page.getByRole('alert').getByText(SENTENCE).waitFor();
    expect(page.url()).toBe(shop.url);

    shop.setCut(false);
    await button.click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    // A bundler's `import()` that has failed fails again (https://github.com/whatwg/html/issues/6768): there it is the full page.
    await expect.poll(() => page.frames().map((frame) => new URL(frame.url()).pathname)).toContain('/pay');
  });
});
