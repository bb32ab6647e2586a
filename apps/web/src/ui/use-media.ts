import { useCallback, useSyncExternalStore } from 'react';

export const PHONE = '(max-width: 767px)';
/** From this window width on, a form's preview is next to the form. */
export const TWO_COLUMNS = '(min-width: 1100px)';
export const DESK = '(min-width: 1024px)';

/** Returns whether the window matches the media query, and follows changes. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(watch, () => matchMedia(query).matches);
}
