import { LONGEST_SEARCH } from '../../ui/longest-search.ts';

// Every page loads this with the routes, so it checks by hand what the contract's schemas check again.

/** A search, as an address holds it. */
export function searchedText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_SEARCH ? value : undefined;
}

/** A day of the calendar, `yyyy-MM-dd`. */
export function chosenDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/u.test(value)) return undefined;
  if (Number.isNaN(Date.parse(value))) return undefined;
  return new Date(value).toISOString().startsWith(value) ? value : undefined;
}

/** One of a few. An impossible value counts as none. */
export function chosenOf<Option>(options: readonly Option[], value: unknown): Option | undefined {
  return options.find((option) => option === value);
}

/** Without what is not there, so that an address says no more than it must. */
export function onlyChosen<Filters extends object>(filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as Filters;
}

/** Whether anything is left out of a list. */
export function isNarrowed(filters: object): boolean {
  return Object.keys(filters).length > 0;
}
