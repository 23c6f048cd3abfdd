import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, launch } from '../support/engines.ts';
import { createHarness, type Harness } from '../support/harness.ts';
import { type Served, serve } from '../support/serve.ts';

/** What might run, load or close a tag where a value is written into a page. */
const PAYLOADS: readonly string[] = [
  '<script>alert(1)</script>',
  '</script><script>window.__xss=1</script>',
  '</title><script>window.__xss=1</script>',
  '<img src=x onerror=window.__xss=1>',
  '<svg onload=window.__xss=1>',
  '<svg><script>window.__xss=1</script></svg>',
  '<iframe srcdoc="<script>parent.__xss=1</script>">',
  '<iframe src="javascript:parent.__xss=1">',
  '<base href="http://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=http://evil.example/">',
  '<link rel="stylesheet" href="http://evil.example/a.css">',
  '<form action="http://evil.example/"><button autofocus onfocus=window.__xss=1>',
  '"><script>window.__xss=1</script>',
  "'><script>window.__xss=1</script>",
  '" onload="window.__xss=1',
  "' onfocus='window.__xss=1' autofocus='",
  '`-window.__xss=1-`',
  '";window.__xss=1;//',
  "';window.__xss=1;//",
  '\\";window.__xss=1;//',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template mark is what is tried
  '${window.__xss=1}',
  '{{constructor.constructor("window.__xss=1")()}}',
  '<%= 7*7 %>',
  'javascript:window.__xss=1',
  'data:text/html,<script>parent.__xss=1</script>',
  '<!--<script>window.__xss=1</script>-->',
  '<![CDATA[<script>window.__xss=1</script>]]>',
  '<details open ontoggle=window.__xss=1>',
  '<video><source onerror=window.__xss=1></video>',
  '<math><mtext></mtext><mglyph><style></math><img src onerror=window.__xss=1>',
  '<noscript><p title="</noscript><img src=x onerror=window.__xss=1>">',
  '<template><script>window.__xss=1</script></template>',
  '+ADw-script+AD4-window.__xss=1+ADw-/script+AD4-',
  '\u2028window.__xss=1\u2029',
  '\u202e<script>window.__xss=1</script>',
  '%3Cscript%3Ewindow.__xss=1%3C/script%3E',
  '&lt;script&gt;window.__xss=1&lt;/script&gt;',
  '\r\n\r\n<script>window.__xss=1</script>',
];
const PARAMETERS = [
  ...['Pspid', 'OrderReference', 'Status', 'errorMessage', 'lang', 'UniqueReference', 'Signature'],
  ...['next', 'url', 'continue', 'RedirectionURL', 'hint', 'session'],
];

async function openSession(harness: Harness): Promise<{ id: string; redirectUrl: string }> {
  const response = await fetch(`${harness.merchant}/checkout/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: harness.shop },
    body: JSON.stringify({ order: 'A-1' }),
  });
  const { sessionId, redirectUrl } = (await response.json()) as { sessionId: string; redirectUrl: string };
  return { id: sessionId, redirectUrl };
}

for (const engine of engines) {
  describe(`the return page under attack, in ${engine}`, () => {
    let browser: Browser;
    let harness: Harness;
    let evil: Served;
    let id: string;
    let outer: string;

    beforeAll(async () => {
      browser = await launch(engine);
      harness = await createHarness({
        nested: true,
        page: ({ query }) =>
          `<!doctype html><title>Shop</title><iframe src="${query.get('frame')}"></iframe>`,
      });
      const session = await openSession(harness);
      id = session.id;
      outer = new URL(session.redirectUrl).origin;
      evil = await serve((request, response) => {
        const frame = new URL(request.url ?? '/', 'http://evil').searchParams.get('frame');
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<!doctype html><title>Evil</title><iframe src="${frame}"></iframe>`);
      });
    });
    afterAll(async () => {
      await browser?.close();
      await evil?.close();
      await harness?.close();
    });

    const address = () => `${harness.merchant}/checkout/return/${id}/success`;

    it('T16 no value of the query runs, loads, opens or moves anything', { timeout: 120_000 }, async () => {
      const page = await browser.newPage();
      const dialogs: string[] = [];
      const strange: string[] = [];
      page.on('dialog', async (dialog) => {
        dialogs.push(dialog.message());
        await dialog.dismiss();
      });
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== harness.merchant) strange.push(request.url());
      });
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) => {
          // Firefox asks for it by itself.
          if (event.blockedURI.endsWith('/favicon.ico')) return;
          const seen = window as unknown as { __blocked?: string[] };
          seen.__blocked = [...(seen.__blocked ?? []), event.violatedDirective];
        });
      });
      const look = () =>
        page.evaluate(() => ({
          nodes: document.querySelectorAll('*').length,
          marked: '__xss' in window,
          blocked: (window as unknown as { __blocked?: string[] }).__blocked ?? [],
        }));
      await page.goto(address());
      const clean = await look();
      expect(clean).toMatchObject({ marked: false, blocked: [] });

      for (const payload of PAYLOADS) {
        const query = new URLSearchParams();
        for (const name of PARAMETERS) {
          query.append(name, payload);
          query.append(`${name}[]`, payload);
        }
        query.append('Status', 'PROCESSED');
        await page.goto(`${address()}?${query}#${encodeURIComponent(payload)}`);
        expect(await look(), payload).toEqual(clean);
        // The page takes them out of the address too, before anything else can read it there (T43).
        await expect.poll(() => new URL(page.url()).search).toBe('');
      }
      expect(dialogs).toEqual([]);
      expect(strange).toEqual([]);
      await page.close();
    });

    /** Whether the return page stands in one of the page's frames, with its text. */
    async function isShown(page: Page): Promise<boolean> {
      for (const frame of page.frames()) {
        if (!frame.url().startsWith(harness.merchant)) continue;
        const found = await frame
          .evaluate(() => document.querySelector('main h1') !== null)
          .catch(() => false);
        if (found) return true;
      }
      return false;
    }

    it('T31 the shop and the hosted page may frame it; another page gets nothing to click on', async () => {
      const page = await browser.newPage();
      const framed = encodeURIComponent(address());
      const friendly = [
        `${harness.shop}/?frame=${framed}`,
        `${harness.shop}/?frame=${encodeURIComponent(`${outer}/?page=${framed}`)}`,
      ];
      for (const url of friendly) {
        await page.goto(url);
        await expect.poll(() => isShown(page)).toBe(true);
      }
      const hostile = [
        `http://127.0.0.1:${evil.port}/?frame=${framed}`,
        `http://localhost:${evil.port}/?frame=${framed}`,
        `http://127.0.0.1:${evil.port}/?frame=${encodeURIComponent(`${outer}/?page=${framed}`)}`,
      ];
      for (const url of hostile) {
        // `load` comes for a refused frame too.
        await page.goto(url, { waitUntil: 'load' });
        expect(await isShown(page), url).toBe(false);
      }
      await page.close();
    });
  });
}
