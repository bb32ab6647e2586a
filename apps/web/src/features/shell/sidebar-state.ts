import { useCallback, useEffect, useState } from 'react';

/** `auto`: a strip on tablets and the whole sidebar on desks, until the person chooses. */
export type SidebarChoice = 'auto' | 'expanded' | 'collapsed';

const COOKIE = 'zawadi_sidebar';
const COOKIE_LIFETIME_SECONDS = 604_800;
const IS_PHONE = '(max-width: 767px)';
const IS_DESK = '(min-width: 1024px)';

/** The sidebar's state: expanded or a strip, and on phones a panel that slides over. Toggled by modifier + b. */
export function useSidebar() {
  const [choice, setChoice] = useState<SidebarChoice>(remembered);
  const [isOverOpen, setOverOpen] = useState(false);
  const toggle = useCallback(() => {
    if (matchMedia(IS_PHONE).matches) return setOverOpen((isOpen) => !isOpen);
    setChoice((before) => {
      const next = isExpanded(before, matchMedia(IS_DESK).matches) ? 'collapsed' : 'expanded';
      document.cookie = `${COOKIE}=${next}; path=/; max-age=${COOKIE_LIFETIME_SECONDS}; samesite=lax`;
      return next;
    });
  }, []);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'b' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [toggle]);
  const close = useCallback(() => setOverOpen(false), []);
  return { choice, isOverOpen, toggle, close };
}

export function isExpanded(choice: SidebarChoice, isDesk: boolean): boolean {
  return choice === 'auto' ? isDesk : choice === 'expanded';
}

/** The choice in a cookie header or `document.cookie`. */
export function choiceIn(cookies: string): SidebarChoice {
  const value = cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  return value === 'expanded' || value === 'collapsed' ? value : 'auto';
}

function remembered(): SidebarChoice {
  return choiceIn(document.cookie);
}
