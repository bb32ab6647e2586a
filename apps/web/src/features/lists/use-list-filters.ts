import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { isNarrowed } from './search-params.ts';

/** The filters of a list, which are its address. */
export type ListFilters<Filters extends object> = {
  filters: Filters;
  isNarrowed: boolean;
  /** Sets some filters; undefined takes one off. */
  change: (part: Record<string, unknown>) => void;
  /** Takes all other filters off. */
  replace: (filters: Filters) => void;
  clear: () => void;
};

/**
 * Reads and changes what the address narrows a list to.
 * @param parse keeps the known filters of an address, and of them only what could have been chosen
 */
export function useListFilters<Filters extends object>(
  parse: (search: Record<string, unknown>) => Filters,
): ListFilters<Filters> {
  const filters = parse(useSearch({ strict: false }));
  const router = useRouter();
  const go = useCallback(
    (search: (former: Record<string, unknown>) => object) => {
      // While the next page loads, "." is already that page, and a filter typed just before would be put into its address.
      const { location, resolvedLocation = location } = router.state;
      if (location.pathname !== resolvedLocation.pathname) return;
      void router.navigate({ to: '.', search: search as never, replace: true, resetScroll: false });
    },
    [router],
  );
  // Added to the address and not to what is shown: a filter chosen a moment ago may not be on the screen yet.
  const change = useCallback(
    (part: Record<string, unknown>) => go((former) => parse({ ...former, ...part })),
    [go, parse],
  );
  const replace = useCallback((next: Filters) => go(() => next), [go]);
  const clear = useCallback(() => go(() => ({})), [go]);
  return { filters, isNarrowed: isNarrowed(filters), change, replace, clear };
}
