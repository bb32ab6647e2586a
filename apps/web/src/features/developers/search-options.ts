import type { Options } from 'minisearch';

/** One search result: a heading and its page. `id` is its URL. */
export type Found = { id: string; title: string; page: string };

type Indexed = Found & { text: string };

/**
 * Options shared by the build, which makes the index, and the page, which reads it. A code such as `voucher_not_found`
 * is indexed by its parts.
 */
export const searchOptions: Options<Indexed> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page'],
  searchOptions: { prefix: true, fuzzy: 0.15, combineWith: 'AND', boost: { title: 4, page: 2 } },
};
