import { whereToRead } from '../../help/docsUrl.ts';
import type { Explanation } from './explanation.ts';

const css = `.why{padding:.5rem 1rem;border-top:1px solid var(--line);font-size:.8125rem;text-align:start;overflow-wrap:anywhere;overflow:auto;flex:none;max-height:50%}
.why button{padding:.5rem;text-decoration:underline}
.why p{padding:.25rem .5rem}`;

/**
 * Adds a button "Why?" to a dialog that shows an error, and behind it what the console says. In English, below the notice:
 * it is for whoever builds the shop. Beside the view's own elements, which are drawn without regard to it, and go with it.
 */
export function addWhy(host: HTMLElement, { sentence, advice, docs }: Explanation): void {
  const root = host.shadowRoot;
  const footer = root?.querySelector('footer');
  if (!root || !footer || root.querySelector('.why')) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];

  const place = document.createElement('div');
  place.className = 'why';
  place.setAttribute('part', 'why');
  place.lang = 'en';
  place.dir = 'ltr';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Why?';
  const text = document.createElement('div');
  text.id = 'why';
  text.hidden = true;
  for (const line of [sentence, advice, `Read on: ${whereToRead(docs)}`]) {
    const paragraph = document.createElement('p');
    paragraph.textContent = line;
    text.append(paragraph);
  }
  button.setAttribute('aria-controls', text.id);
  const show = (shown: boolean) => {
    text.hidden = !shown;
    button.setAttribute('aria-expanded', `${shown}`);
  };
  show(false);
  button.addEventListener('click', () => show(text.hidden !== false));
  place.append(button, text);
  footer.before(place);
}
