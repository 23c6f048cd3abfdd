import { whereToRead } from '../../help/docsUrl.ts';
import type { Explanation } from './explanation.ts';

const css = `.why{align-self:stretch;font-size:.8125rem;text-align:start;overflow-wrap:anywhere}
.why button{display:block;margin:auto;padding:.5rem;background:none;color:var(--fg);text-decoration:underline}
.why p{padding:.25rem .5rem}`;

/**
 * Adds a button "Why?" to a dialog that shows an error, and behind it what the console says. In English: it is for whoever
 * builds the shop. At the notice's end, after what the view has drawn there, so that it scrolls with it where there is
 * little room, and goes with it.
 */
export function addWhy(host: HTMLElement, { sentence, advice, docs }: Explanation): void {
  const root = host.shadowRoot;
  const notice = root?.querySelector('.notice');
  if (!root || !notice || root.querySelector('.why')) return;
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
  // The notice's buttons stay its last line, which stands in sight however low the window is.
  notice.querySelector('.actions')?.before(place);
}
