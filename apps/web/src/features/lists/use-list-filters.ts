import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { isNarrowed } from './search-params.ts';

/** The filters of a list, stored in its URL. */
export type ListFilters<Filters extends object> = {
  filters: Filters;
  isNarrowed: boolean;
  /** Sets some filters; the value undefined removes a filter. */
  change: (part: Record<string, unknown>) => void;
  /** Replaces all filters. */
  replace: (filters: Filters) => void;
  clear: () => void;
};

/**
 * Reads and changes a list's filters in the URL.
 * @param parse keeps only known filters with possible values
 */
export function useListFilters<Filters extends object>(
  parse: (search: Record<string, unknown>) => Filters,
): ListFilters<Filters> {
  const filters = parse(useSearch({ strict: false }));
  const router = useRouter();
  const go = useCallback(
    (search: (former: Record<string, unknown>) => object) => {
      // While the next page loads, "." already is its path. A filter typed just before would get into the next page's
      // URL.
      const { location, resolvedLocation = location } = router.state;
      if (location.pathname !== resolvedLocation.pathname) return;
      void router.navigate({ to: '.', search: search as never, replace: true, resetScroll: false });
    },
    [router],
  );
  // Change the latest URL, not the rendered filters: a filter set just before may not be rendered yet.
  const change = useCallback(
    (part: Record<string, unknown>) => go((former) => parse({ ...former, ...part })),
    [go, parse],
  );
  const replace = useCallback((next: Filters) => go(() => next), [go]);
  const clear = useCallback(() => go(() => ({})), [go]);
  return { filters, isNarrowed: isNarrowed(filters), change, replace, clear };
}
