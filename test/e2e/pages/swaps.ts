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
];
