import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ShopPage } from './shopPage.ts';

/** Folders whose code runs on a customer's page from a file of ours. */
const SOURCES = ['widget', 'view', 'view/language', 'checkout', 'checkout/effects', 'checkout/machine'];

/** What our files ask a document for, by the files themselves: an own name of each takes part by itself. */
function namesOfDocument(): string[] {
  const texts = SOURCES.flatMap((folder) => {
    const path = fileURLToPath(new URL(`../../../src/${folder}/`, import.meta.url));
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'README.md')
      .map(({ name }) => readFileSync(path + name, 'utf8'));
  });
  const named = /\bdocument\.(\w+)/g;
  return [...new Set(texts.flatMap((text) => [...text.matchAll(named)].map(([, name]) => name as string)))];
}

/** Without these our files are not found, or nothing can be drawn: the full page is taken, or the shop's own script fails first. */
const NEEDED = ['currentScript', 'createElement', 'querySelector'];

const forms = (names: readonly string[]) => names.map((name) => `<form name="${name}"></form>`).join('');
const BUTTON = `<main style="min-height: 250vh; padding: 40vh 0"><h1>Shop</h1><button type="button" id="pay">Pay 10.00</button></main>`;

/** Runs before any other script of the page. */
const first = (name: string, script: string, more: Partial<ShopPage> = {}): ShopPage => ({
  name,
  head: `<script>${script}</script>`,
  ...more,
});

const CACHE_FIRST = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith((async () => {
    const cache = await caches.open('shop');
    const kept = await cache.match(event.request);
    if (kept) return kept;
    const fresh = await fetch(event.request);
    await cache.put(event.request, fresh.clone());
    return fresh;
  })());
});`;

/*
 * What a script says outside of any function hides the browser's own from every other script, and not from `window`
 * (`src/build/pageGlobals.ts`). Without `Map`, `Set` and `Reflect`, which the driver asks for.
 */
const ASKED_BY_DIALOG =
  'Intl, DOMException, MouseEvent, queueMicrotask, requestAnimationFrame, cancelAnimationFrame, ' +
  'setInterval, clearInterval, BroadcastChannel, localStorage, innerWidth, innerHeight, removeEventListener';

/** Pages whose markup or scripts take the place of what the browser has. */
export const patched: readonly ShopPage[] = [
  {
    name: 'has forms with the names of what a document has',
    body:
      forms([
        ...namesOfDocument().filter((name) => !NEEDED.includes(name)),
        ...[
          'hasFocus',
          'adoptedStyleSheets',
          'addEventListener',
          'removeEventListener',
          'cookie',
          'title',
          'location',
          'visibilityState',
          'defaultView',
        ],
      ]) + BUTTON,
  },
  {
    name: 'has a form with the name of what makes elements',
    body: forms(['createElement']) + BUTTON,
    paidOn: 'full page',
  },
  {
    name: 'has forms with the names of what draws the dialog',
    body: forms(['createElementNS', 'createTextNode']) + BUTTON,
    paidOn: 'full page',
  },
  {
    name: 'has a form with the name of what finds our elements',
    body: `${forms(['querySelectorAll'])}<main style="min-height: 250vh; padding: 40vh 0"><h1>Shop</h1>
      <a id="pay" href="/plain" data-hpp-checkout data-session="/session" data-order="A-1">Pay 10.00</a></main>`,
    script: '',
  },
  ...['URL', 'performance', 'CustomEvent', 'fetch', 'history'].map((name) =>
    first(`has a constant of its own that is called ${name}`, `const ${name} = '/api';`),
  ),
  first(
    'has constants of its own with names that the files of the dialog ask for',
    `const [${ASKED_BY_DIALOG}] = [];`,
  ),
  first(
    'reads each reply before we do',
    `const own = fetch; window.fetch = async (...asked) => { const reply = await own(...asked); await reply.text(); return reply; };`,
  ),
  first(
    'has a way of its own to read replies',
    `Response.prototype.json = async () => { throw new Error('not here'); };`,
  ),
  first(
    'freezes what JavaScript has, as guards against tampering do',
    `for (const one of [Object, Array, Function, Promise, Map, Set, String, RegExp]) { Object.freeze(one.prototype); Object.freeze(one); }`,
  ),
  first(
    'closes every shadow root',
    `const attach = Element.prototype.attachShadow; Element.prototype.attachShadow = function (how) { return attach.call(this, { ...how, mode: 'closed' }); };`,
    // Nobody can look into the dialog.
    { isInline: true, isClosed: true },
  ),
  first(
    'refuses all storage',
    `for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError'); } });
    Object.defineProperty(document, 'cookie', { get() { throw new DOMException('refused', 'SecurityError'); } });
    window.BroadcastChannel = class { constructor() { throw new DOMException('refused', 'SecurityError'); } };`,
  ),
  first('has no channels between its tabs', `delete window.BroadcastChannel;`),
  first(
    'has a polyfill for dialogs that is forced on every one, and draws them by its own styles',
    `Object.assign(HTMLDialogElement.prototype, {
      show() { this.setAttribute('open', ''); },
      showModal() { this.setAttribute('open', ''); },
      close() { this.removeAttribute('open'); this.dispatchEvent(new Event('close')); },
    });`,
    { paidOn: 'full page' },
  ),
  first(
    'has a polyfill for dialogs on each that it makes',
    `const create = Document.prototype.createElement;
    Document.prototype.createElement = function (...asked) {
      const made = create.apply(this, asked);
      if (made.localName === 'dialog') {
        for (const name of ['show', 'showModal', 'close']) made[name] = () => made.toggleAttribute('open', name !== 'close');
        Object.defineProperty(made, 'open', { get: () => made.hasAttribute('open'), set: (open) => made.toggleAttribute('open', open) });
      }
      return made;
    };`,
    { paidOn: 'full page', isLong: true },
  ),
  first(
    'holds frames back until they are consented to, as consent managers do',
    `const { get, set } = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'src');
    Object.defineProperty(HTMLIFrameElement.prototype, 'src', {
      get,
      set(address) { if (address.startsWith(location.origin)) set.call(this, address); else this.dataset.src = address; },
    });`,
    {
      script: `options.timeouts.untouched = 1; HppCheckout.createCheckout(options).mount('#pay');`,
      // Nothing comes into the frame, and the page must not hang on it.
      press: async (visitor) => {
        await visitor.press('#pay');
        await visitor.press('footer button');
      },
      paidOn: 'full page',
    },
  ),
  first('has a clock that is an hour slow', `const now = Date.now; Date.now = () => now() - 3_600_000;`),
  first('has a clock that is an hour fast', `const now = Date.now; Date.now = () => now() + 3_600_000;`, {
    isLong: true,
  }),
  first(
    'has a clock that is set back while the customer pays',
    `const now = Date.now; window.late = 0; Date.now = () => now() - late;`,
    { meanwhile: (visitor) => visitor.inTab('late = 3_600_000') },
  ),
  {
    name: 'has a service worker that answers from its cache first',
    files: () => ({ '/cache-first.js': CACHE_FIRST }),
    script: `addEventListener('hpp-checkout:load', ({ detail }) => { window.session = detail.sessionId; });
      navigator.serviceWorker.register('/cache-first.js', { scope: location.pathname });
      window.ready = new Promise((claimed) => { navigator.serviceWorker.oncontrollerchange = claimed; })
        .then(() => { HppCheckout.createCheckout(options).mount('#pay'); });`,
    press: async (visitor) => {
      await visitor.inTab('ready');
      await visitor.press('#pay');
    },
    // The worker has an answer from before the payment now.
    meanwhile: (visitor) =>
      visitor.inTab(`new Promise((known) => { (function wait() { window.session ? known() : setTimeout(wait, 10) })() })
        .then(() => fetch('/session/' + session)).then((reply) => reply.text())`),
  },
];
