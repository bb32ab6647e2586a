import { useCallback, useSyncExternalStore } from 'react';

export const PHONE = '(max-width: 767px)';
/** From here on a form has what it makes beside it. */
export const TWO_COLUMNS = '(min-width: 1100px)';
export const DESK = '(min-width: 1024px)';

/** Whether the window is as the media query says, and again when that changes. */
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
