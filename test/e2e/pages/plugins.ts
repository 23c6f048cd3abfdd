import type { ShopPage } from './shopPage.ts';

const BUTTON = '<button type="button" id="pay">Pay 10.00</button>';
const LINK = '<a id="pay" href="/plain">Pay 10.00</a>';
const TALL = 'style="min-height: 250vh; padding: 40vh 0"';
const inMain = (inner: string) => `<main ${TALL}><h1>Shop</h1>${inner}</main>`;
const MOUNT = `HppCheckout.createCheckout(options).mount('#pay');`;

/** Keeps clicks until the page's scripts, which the first one loads, have run, and plays them again. */
const WP_ROCKET = `
  const clicks = [];
  function keepClick(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (clicks.push(event) === 1) start();
  }
  addEventListener('click', keepClick, true);
  async function start() {
    for (const delayed of document.querySelectorAll('script[type=rocketlazyloadscript]')) {
      const script = document.createElement('script');
      if (delayed.dataset.src) script.src = delayed.dataset.src;
      else script.text = delayed.text;
      const loaded = delayed.dataset.src && new Promise((done) => { script.onload = done; });
      delayed.replaceWith(script);
      await loaded;
      await new Promise(requestAnimationFrame);
    }
    removeEventListener('click', keepClick, true);
    for (const { target, view } of clicks) target.dispatchEvent(new MouseEvent('click', { view, bubbles: true, cancelable: true }));
  }`;

/** Promises, requests and events of a page's own, which have nothing that older standards have not. */
const POLYFILLS = `
  const Own = Promise;
  // Not what an async function gives.
  window.Promise = class Promised {
    #own;
    constructor(run) { this.#own = run instanceof Own ? run : new Own(run); }
    then(done, failed) { return new Promised(this.#own.then(done, failed)); }
    catch(failed) { return this.then(undefined, failed); }
    finally(run) { return new Promised(this.#own.finally(run)); }
    static resolve(value) { return new Promised((done) => done(value)); }
    static reject(reason) { return new Promised((_, failed) => failed(reason)); }
    static all(list) { return new Promised(Own.all(list)); }
    static race(list) { return new Promised(Own.race(list)); }
  };
  window.queueMicrotask = (run) => { Promise.resolve().then(run); };
  window.fetch = (address, { method = 'GET', headers = {}, body } = {}) => new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const name in headers) request.setRequestHeader(name, headers[name]);
    const reply = () => ({
      status: request.status,
      ok: request.status < 300,
      headers: { get: (name) => request.getResponseHeader(name) },
      json: () => Promise.resolve(request.responseText).then(JSON.parse),
      clone: reply,
    });
    request.onload = () => done(reply());
    request.onerror = () => failed(new TypeError('Network request failed'));
    request.send(body ?? null);
  });
  window.CustomEvent = function (type, { detail = null, bubbles = false, cancelable = false } = {}) {
    const event = document.createEvent('CustomEvent');
    event.initCustomEvent(type, bubbles, cancelable, detail);
    return event;
  };
  window.ResizeObserver = class { observe() {} unobserve() {} disconnect() {} };
  window.structuredClone = window.requestIdleCallback = window.IntersectionObserver = undefined;`;

/** What a shop's plug-ins, builders, routers and tools for speed do around a button. */
export const plugins: readonly ShopPage[] = [
  {
    name: 'replaces the part of its cart where the button stands, whenever something happens, as WooCommerce does',
    body: inMain(`<div id="payment">${BUTTON}</div>`),
    script: `const payment = document.querySelector('#payment').outerHTML;
      window.update = () => {
        document.querySelector('#payment').outerHTML = payment;
        ${MOUNT}
      };
      for (const type of ['open', 'load', 'complete']) addEventListener('hpp-checkout:' + type, update);
      ${MOUNT}`,
    meanwhile: (visitor) => visitor.inTab('update()'),
  },
  {
    name: 'loads its scripts at the first click and plays that again, as WP Rocket does',
    body: inMain(LINK),
    head: `<script>${WP_ROCKET}</script>`,
    script: `window.mountLater = () => { ${MOUNT} };`,
    rewrite: (html) =>
      html.replace(
        '<script src="/hpp-checkout.js"></script>',
        `<script type="rocketlazyloadscript" data-src="/hpp-checkout.js"></script>
         <script type="rocketlazyloadscript">mountLater()</script>`,
      ),
    changes: ['content'],
  },
  {
    name: 'fetches what its links lead to, where nobody has dealt with the click, as Turbo does',
    body: inMain(LINK),
    head: `<script>
      const follow = (event) => { if (!event.defaultPrevented) document.body.innerHTML = 'followed'; event.preventDefault(); };
      addEventListener('click', () => { removeEventListener('click', follow); addEventListener('click', follow); }, true);
    </script>`,
  },
  {
    name: 'swaps its html element while the dialog is open',
    meanwhile: (visitor) =>
      visitor.inTab(`(() => {
        const next = new DOMParser().parseFromString('<title>Next</title><main style="height: 300vh"><h1>Next</h1></main>', 'text/html');
        document.documentElement.replaceWith(next.documentElement);
      })()`),
    changes: ['content', 'focus', 'place', 'scroll', 'html', 'body', 'styleSheets'],
  },
  {
    name: 'is swapped by a view transition, and its scripts run anew, as in Astro',
    meanwhile: (visitor) =>
      visitor.inTab(`(async () => {
        const next = new DOMParser().parseFromString(await (await fetch(location.pathname)).text(), 'text/html');
        const swap = () => {
          document.head.replaceChildren(...next.head.childNodes);
          document.body.replaceWith(next.body);
          const script = document.createElement('script');
          script.src = '/hpp-checkout.js';
          document.body.append(script);
          script.onload = () => { ${MOUNT} };
        };
        await (document.startViewTransition?.(swap).finished ?? swap());
      })()`),
    changes: ['content', 'focus', 'scroll'],
  },
  {
    name: 'is hidden against flicker while the dialog is there already',
    head: `<style>.async-hide { opacity: 0 !important; visibility: hidden !important }</style>
      <script>document.documentElement.classList.add('async-hide');</script>`,
    script: `${MOUNT} addEventListener('hpp-checkout:complete', () => document.documentElement.removeAttribute('class'));`,
    press: (visitor) => visitor.inTab(`document.querySelector('#pay').click()`),
    // What is hidden takes no focus.
    changes: ['html', 'focus', 'scroll', 'place', 'body', 'content'],
  },
  {
    name: 'has its button in a popover that closes by itself',
    body: `<main ${TALL}><h1>Shop</h1></main><div id="cart" popover>Cart ${BUTTON}</div>`,
    script: `document.querySelector('#cart').showPopover(); ${MOUNT}`,
  },
  {
    name: 'is a popover as a whole, with another in it',
    body: `<div id="app" popover style="inset: 0; width: 100%; height: 100%">${inMain(`<div id="cart" popover>Cart ${BUTTON}</div>`)}</div>`,
    script: `for (const id of ['app', 'cart']) document.getElementById(id).showPopover();
      ${MOUNT}`,
  },
  {
    name: 'has promises, requests and events of its own, as with polyfills that are forced',
    head: `<script>{ ${POLYFILLS} }</script>`,
  },
  {
    name: 'has an AMD loader that takes no script without a name',
    head: `<script>
      window.define = () => { throw new Error('Mismatched anonymous define() module'); };
      window.require = define; window.module = { exports: {} }; window.exports = module.exports; define.amd = {};
    </script>`,
  },
  {
    name: 'has the same block twice, with the script and the mounting in it',
    body: inMain(`<section>${BUTTON}</section><section>${BUTTON}</section>`),
    script: `${MOUNT} ${MOUNT}`,
    rewrite: (html) => html.replace('</head>', '<script src="/hpp-checkout.js"></script></head>'),
  },
];
