import type { Options } from 'minisearch';

/** Shared by the build, which makes the index, and the page, which reads it. */
export const SEARCH_OPTIONS = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['page', 'heading'],
  searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
} satisfies Options;
