import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { setUpShop } from '../support/setUpShop.ts';
import { size } from '../support/size.ts';

const dist = new URL('../../dist/', import.meta.url);
const { integrity } = JSON.parse(readFileSync(new URL('integrity.json', dist), 'utf8')) as {
  integrity: Record<string, string>;
};

/** What shops' pages do to the environment that a script runs in. Each is set up before our script is loaded. */
const POLLUTIONS: Readonly<Record<string, string>> = {
  'Object.prototype has more fields':
    "Object.prototype.status='completed';Object.prototype.v=9;Object.prototype.presentation='redirect'",
  'Object.prototype has an accessor':
    "Object.defineProperty(Object.prototype,'outcome',{get(){return 'completed'},set(){},configurable:true})",
  'Array.prototype has more methods': 'Array.prototype.last=function(){};Array.prototype.remove=function(){}',
  'Array.from and reduce are of an older library':
    'Array.from=function(list){return [].slice.call(list)};Array.prototype.reduce=function(){return this.length>1?this:this[0]}',
  'String.prototype has more methods':
    'String.prototype.format=function(){};String.prototype.trim=String.prototype.toString',
  'Function.prototype has more methods': 'Function.prototype.method=function(){return this}',
  'toJSON on everything':
    'Object.prototype.toJSON=undefined;Array.prototype.toJSON=function(){return this.slice()}',
  'fetch is wrapped': 'const f=fetch;window.fetch=function(){return f.apply(this,arguments).then(r=>r)}',
  'fetch is a polyfill on XMLHttpRequest': `window.fetch=(url,o={})=>new Promise((ok,no)=>{const x=new XMLHttpRequest();x.open(o.method||'GET',url);for(const k in o.headers||{})if(Object.hasOwn(o.headers,k))x.setRequestHeader(k,o.headers[k]);x.onload=()=>ok(new Response(x.responseText,{status:x.status}));x.onerror=no;x.send(o.body)})`,
  'setTimeout is wrapped': 'const t=setTimeout;window.setTimeout=(f,ms,...a)=>t(f,ms,...a)',
  'addEventListener is wrapped':
    'const a=EventTarget.prototype.addEventListener;EventTarget.prototype.addEventListener=function(t,l,o){return a.call(this,t,l,o)}',
  'Promise is another one': 'window.Promise=class extends Promise{}',
  'CustomEvent is a polyfill':
    'const C=CustomEvent;window.CustomEvent=function(t,p){return new C(t,p)};CustomEvent.prototype=C.prototype',
  'console is gone': 'window.console=undefined',
  'define is an AMD loader':
    'window.define=function(){};window.define.amd={};window.module={exports:{}};window.exports={}',
  'names of ours are taken': "var HppCheckoutDialog='mine';var signal=1,effect=2,render=3",
};

/** DOM clobbering: markup that takes the place of `document` and `window` properties. */
const CLOBBERS: Readonly<Record<string, string>> = {
  'forms are named like document': '<form name="body"></form><form name="head"></form>',
  'images are named like document':
    '<img name="cookie"><img name="activeElement"><img name="scrollingElement"><img name="forms">',
  'an image is named like what finds elements': '<img name="querySelectorAll">',
  'frames are named like window':
    '<iframe name="parent" src="/plain"></iframe><iframe name="HppCheckoutDialog" src="/plain"></iframe>',
  'ids of ours are taken':
    '<a id="title" href="/plain">x</a><a id="notice"></a><a id="trustedTypes"></a><a id="trustedTypes" name="createPolicy"></a><a id="fetch"></a>',
};

/** No dialog without these: the full page is what is left, or the link's own way. */
const DESTROYED: Readonly<Record<string, string>> = {
  currentScript: '<form name="currentScript"></form>',
  createElement: '<form name="createElement"></form>',
};

describe.each(engines)('hostile pages, in %s', (engine) => {
  const { harness, visitShop } = setUpShop(engine);

  it('T30 a page that frames the shop opens nothing from outside, and with frame-ancestors gets no Pay button', async () => {
    harness.settings.pages['evil/bait'] =
      `<!doctype html><title>Bait</title><iframe src="${harness.shop}/" style="opacity:.01" width="900" height="500"></iframe>`;
    const visit = await visitShop();
    const button = visit.page.frameLocator('iframe').locator('#pay');

    // Without the header the shop is there, and the widget in it is alive: a click of the customer's own would open it.
    await visit.page.goto(`${harness.evil}/bait`);
    await button.waitFor();
    await visit.page.evaluate(() => {
      const shop = document.querySelector('iframe') as HTMLIFrameElement;
      for (const message of ['open', { type: 'open' }, { ns: 'hpp-checkout', v: 1, type: 'open' }])
        shop.contentWindow?.postMessage(message, '*');
      shop.src = `${shop.src}#pay`;
    });
    await button.waitFor();
    expect(harness.asked).toEqual([]);
    await button.click();
    await expect.poll(() => harness.asked.length).toBe(1);

    // With the header there is nothing to click on, in the very place where there was.
    harness.settings.headers = { 'content-security-policy': "frame-ancestors 'none'" };
    await visit.page.goto(`${harness.evil}/bait`);
    for (let y = 50; y < 400; y += 50) await visit.page.mouse.click(100, y);
    expect(await button.count()).toBe(0);
    expect(harness.asked).toHaveLength(1);

    // And the shop itself sells as before.
    await visit.page.goto(`${harness.shop}/`);
    await visit.page.click('#pay');
    await expect.poll(() => harness.asked.length).toBe(2);
  });

  it('T33 the hosted page leads the whole tab away, and Back finds out by the status: no second session', async () => {
    // A page from the back-forward cache would have its dialog still; this one has to find out.
    harness.settings.headers = { 'cache-control': 'no-store' };
    harness.settings.pages['evil/elsewhere'] = '<!doctype html><title>Elsewhere</title>';
    harness.settings.body += `<script>addEventListener('pageshow', () => {
      HppCheckout.push((api) => { api.createCheckout({ session: '/session' }).resume().then((result) => { window.resumed = result; }); });
    });</script>`;
    const visit = await visitShop();
    await visit.loaded();
    const frame = await visit.hostedFrame();
    await frame.evaluate((url) => {
      (document.querySelector('#forge') as HTMLElement).onclick = () => {
        (window.top as Window).location.href = url;
      };
    }, `${harness.evil}/elsewhere`);
    await visit.hosted().locator('#forge').click();
    await visit.page.waitForURL(`${harness.evil}/elsewhere`);
    harness.settings.status = { status: 'completed', orderReference: 'A-1' };
    await visit.page.goBack();
    await expect
      .poll(() =>
        visit.page.evaluate(() => (window as never as { resumed?: { outcome: string } }).resumed?.outcome),
      )
      .toBe('completed');
    expect(harness.asked).toHaveLength(1);
  });

  it('T39 an altered first file does not run: the link still pays, and nothing foreign is ever loaded', async () => {
    const script = readFileSync(new URL('hpp-checkout.js', dist), 'utf8');
    const page = (file: string) => `<!doctype html><title>Shop</title>
      <script src="/${file}" integrity="${integrity['hpp-checkout.js']}" crossorigin></script>
      <a id="pay" href="/plain" data-hpp-checkout data-session="/session" data-order="A-1">Pay</a>`;
    harness.settings.pages['shop/altered.js'] = `${script};globalThis.altered=1`;
    harness.settings.pages['shop/good'] = page('hpp-checkout.js');
    harness.settings.pages['shop/bad'] = page('altered.js');
    const visit = await visitShop();
    const loaded = new Set<string>();
    visit.page.on('request', (request) => loaded.add(new URL(request.url()).origin));
    await visit.page.goto(`${harness.shop}/good`);
    await visit.page.click('#pay');
    await visit.hosted().locator('#card').waitFor();
    expect([...loaded].sort()).toEqual([harness.hosted, harness.shop].sort());

    await visit.page.goto(`${harness.shop}/bad`);
    expect(
      await visit.page.evaluate(() => [
        typeof (window as never as { HppCheckout: unknown }).HppCheckout,
        'altered' in window,
      ]),
    ).toEqual(['undefined', false]);
    await visit.page.click('#pay');
    await visit.page.waitForURL(`${harness.shop}/plain`);
  });

  it('T39 an altered second file does not run: the click pays on the full page', async () => {
    const visit = await visitShop();
    const [file] = Object.keys(integrity).filter((name) => name.includes('.dialog.'));
    harness.settings.pages[`shop/${file}`] =
      `${readFileSync(new URL(file as string, dist), 'utf8')};globalThis.altered=1`;
    await visit.open();
    await visit.page.waitForURL(`${harness.hosted}/pay?s=*`);
  });

  const messyPage = (mess: string) => `<!doctype html><html lang="en"><title>Messy</title>
    ${mess.startsWith('<') ? mess : `<script>${mess}</script>`}
    <script>window.seen = [];
      for (const type of ['complete', 'fail', 'pending', 'error'])
        document.addEventListener('hpp-checkout:' + type, () => seen.push(type));</script>
    <script src="/hpp-checkout.js"></script>
    <a id="pay" href="/plain" data-hpp-checkout data-session="/session" data-order="A-1">Pay</a>`;

  it('T41 pays on polluted and clobbered pages, and nothing on them makes it "paid"', async () => {
    const visit = await visitShop();
    const seen = () => visit.page.evaluate(() => (window as never as { seen: string[] }).seen);
    // What a script has changed is changed alike everywhere; what markup names reaches `document` as each engine has it.
    const pollutions = size(engine === engines[0], true) ? POLLUTIONS : {};
    for (const [name, mess] of Object.entries({ ...pollutions, ...CLOBBERS })) {
      harness.settings.status = { status: 'open' };
      harness.settings.pages['shop/messy'] = messyPage(mess);
      await visit.page.goto(`${harness.shop}/messy`);
      await visit.page.click('#pay');
      await visit
        .hosted()
        .locator('#card')
        .waitFor()
        .catch((cause: unknown) => {
          throw new Error(`Nothing opened where ${name}.`, { cause });
        });
      expect([name, await seen()]).toEqual([name, []]);
      harness.settings.status = { status: 'completed' };
      await visit.payByScript();
      await expect.poll(async () => [name, await seen()]).toEqual([name, ['complete']]);
    }
    expect(visit.crashes).toEqual([]);
  });

  it.each(Object.entries(DESTROYED))(
    'T41 pays on the full page or by the link where document.%s is something else',
    async (_name, mess) => {
      harness.settings.pages['shop/messy'] = messyPage(mess);
      const visit = await visitShop();
      await visit.page.goto(`${harness.shop}/messy`);
      await visit.page.click('#pay');
      // To the merchant's own page, or to the hosted one in full.
      await visit.page.waitForURL((url) => url.pathname === '/plain' || url.origin === harness.hosted);
      // What misses the function may say so.
      visit.crashes.splice(0);
    },
  );

  it('T42 a listener that swallows every message delays the outcome by the slow poll, no more', async () => {
    harness.settings.body += `<script>addEventListener('message', (event) => event.stopImmediatePropagation(), true)</script>`;
    const visit = await visitShop();
    await visit.loaded();
    const frame = await visit.hostedFrame();
    harness.settings.status = { status: 'completed' };
    await frame.evaluate((url) => {
      parent.postMessage({ to: url }, '*');
    }, harness.shop);
    await expect.poll(visit.outcomes).toEqual([
      ['complete', 'completed'],
      ['close', 'completed'],
    ]);
  });
});
