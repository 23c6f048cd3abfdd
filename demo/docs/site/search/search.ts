import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS } from './searchOptions.ts';

/*
 * Search over the docs, in the page: the index is fetched when the field is first used. Without scripts there is no field.
 */

interface Found {
  id: string;
  page: string;
  heading: string;
}

const INDEX = '/docs/search-index.json';
const MOST = 8;
const field = document.querySelector<HTMLInputElement>('#query');
const list = document.querySelector<HTMLOListElement>('#found');
if (field !== null && list !== null) start(field, list);

function start(input: HTMLInputElement, results: HTMLOListElement): void {
  let index: Promise<MiniSearch> | undefined;
  input.hidden = false;

  async function search(): Promise<void> {
    const query = input.value.trim();
    index ??= load();
    const found = query === '' ? [] : ((await index).search(query) as unknown as Found[]).slice(0, MOST);
    // The customer may have typed on while the index came.
    if (query !== input.value.trim()) return;
    results.replaceChildren(...(query !== '' && found.length === 0 ? [nothing(query)] : found.map(entry)));
    results.hidden = query === '';
  }
  input.addEventListener('input', () => {
    search().catch(() => {
      index = undefined;
    });
  });
  addEventListener('keydown', (event) => {
    if (event.key === '/' && !(event.target as Element).matches('input')) {
      event.preventDefault();
      input.focus();
    }
    if (event.key === 'Escape') {
      input.value = '';
      results.hidden = true;
    }
  });
}

async function load(): Promise<MiniSearch> {
  const response = await fetch(INDEX);
  return MiniSearch.loadJSON(await response.text(), SEARCH_OPTIONS);
}

function entry({ id, page, heading }: Found): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = id;
  link.textContent = heading === page ? page : `${heading} — ${page}`;
  item.append(link);
  return item;
}

function nothing(query: string): HTMLLIElement {
  const item = document.createElement('li');
  item.textContent = `Nothing about “${query}”.`;
  return item;
}
