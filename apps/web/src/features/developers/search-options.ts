import type { Options } from 'minisearch';

/** A search result: a heading with its page. `id` is its address. */
export type Found = { id: string; title: string; page: string };

type Indexed = Found & { text: string };

/**
 * Shared, because the build makes the index and the page reads it. Codes are indexed by their parts:
 * `voucher_not_found`.
 */
export const searchOptions: Options<Indexed> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page'],
  searchOptions: { prefix: true, fuzzy: 0.15, combineWith: 'AND', boost: { title: 4, page: 2 } },
};
