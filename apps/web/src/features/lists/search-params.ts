import { LONGEST_SEARCH } from '../../ui/longest-search.ts';

// Every page loads this file with the routes. To stay small, it checks values by hand, without the contract's schemas;
// the API checks them again.

/** Reads a search text from a URL. */
export function searchedText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_SEARCH ? value : undefined;
}

/** Reads a calendar day (`yyyy-MM-dd`) from a URL. */
export function chosenDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/u.test(value)) return undefined;
  if (Number.isNaN(Date.parse(value))) return undefined;
  return new Date(value).toISOString().startsWith(value) ? value : undefined;
}

/** Reads an id from a URL. */
export function chosenId(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\da-f-]{36}$/u.test(value) ? value : undefined;
}

/** Returns the option that equals the value; undefined if there is none. */
export function chosenOf<Option>(options: readonly Option[], value: unknown): Option | undefined {
  return options.find((option) => option === value);
}

/** Drops undefined filters, to keep the URL short. */
export function onlyChosen<Filters extends object>(filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as Filters;
}

/** Returns whether any filter is set. */
export function isNarrowed(filters: object): boolean {
  return Object.keys(filters).length > 0;
}
