import type { Options } from 'minisearch';

/** What is found: a heading with its page. `id` is its address. */
export type Found = { id: string; title: string; page: string };

type Indexed = Found & { text: string };

/** The index is made by the build and read by the page, which have to agree. Codes are words of their parts: `voucher_not_found`. */
export const searchOptions: Options<Indexed> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page'],
  searchOptions: { prefix: true, fuzzy: 0.15, combineWith: 'AND', boost: { title: 4, page: 2 } },
};
