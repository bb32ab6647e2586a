import { Ellipsis } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Icon } from './icon.tsx';
import './action-menu.css';

export type MenuAction = { label: string; icon: LucideIcon; onSelect: () => void };

type ActionMenuProps = {
  /** Names the button and the menu for screen readers, for example "Actions for Duka la Juma". */
  label: string;
  actions: readonly MenuAction[];
};

type TypeAhead = { letters: string; atMs: number };

const ITEM_PX = 44;
const EDGES_PX = 24;
const TYPED_WITHIN_MS = 1000;

/**
 * Menu of actions on one row of a list. The browser keeps the menu above everything, closes it on Escape or a click
 * outside, and restores the focus. Arrow keys, Home, End and an action's first letters select an action.
 */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const typed = useRef<TypeAhead>({ letters: '', atMs: 0 });
  useEffect(() => {
    if (!isOpen) return undefined;
    // The menu does not move with its row, so close the menu on scroll.
    const close = () => menu.current?.hidePopover();
    addEventListener('scroll', close, { capture: true, passive: true });
    addEventListener('resize', close);
    return () => {
      removeEventListener('scroll', close, { capture: true });
      removeEventListener('resize', close);
    };
  }, [isOpen]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-btn action-menu-button"
        popoverTarget={menuId}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        onKeyDown={(event) => {
          const at = { ArrowDown: 0, ArrowUp: -1 }[event.key];
          if (at === undefined) return;
          event.preventDefault();
          menu.current?.togglePopover(true);
          focusItem(menu.current, at);
        }}
      >
        <Icon of={Ellipsis} />
      </button>
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className="action-menu"
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') place(menu.current, button.current, actions.length);
        }}
        onToggle={({ newState }) => {
          setOpen(newState === 'open');
          // Set the focus here and not in an effect, because closing and opening at once fires only one event. If an
          // arrow key opened the menu, an action already has the focus.
          if (newState === 'open' && menu.current?.contains(document.activeElement) === false) {
            focusItem(menu.current, 0);
          }
        }}
        onKeyDown={(event) => moveFocus(event, menu.current, typed.current)}
      >
        {actions.map(({ label: words, icon, onSelect }) => (
          <button
            key={words}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              menu.current?.hidePopover();
              onSelect();
            }}
          >
            <Icon of={icon} />
            {words}
          </button>
        ))}
      </div>
    </>
  );
}

/** Places the menu below the button, aligned with its right edge; or above the button if the window ends. */
function place(menu: HTMLElement | null, button: HTMLElement | null, count: number): void {
  if (menu === null || button === null) return;
  const { top, bottom, right } = button.getBoundingClientRect();
  const isBelow = bottom + count * ITEM_PX + EDGES_PX < innerHeight;
  const { clientWidth } = document.documentElement;
  menu.style.right = `${clientWidth - right}px`;
  menu.style.top = isBelow ? `${bottom + 4}px` : 'auto';
  menu.style.bottom = isBelow ? 'auto' : `${innerHeight - top + 4}px`;
}

function moveFocus(event: KeyboardEvent, menu: HTMLElement | null, typed: TypeAhead): void {
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  if (event.key === 'Tab') menu?.hidePopover();
  const next =
    { ArrowDown: (at + 1) % items.length, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key] ??
    (isLetter(event) ? itemTyped(items, at, noteLetter(typed, event.key)) : undefined);
  if (next === undefined) return;
  event.preventDefault();
  focusItem(menu, next);
}

/** Joins letters that are typed in quick succession. */
function noteLetter(typed: TypeAhead, letter: string): string {
  const isNew = Date.now() - typed.atMs > TYPED_WITHIN_MS;
  typed.letters = (isNew ? '' : typed.letters) + letter.toLowerCase();
  typed.atMs = Date.now();
  return typed.letters;
}

/**
 * Returns the next action that starts with the typed letters. A repeated letter selects the next action with that
 * letter.
 */
function itemTyped(items: HTMLElement[], at: number, letters: string): number | undefined {
  const isRepeated = [...letters].every((letter) => letter === letters[0]);
  const wanted = isRepeated ? letters.slice(0, 1) : letters;
  const from = isRepeated ? at + 1 : Math.max(at, 0);
  const found = items.findIndex((_, step) =>
    items[(from + step) % items.length]?.textContent.trim().toLowerCase().startsWith(wanted),
  );
  return found === -1 ? undefined : (from + found) % items.length;
}

function isLetter({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey;
}

/**
 * Focuses an action of the menu.
 * @param at index of the action, counted from the end if negative
 */
function focusItem(menu: HTMLElement | null, at: number): void {
  itemsOf(menu).at(at)?.focus({ preventScroll: true });
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}
