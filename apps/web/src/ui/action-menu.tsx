import { Ellipsis } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Icon } from './icon.tsx';
import './action-menu.css';

export type MenuAction = { label: string; icon: LucideIcon; onSelect: () => void };

type ActionMenuProps = {
  /** Names the button and the menu, such as "Actions for Duka la Juma". */
  label: string;
  actions: readonly MenuAction[];
};

const ITEM_PX = 44;
const EDGES_PX = 24;

/** What can be done with one row of a list. The browser keeps it above everything and closes it. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    itemsOf(menu.current)[0]?.focus({ preventScroll: true });
    // It stands still while its row would move away.
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
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onKeyDown={(event) => moveFocus(event, menu.current)}
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

/** Below the button and flush with its right edge, or above it where the window ends. */
function place(menu: HTMLElement | null, button: HTMLElement | null, count: number): void {
  if (menu === null || button === null) return;
  const { top, bottom, right } = button.getBoundingClientRect();
  const isBelow = bottom + count * ITEM_PX + EDGES_PX < innerHeight;
  const { clientWidth } = document.documentElement;
  menu.style.right = `${clientWidth - right}px`;
  menu.style.top = isBelow ? `${bottom + 4}px` : 'auto';
  menu.style.bottom = isBelow ? 'auto' : `${innerHeight - top + 4}px`;
}

function moveFocus(event: KeyboardEvent, menu: HTMLElement | null): void {
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (event.key === 'Tab') menu?.hidePopover();
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}
