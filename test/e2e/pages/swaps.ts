import type { ShopPage } from './shopPage.ts';

const DIALOG_HOST = `[...document.documentElement.children, ...document.body.children].find(({ shadowRoot }) => shadowRoot?.querySelector('dialog'))`;

/** Runs something in the page when something is typed in the frame, which must be there afterwards. */
const whileTyping = (name: string, run: string, more: Partial<ShopPage> = {}): ShopPage => ({
  name,
  meanwhile: async (visitor) => {
    await visitor.inHosted(`document.querySelector('#card').value = '4242'`);
    await visitor.inTab(run);
    const typed = await visitor.inHosted(`document.querySelector('#card').value`);
    if (typed !== '4242') throw new Error(`The hosted page was loaded anew: "${typed}" is what was typed.`);
  },
  ...more,
});

const SWAPPED = ['content', 'focus', 'place', 'scroll'] as const;

/** What a page says that never stops: a few rounds are what it takes until the customer is on the full page. */
const AGAIN = 'again and again';

/**
 * Does something to the dialog whenever it stands, by the page's own observer or clock. Whoever did the opposite each time would never
 * end: the customer is on the full page after a few rounds.
 */
const endless = (name: string, script: string): ShopPage => ({
  name: `${name}, without end`,
  script: `let rounds = 0;
    const again = () => { if (++rounds > 9) console.error('${AGAIN}'); };
    const dialogHost = () => ${DIALOG_HOST};
    ${script}
    HppCheckout.createCheckout(options).mount('#pay');`,
  paidOn: 'full page',
  neverSays: AGAIN,
});

const endlessly: readonly ShopPage[] = [
  endless(
    'removes the dialog in the moment it comes, by methods of its own',
    `for (const name of ['after', 'append']) {
      const own = Element.prototype[name];
      Element.prototype[name] = function (...nodes) {
        own.apply(this, nodes);
        for (const node of nodes) if (node.shadowRoot?.querySelector('dialog')) { again(); node.remove(); }
      };
    }`,
  ),
  endless(
    'removes the dialog by its clock',
    `setInterval(() => { const host = dialogHost(); if (host) { again(); host.remove(); } }, 50);`,
  ),
  endless(
    'moves the dialog to the end of its body by its clock',
    `setInterval(() => { const host = dialogHost(); if (host) { again(); document.body.append(host); } }, 50);`,
  ),
  endless(
    'takes the mark of an open one off the dialog',
    `setInterval(() => {
      const dialog = dialogHost()?.shadowRoot.querySelector('dialog[open]');
      if (dialog) { again(); dialog.removeAttribute('open'); }
    }, 50);`,
  ),
  endless(
    'draws its html element anew',
    `addEventListener('hpp-checkout:open', () => setInterval(() => {
      if (dialogHost()) again();
      document.documentElement.replaceWith(document.documentElement.cloneNode(true));
    }, 50), { once: true });`,
  ),
  endless(
    'empties the dialog',
    `addEventListener('hpp-checkout:open', () => setInterval(() => {
      const root = dialogHost()?.shadowRoot;
      if (root?.firstChild) { again(); root.replaceChildren(); }
    }, 50), { once: true });`,
  ),
];

/** Pages that move, swap or clean up what stands in them while the dialog is open. */
export const swaps: readonly ShopPage[] = [
  whileTyping(
    'moves all of its body into a wrapper',
    `(() => { const wrapper = document.createElement('div'); wrapper.append(...document.body.childNodes); document.body.append(wrapper); })()`,
    { changes: ['content', 'focus'] },
  ),
  whileTyping('replaces its body', `document.body.replaceWith(document.createElement('body'))`, {
    changes: SWAPPED,
  }),
  whileTyping('writes its body anew', `document.body.innerHTML = '<h1>Other</h1>'`, { changes: SWAPPED }),
  {
    name: 'writes the whole document anew, which forgets all listeners',
    // By callbacks: the document's own listeners are gone.
    script: `for (const type of ['Complete', 'Close', 'Error'])
        options['on' + type] = ({ outcome, code }) => told.push(type.toLowerCase() + ' ' + (outcome ?? code));
      HppCheckout.createCheckout(options).mount('#pay');`,
    meanwhile: (visitor) =>
      visitor.inTab(`(() => { document.open(); document.write('<h1>Other</h1>'); document.close(); })()`),
    changes: [...SWAPPED, 'html', 'body', 'styleSheets'],
  },
  whileTyping(
    'morphs into another page by a view transition',
    `document.startViewTransition ? document.startViewTransition(() => { document.body.replaceChildren('Other'); }).finished : document.body.replaceChildren('Other')`,
    { changes: SWAPPED },
  ),
  {
    name: 'moves the dialog itself',
    meanwhile: (visitor) => visitor.inTab(`document.body.append(${DIALOG_HOST})`),
    changes: ['content', 'focus'],
  },
  {
    name: 'removes what it does not know, once',
    changes: ['focus'],
    meanwhile: (visitor) => visitor.inTab(`${DIALOG_HOST}.remove()`),
  },
  {
    name: 'removes what it does not know, whenever it comes',
    script: `new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) if (node.shadowRoot) node.remove();
      }).observe(document, { childList: true, subtree: true });
      HppCheckout.createCheckout(options).mount('#pay');`,
    paidOn: 'full page',
  },
  ...endlessly,
];
