import MiniSearch from 'minisearch';
import { addressOf } from '../pages/addressOf.ts';
import { SEARCH_OPTIONS } from './searchOptions.ts';

interface SearchedPage {
  slug: string;
  title: string;
  sections: readonly { id: string; heading: string; text: string }[];
}

/** The index of all sections, as JSON for the page's script. */
export function searchIndex(pages: readonly SearchedPage[]): string {
  const index = new MiniSearch(SEARCH_OPTIONS);
  for (const { slug, title, sections } of pages) {
    const address = addressOf(slug);
    for (const [position, { id, heading, text }] of sections.entries()) {
      index.add({ id: position === 0 ? address : `${address}#${id}`, page: title, heading, text });
    }
  }
  return JSON.stringify(index);
}
