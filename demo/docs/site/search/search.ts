import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS } from './searchOptions.ts';

/*
 * Search over the docs, in the page: the index is fetched when the field is first used. Without scripts there is no field.
 */

interface Hit {
  /** Address of the section. */
  id: string;
  page: string;
  heading: string;
}

const INDEX = '/docs/search-index.json';
const MAX_HITS = 8;
const field = document.querySelector<HTMLInputElement>('#query');
const list = document.querySelector<HTMLOListElement>('#hits');
if (field !== null && list !== null) start(field, list);

function start(input: HTMLInputElement, results: HTMLOListElement): void {
  let index: Promise<MiniSearch> | undefined;
  input.hidden = false;

  async function search(): Promise<void> {
    const query = input.value.trim();
    index ??= load();
    const hits = query === '' ? [] : ((await index).search(query) as unknown as Hit[]).slice(0, MAX_HITS);
    // The reader may have typed on while the index was loading.
    if (query !== input.value.trim()) return;
    results.replaceChildren(...(query !== '' && hits.length === 0 ? [noHits(query)] : hits.map(link)));
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

function link({ id, page, heading }: Hit): HTMLLIElement {
  const item = document.createElement('li');
  const anchor = document.createElement('a');
  anchor.href = id;
  anchor.textContent = heading === page ? page : `${heading} — ${page}`;
  item.append(anchor);
  return item;
}

function noHits(query: string): HTMLLIElement {
  const item = document.createElement('li');
  item.textContent = `Nothing about “${query}”.`;
  return item;
}
