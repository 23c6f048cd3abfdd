import { join } from 'node:path';
import { fromNpm } from '../package/runtimes/fromNpm.ts';
import { bundleEntry } from './bundleEntry.ts';

const root = join(import.meta.dirname, '../../');
const REACT = ['react@19.3.1', 'react-dom@19.3.1'];

/** A framework's modal: its packages, what is imported of them, and a component that is a cart in it. */
interface Modal {
  packages: readonly string[];
  imports: string;
  cart: string;
}

const RADIX_POPOVER = {
  packages: ['@radix-ui/react-popover@1.3.1'],
  imports: `import * as Popover from '@radix-ui/react-popover';`,
};
const ARIA = {
  packages: ['react-aria-components@1.22.1'],
  imports: `import * as Aria from 'react-aria-components';
    const ariaTitle = (props) => h(Aria.Heading, { slot: 'title', ...props });`,
};
const MUI = {
  packages: ['@mui/material@9.5.0', '@emotion/react@11.14.0', '@emotion/styled@11.14.1'],
  imports: `import { ClickAwayListener, Drawer as MuiDrawer } from '@mui/material';`,
};
const HEADLESS = {
  packages: ['@headlessui/react@2.2.10'],
  imports: `import * as Headless from '@headlessui/react';`,
};

/** Where cart drawers live. Of each component `#cart` opens it, and \`inside(title)\` stands in it, with the Pay button. */
export const MODALS: Readonly<Record<string, Modal>> = {
  'Radix popover': {
    ...RADIX_POPOVER,
    cart: `() => h(Popover.Root, {}, h(Popover.Trigger, cart), h(Popover.Portal, {}, h(Popover.Content, {}, inside('h2'))))`,
  },
  'Vaul drawer': {
    packages: ['vaul@1.1.2'],
    imports: `import { Drawer } from 'vaul';`,
    cart: `() => h(Drawer.Root, {}, h(Drawer.Trigger, cart), h(Drawer.Portal, {}, h(Drawer.Overlay),
      h(Drawer.Content, { 'aria-describedby': undefined, style: { position: 'fixed', bottom: 0, left: 0, right: 0 } }, inside(Drawer.Title))))`,
  },
  'focus-trap': {
    packages: ['focus-trap@8.2.4'],
    imports: `import { createFocusTrap } from 'focus-trap';`,
    cart: `() => {
      const [open, set] = useState(false);
      const trap = (place) => {
        const made = createFocusTrap(place, { onDeactivate: () => set(false) });
        made.activate();
        return () => made.deactivate();
      };
      return [h('button', { key: 1, ...cart, onClick: () => set(true) }), open && h('div', { key: 2, ref: trap }, inside('h2'))];
    }`,
  },
  'Radix dialog': {
    packages: ['@radix-ui/react-dialog@1.3.1'],
    imports: `import * as Dialog from '@radix-ui/react-dialog';`,
    cart: `() => h(Dialog.Root, {}, h(Dialog.Trigger, cart), h(Dialog.Portal, {}, h(Dialog.Overlay), h(Dialog.Content, { 'aria-describedby': undefined }, inside(Dialog.Title))))`,
  },
  'modal Radix popover': {
    ...RADIX_POPOVER,
    cart: `() => h(Popover.Root, { modal: true }, h(Popover.Trigger, cart), h(Popover.Portal, {}, h(Popover.Content, {}, inside('h2'))))`,
  },
  'React Aria modal': {
    ...ARIA,
    cart: `() => h(Aria.DialogTrigger, {}, h(Aria.Button, cart), h(Aria.ModalOverlay, { isDismissable: true }, h(Aria.Modal, {}, h(Aria.Dialog, {}, inside(ariaTitle)))))`,
  },
  'React Aria popover': {
    ...ARIA,
    cart: `() => h(Aria.DialogTrigger, {}, h(Aria.Button, cart), h(Aria.Popover, {}, h(Aria.Dialog, {}, inside(ariaTitle))))`,
  },
  'MUI drawer': {
    ...MUI,
    cart: `() => { const [open, set] = useState(false); return [h('button', { key: 1, ...cart, onClick: () => set(true) }), h(MuiDrawer, { key: 2, open, onClose: () => set(false) }, inside('h2'))]; }`,
  },
  'MUI click-away': {
    ...MUI,
    cart: `() => { const [open, set] = useState(false); return [h('button', { key: 1, ...cart, onClick: () => set(true) }), open && h(ClickAwayListener, { key: 2, onClickAway: () => set(false) }, h('div', {}, inside('h2')))]; }`,
  },
  'Mantine drawer': {
    packages: ['@mantine/core@9.8.1', '@mantine/hooks@9.8.1'],
    imports: `import { Drawer as MantineDrawer, MantineProvider } from '@mantine/core';`,
    cart: `() => { const [open, set] = useState(false); return h(MantineProvider, {}, h('button', { key: 1, ...cart, onClick: () => set(true) }), h(MantineDrawer, { key: 2, opened: open, onClose: () => set(false) }, inside('h2'))); }`,
  },
  'Headless UI dialog': {
    ...HEADLESS,
    cart: `() => { const [open, set] = useState(false); return [h('button', { key: 1, ...cart, onClick: () => set(true) }), h(Headless.Dialog, { key: 2, open, onClose: () => set(false) }, h(Headless.DialogPanel, {}, inside(Headless.DialogTitle)))]; }`,
  },
  'Headless UI popover': {
    ...HEADLESS,
    cart: `() => h(Headless.Popover, {}, h(Headless.PopoverButton, cart), h(Headless.PopoverPanel, {}, inside('h2')))`,
  },
};

/** `?modal=` names the cart; with `?hook` its button is the shop's own, with `?tag` a link that the script tag finds. */
const entry = (modals: readonly [name: string, modal: Modal][]) => `
import { createElement as h, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { CheckoutButton, useCheckout } from '${root}src/widget/react.ts';
${[...new Set(modals.map(([, { imports }]) => imports))].join('\n')}

const query = new URLSearchParams(location.search);
const told = (window.told = []);
const options = {
  session: '/session',
  order: 'A-1',
  timeouts: { successMessage: 1 },
  onComplete: ({ outcome }) => told.push('complete ' + outcome),
  onClose: ({ outcome }) => told.push('close ' + outcome),
};
function Own() {
  const { open } = useCheckout(options);
  return h('button', { onClick: () => void open() }, 'Pay');
}
// The script tag has no callbacks.
if (query.has('tag'))
  for (const type of ['complete', 'close'])
    addEventListener('hpp-checkout:' + type, ({ detail }) => told.push(type + ' ' + detail.outcome));
const link = { role: 'button', href: '/plain', 'data-hpp-checkout': '', 'data-session': '/session', 'data-order': 'A-1' };
const cart = { id: 'cart', children: 'Cart' };
const inside = (title) => [
  h(title, { key: 1 }, 'Basket'),
  h('input', { key: 2, 'aria-label': 'Voucher' }),
  query.has('hook') ? h(Own, { key: 3 }) : query.has('tag') ? h('a', { key: 3, ...link }, 'Pay') : h(CheckoutButton, { key: 3, ...options }),
];
const carts = { ${modals.map(([name, modal]) => `${JSON.stringify(name)}: ${modal.cart}`).join(',\n')} };
const reactRoot = createRoot(document.querySelector('#shop'));
reactRoot.render(h(carts[query.get('modal')]));
window.takeCartAway = () => reactRoot.unmount();
`;

/** One script for some of them, as a module's text. */
export async function bundleModals(names: readonly string[]): Promise<string> {
  const modals = Object.entries(MODALS).filter(([name]) => names.includes(name));
  const packages = [...new Set([...REACT, ...modals.flatMap((modal) => modal[1].packages)])];
  const folder = fromNpm(`modals-${modals.length}`, ...packages);
  return bundleEntry(folder, entry(modals));
}
