import { useEffect, useRef, type RefObject } from 'react';

const ON_PHONES = '(max-width: 767px)';

/**
 * Leads to the state of a payment when it changes: its heading gets the focus, because the pressed button is often
 * gone, and on phones its card scrolls to the top. Does neither while the user types or has a dialog or menu open.
 * @returns the ref of the card, whose `h2` must have `tabIndex={-1}`
 */
export function useStateCard<Card extends HTMLElement = HTMLDivElement>(
  state: string,
): RefObject<Card | null> {
  const card = useRef<Card>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (isBusyElsewhere(card.current)) return;
    card.current?.querySelector('h2')?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: window.matchMedia(ON_PHONES).matches ? 'start' : 'nearest' });
  }, [state]);
  return card;
}

function isBusyElsewhere(card: HTMLElement | null): boolean {
  const { activeElement: focused } = document;
  if (focused === null || focused === document.body) return false;
  return focused.matches('input, textarea, select') || card?.closest('main')?.contains(focused) !== true;
}
