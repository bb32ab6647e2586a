import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

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
  const isDesk = useSyncExternalStore(watchWidth, () => matchMedia(IS_DESK).matches);
  const look = isExpanded(choice, isDesk) ? 'expanded' : 'collapsed';
  const toggle = useCallback(() => {
    if (matchMedia(IS_PHONE).matches) return setOverOpen((isOpen) => !isOpen);
    const next = look === 'expanded' ? 'collapsed' : 'expanded';
    document.cookie = `${COOKIE}=${next}; path=/; max-age=${COOKIE_LIFETIME_SECONDS}; samesite=lax`;
    setChoice(next);
  }, [look]);
  const close = useCallback(() => setOverOpen(false), []);
  useShortcut(toggle);
  return { look, isOverOpen, toggle, close } as const;
}

function useShortcut(toggle: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isModified = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (event.key.toLowerCase() !== 'b' || !isModified) return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [toggle]);
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

function watchWidth(onChange: () => void): () => void {
  const width = matchMedia(IS_DESK);
  width.addEventListener('change', onChange);
  return () => width.removeEventListener('change', onChange);
}

function remembered(): SidebarChoice {
  return choiceIn(document.cookie);
}
