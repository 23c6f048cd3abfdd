import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ShopPage } from './shopPage.ts';

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));

/** What our files ask a document for, by the files themselves. */
function namesOfDocument(): string[] {
  const files = readdirSync(dist).filter((file) =>
    /^hpp-checkout(\.(frame|dialog|extras)\..*)?\.js$/.test(file),
  );
  const texts = files.map((file) => readFileSync(dist + file, 'utf8'));
  return [
    ...new Set(
      texts.flatMap((text) => [...text.matchAll(/\bdocument\.(\w+)/g)].map(([, name]) => name as string)),
    ),
  ];
}

/** Without these our files are not found, or nothing can be drawn: the full page is taken, or the shop's own script fails first. */
const NEEDED = [
  'currentScript',
  'createElement',
  'createElementNS',
  'querySelector',
  'querySelectorAll',
  'adoptedStyleSheets',
];

const forms = (names: readonly string[]) => names.map((name) => `<form name="${name}"></form>`).join('');
const BUTTON = `<main style="min-height: 250vh; padding: 40vh 0"><h1>Shop</h1><button type="button" id="pay">Pay 10.00</button></main>`;

/** Pages whose markup or scripts take the place of what the browser has. */
export const patched: readonly ShopPage[] = [
  {
    name: 'has forms with the names of what a document has',
    body:
      forms([
        ...namesOfDocument().filter((name) => !NEEDED.includes(name)),
        ...[
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
];
