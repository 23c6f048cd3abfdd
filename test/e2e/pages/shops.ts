import type { ShopPage } from './shopPage.ts';

const TALL = 'style="min-height: 250vh; padding: 40vh 0"';
const BUTTON = '<button type="button" id="pay">Pay 10.00</button>';
const MOUNT = `HppCheckout.createCheckout(options).mount('#pay');`;

/** What a script of the page does when the dialog stands, and does again later. */
const meanwhile = (name: string, run: string, more: Partial<ShopPage> = {}): ShopPage => ({
  name,
  meanwhile: (visitor) => visitor.inTab(`(() => { ${run} })()`),
  ...more,
});

/** An element of its own above all others, as password managers, consent tools and toasts have it. */
const POPOVER = `const above = document.createElement('div');
  above.id = 'above';
  above.popover = 'manual';
  above.style.cssText = 'position: fixed; inset: 0; width: 100vw; height: 100vh; margin: 0; z-index: 2147483647; background: #fff';
  above.textContent = 'We value your privacy';
  document.documentElement.append(above);
  above.showPopover();`;

/** A page that may frame nothing which has not asked for it: browsers call the empty frame loaded. */
const embedding = (policy: string): ShopPage => ({
  name: `has the embedder policy ${policy}, and offers the full page`,
  headers: { 'cross-origin-embedder-policy': policy },
  script: `options.timeouts.untouched = 1; ${MOUNT}`,
  async press(visitor) {
    await visitor.press('#pay');
    await visitor.press('.way');
  },
  paidOn: 'full page',
});

/** Pages as page builders, tag managers, extensions and older systems make them. */
export const shops: readonly ShopPage[] = [
  meanwhile('covers the window by a popover that comes later', POPOVER, { changes: ['content'] }),
  {
    name: 'asks for consent in a modal of its own above ours',
    changes: ['content'],
    async meanwhile(visitor) {
      await visitor.inTab(`(() => {
        const own = document.body.appendChild(document.createElement('dialog'));
        own.innerHTML = '<button id="accept">Accept</button>';
        own.querySelector('button').onclick = () => own.close();
        own.showModal();
      })()`);
      await visitor.press('#accept');
    },
  },
  meanwhile(
    'makes all but its own overlay inert and hides it from screen readers',
    `for (const element of [...document.documentElement.children, ...document.body.children]) {
      if (element.matches('head, script')) continue;
      element.inert = true;
      element.setAttribute('aria-hidden', 'true');
    }`,
    { changes: ['content', 'body', 'inert', 'focus'] },
  ),
  {
    name: 'is older than any standard',
    rewrite: (html) => html.replace('<!doctype html>', ''),
    body: `<center ${TALL}><font size=5>Shop</font>${BUTTON}</center>`,
  },
  {
    name: 'is XHTML',
    headers: { 'content-type': 'application/xhtml+xml' },
    rewrite: (html) =>
      html
        .replace('<!doctype html><html', '<html xmlns="http://www.w3.org/1999/xhtml"')
        .replace(/<(meta|link)([^>]*)>/g, '<$1$2/>')
        .replace(/(<script>)([\s\S]*?)(<\/script>)/g, '$1//<![CDATA[\n$2\n//]]>$3'),
    script: `options.confirmClose = 'always'; ${MOUNT}`,
    // There attributes count by their letters: a notice that cannot take the focus leaves it on a button, and never goes by itself.
    async meanwhile(visitor) {
      const focused = await visitor.inTab(`(async () => {
        const [host] = [...document.documentElement.children].filter((element) => element.shadowRoot?.querySelector('dialog'));
        const root = host.shadowRoot;
        root.querySelector('.x').focus();
        root.querySelector('.x').click();
        await new Promise((drawn) => setTimeout(drawn, 100));
        const focused = root.activeElement?.localName;
        root.querySelector('.notice button').click();
        return focused;
      })()`);
      if (focused !== 'section') throw new Error(`The focus is on ${focused} in place of the notice.`);
    },
  },
  {
    name: 'opens all its links in new windows',
    head: '<base target="_blank" href="/elsewhere/">',
    script: `options.session = '/session'; ${MOUNT}`,
  },
  {
    name: 'is hidden until its styles are here, as AMP pages are',
    head: '<style>body { animation: show 300ms steps(1, end) 0s 1 normal both } @keyframes show { from { visibility: hidden } to { visibility: visible } }</style>',
    // What is hidden takes no focus, and so the page may have moved.
    changes: ['focus', 'scroll', 'place'],
  },
  {
    name: 'scrolls by itself and takes keys, wheel and touches away',
    head: `<style>html, body { overflow: hidden; height: 100% } main { transform: translate3d(0, 0, 0); transition: transform 1s }</style>`,
    script: `for (const type of ['wheel', 'touchmove', 'keydown', 'contextmenu'])
        window.addEventListener(type, (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, { capture: true, passive: false });
      ${MOUNT}`,
  },
  {
    name: 'keeps the focus in its newsletter',
    body: `<main ${TALL}><h1>Shop</h1>${BUTTON}<input id="mail"></main>`,
    script: `addEventListener('hpp-checkout:open', () => { window.thief = setInterval(() => document.querySelector('#mail').focus(), 20); });
      addEventListener('hpp-checkout:complete', () => clearInterval(thief));
      ${MOUNT}`,
    changes: ['focus'],
  },
  {
    name: 'has a router that draws the page anew at each step in history',
    script: `const draw = () => { document.querySelector('#place').textContent = location.href + history.length; };
      document.querySelector('h1').insertAdjacentHTML('afterend', '<p id="place"></p>');
      for (const name of ['pushState', 'replaceState']) {
        const own = history[name];
        history[name] = function (state, title, url) { own.call(this, state, title, url); draw(); };
      }
      addEventListener('popstate', draw, true);
      ${MOUNT}`,
    changes: ['content', 'place'],
  },
  meanwhile(
    'is printed, and draws itself anew for that',
    `addEventListener('beforeprint', () => { document.body.hidden = true; });
     addEventListener('afterprint', () => { document.body.hidden = false; document.body.removeAttribute('hidden'); });
     dispatchEvent(new Event('beforeprint'));
     dispatchEvent(new Event('afterprint'));`,
    { head: '<style>@media print { html > :not(body), body > * { display: none !important } }</style>' },
  ),
  {
    name: 'has a policy for styles and a nonce for scripts',
    headers: {
      'content-security-policy': `default-src 'self' http://127.0.0.1:*; style-src 'self'; script-src 'self' 'nonce-n'; img-src 'self' data:; base-uri 'none'`,
    },
    body: `<main><h1>Shop</h1>${BUTTON}</main>`,
    rewrite: (html) => html.replaceAll('<script', '<script nonce="n"'),
  },
  {
    name: 'lets no other page into its frames, by a policy in a <meta>, and offers the full page',
    head: `<meta http-equiv="Content-Security-Policy" content="frame-src 'self'">`,
    async press(visitor) {
      await visitor.press('#pay');
      await visitor.press('.notice button');
    },
    paidOn: 'full page',
  },
  embedding('require-corp'),
  { ...embedding('credentialless'), isLong: true },
  {
    name: 'asks before it is left',
    script: `addEventListener('beforeunload', (event) => event.preventDefault()); ${MOUNT}`,
  },
];
