import type { ShopPage } from './shopPage.ts';

const BUTTON = '<button type="button" id="pay">Pay 10.00</button>';
const TALL = 'style="min-height: 250vh; padding: 40vh 0"';
const inMain = (inner: string) => `<main ${TALL}><h1>Shop</h1>${inner}</main>`;

/** Runs before any other script of the page. */
const first = (name: string, script: string, more: Partial<ShopPage> = {}): ShopPage => ({
  name,
  head: `<script>${script}</script>`,
  ...more,
});

/** What a script of the page does when the hosted page is there. */
const meanwhile = (name: string, run: string, more: Partial<ShopPage> = {}): ShopPage => ({
  name,
  meanwhile: (visitor) => visitor.inTab(`(() => { ${run} })()`),
  ...more,
});

/** Says in the page whether frame and dialog can be read: both take the dialog's own colours, whatever the page's scheme is. */
const readable: ShopPage['meanwhile'] = async (visitor) => {
  const wrong = await visitor.inTab<string>(`(() => {
    const host = [...document.documentElement.children].find(({ shadowRoot }) => shadowRoot?.querySelector('dialog'));
    const dialog = host.shadowRoot.querySelector('dialog');
    const light = (colour) => { const [r, g, b] = colour.match(/[\\d.]+/g).map(Number); return (r + g + b) / 3 > 127; };
    const { color, backgroundColor, colorScheme } = getComputedStyle(dialog);
    const frame = getComputedStyle(dialog.querySelector('iframe')).colorScheme;
    return [
      light(color) === light(backgroundColor) && 'text of ' + color + ' on ' + backgroundColor,
      frame !== colorScheme && 'a frame that is ' + frame + ' in a dialog that is ' + colorScheme,
      colorScheme !== (light(backgroundColor) ? 'light' : 'dark') && 'a dialog that is ' + colorScheme + ' with ' + backgroundColor,
    ].filter(Boolean).join('; ');
  })()`);
  if (wrong) throw new Error(wrong);
};

/**
 * What Prototype 1.6 and MooTools 1.2 do to what the browser has, where both stand in one page: newer standards have other things by
 * these names. Neither is on npm as it was.
 */
const PROTOTYPE_AND_MOOTOOLS = `
  const list = (given) => (given == null ? [] : given.toArray ? given.toArray() : [].slice.call(given));
  Object.assign(Array.prototype, {
    toJSON() { return '[' + this.map(Object.toJSON).join(', ') + ']'; },
    toArray() { return this.slice(); }, entries() { return this.slice(); }, each(run) { this.forEach(run); return this; },
    reduce() { return this.length > 1 ? this : this[0]; }, include(one) { return this.indexOf(one) > -1; },
    find(run, self) { for (let i = 0; i < this.length; i++) if (run.call(self, this[i], i)) return this[i]; },
    flatten() { return this.flat(); }, clean() { return this.filter((one) => one != null); }, append(more) { this.push(...more); return this; },
  });
  Object.assign(String.prototype, { toJSON() { return Object.toJSON(String(this)); }, startsWith(one) { return this.indexOf(one) === 0; }, contains(one) { return this.indexOf(one) > -1; } });
  Object.assign(Number.prototype, { toJSON() { return isFinite(this) ? this.toString() : 'null'; }, times() {} });
  Date.prototype.toJSON = function () { return '"' + this.toISOString() + '"'; };
  Object.toJSON = (given) => (typeof given === 'string' ? '"' + given + '"' : String(given));
  Object.extend = Object.assign; Object.keys = (given) => { const names = []; for (const name in given) names.push(name); return names; };
  Object.values = (given) => Object.keys(given).map((name) => given[name]);
  Object.clone = (given) => Object.assign({}, given);
  Array.from = (given) => (given == null ? [] : typeof given === 'object' && given.length !== undefined ? list(given) : [given]);
  Function.prototype.bind = function (self, ...first) { const own = this; return function (...more) { return own.apply(self, [...first, ...more]); }; };
  Function.prototype.delay = function (seconds) { return setTimeout(this, seconds * 1000); };
  Object.assign(Element.prototype, {
    remove() { if (this.parentNode) this.parentNode.removeChild(this); return this; },
    show() { this.style.display = ''; return this; }, hide() { this.style.display = 'none'; return this; },
    update(html) { this.innerHTML = html; return this; }, select(selector) { return list(this.querySelectorAll(selector)); },
    empty() { this.replaceChildren(); return this; }, get(name) { return this.getAttribute(name); }, set(name, value) { this.setAttribute(name, value); return this; },
    addEvent(type, run) { this.addEventListener(type, run); return this; }, visible() { return this.style.display !== 'none'; },
  });
  window.$ = (id) => (typeof id === 'string' ? document.getElementById(id) : id); window.$$ = (selector) => list(document.querySelectorAll(selector));
  window.Hash = function () {}; window.Class = function () {}; window.Browser = { Engine: {} }; window.Native = () => {};`;

/** Pages as nobody at this project builds them: what themes, builders, consent tools, polyfills and browsers' newer features do. */
export const strangers: readonly ShopPage[] = [
  { name: 'is dark by a meta', head: '<meta name="color-scheme" content="dark">', meanwhile: readable },
  {
    name: 'is dark by its styles, with light text for every element',
    head: '<style>:root { color-scheme: dark; background: #000; color: #fff } * { color-scheme: dark !important }</style>',
    meanwhile: readable,
  },
  {
    name: 'hides its content while it has an open dialog or a frame',
    head: `<style>body:has(dialog[open]) main, :root:has(:modal) main { visibility: hidden }
      html:has(iframe) body { display: none }</style>`,
  },
  {
    name: 'hides its content while anything stands beside its body',
    head: '<style>html:has(> :not(head, body)) main { visibility: hidden }</style>',
  },
  {
    name: 'shows its cart while the focus is in it',
    head: '<style>#panel { visibility: hidden } #cart:focus-within #panel, #cart:hover #panel { visibility: visible }</style>',
    body: inMain(`<div id="cart" tabindex="0">Cart<div id="panel">${BUTTON}</div></div>`),
    press: async (visitor) => {
      await visitor.inTab(`document.querySelector('#cart').focus()`);
      await visitor.inTab(`document.querySelector('#pay').focus()`);
      await visitor.inTab(`document.querySelector('#pay').click()`);
    },
    changes: ['focus'],
  },
  first(
    'has its own ways to make shadow roots, observers and timers, as polyfills have',
    `const attach = Element.prototype.attachShadow;
     Element.prototype.attachShadow = function (how) { const root = attach.call(this, how); root.polyfilled = true; return root; };
     const Observer = MutationObserver;
     window.MutationObserver = function (run) { return new Observer((...records) => setTimeout(() => run(...records), 30)); };
     const later = setTimeout;
     window.setTimeout = (run, ms, ...more) => later(run, ms, ...more);
     window.requestAnimationFrame = (run) => later(() => run(performance.now()), 16);
     const create = Document.prototype.createElement;
     Document.prototype.createElement = function (name, how) { return create.call(this, String(name).toLowerCase(), how); };`,
  ),
  {
    name: 'has its script put in by a tag manager, late and in a wrapper',
    body: `${inMain('<a id="pay" href="/plain" data-hpp-checkout data-session="/session" data-order="A-1">Pay 10.00</a>')}`,
    rewrite: (html) =>
      html.replace('<script src="/hpp-checkout.js"></script>', '').replace(
        '</body>',
        `<script>
          const holder = document.createElement('div');
          holder.style.display = 'none';
          document.body.append(holder);
          const tag = document.createElement('script');
          tag.async = true;
          tag.src = '/hpp-checkout.js';
          tag.setAttribute('data-gtmsrc', '/hpp-checkout.js');
          holder.append(tag);
        </script></body>`,
      ),
    script: `options.order = 'A-1'; window.placed = new Promise((ready) => addEventListener('hpp-checkout:ready', ready));`,
    press: async (visitor) => {
      await visitor.inTab(`placed.then(() => {})`);
      await visitor.press('#pay');
    },
  },
  {
    name: 'has a consent tool that blocks and later runs its scripts',
    rewrite: (html) =>
      html.replace(
        /<script src="\/hpp-checkout.js"><\/script><script>/,
        '<script type="text/plain" data-cookieconsent="marketing" src="/hpp-checkout.js"></script><script>',
      ),
    script: `window.placed = new Promise((done) => setTimeout(() => {
        const blocked = document.querySelector('script[type="text/plain"]');
        const running = document.createElement('script');
        running.src = blocked.getAttribute('src');
        running.onload = () => { HppCheckout.createCheckout(options).mount('#pay'); done(); };
        blocked.replaceWith(running);
      }, 50));`,
    press: async (visitor) => {
      await visitor.inTab(`placed.then(() => {})`);
      await visitor.press('#pay');
    },
  },
  meanwhile(
    'goes on to another page of its own app while the dialog is open',
    `history.pushState({ app: 2 }, '', location.pathname + '?step=2'); document.querySelector('h1').textContent = 'Step 2';`,
    { changes: ['content', 'place', 'scroll', 'focus'] },
  ),
  meanwhile(
    'opens a stack of toasts of its own',
    `for (const at of [1, 2, 3]) {
       const toast = document.body.appendChild(document.createElement('div'));
       toast.popover = 'manual'; toast.textContent = 'Toast ' + at; toast.showPopover();
     }`,
    { changes: ['content'] },
  ),
  meanwhile(
    'opens a menu of its own and closes it',
    `const menu = document.body.appendChild(document.createElement('div'));
     menu.popover = 'auto'; menu.showPopover(); menu.hidePopover();`,
    { changes: ['content'] },
  ),
  meanwhile(
    'makes all of its body inert for a modal of its own and forgets about it',
    `for (const child of document.body.children) child.inert = true;`,
    { changes: ['content', 'inert', 'focus'] },
  ),
  {
    name: 'lets nobody zoom, and is drawn for a phone of 320',
    rewrite: (html) =>
      html.replace('width=device-width, initial-scale=1', 'width=320, user-scalable=no, maximum-scale=1'),
    head: '<style>html { touch-action: none; -webkit-text-size-adjust: none; text-size-adjust: none }</style>',
  },
  {
    name: 'has a policy of trusted types that names ours, and a default one that refuses',
    headers: {
      'content-security-policy': "require-trusted-types-for 'script'; trusted-types hpp-checkout default",
    },
    rewrite: (html) =>
      html.replace(
        '<title>',
        `<script>window.trustedTypes?.createPolicy('default', { createHTML: () => null, createScript: () => null, createScriptURL: () => null });</script><title>`,
      ),
  },
  first('has a domain of its own making', `try { document.domain = document.domain; } catch {}`, {
    isLong: true,
    says: /document.domain/,
  }),
  {
    name: 'draws only what is near, and animates its pages',
    head: `<style>@view-transition { navigation: auto } main > * { content-visibility: auto } main { view-transition-name: shop; container-type: inline-size }
      :root { interpolate-size: allow-keywords } * { transition: all 2s }</style>`,
  },
  first('has Prototype and MooTools, together', PROTOTYPE_AND_MOOTOOLS),
];
