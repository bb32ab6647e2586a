import { beforeEach } from 'vitest';

/** The browser's popovers, which the page of a test lacks: buttons toggle them, Escape closes them, the focus returns. */
export function withPopovers(): void {
  beforeEach(() => {
    let open: { popover: HTMLElement; before: Element | null } | undefined;
    const toggle = (popover: HTMLElement, isWanted: boolean) => {
      if (isWanted === (open?.popover === popover)) return;
      const states = { newState: isWanted ? 'open' : 'closed', oldState: isWanted ? 'closed' : 'open' };
      popover.dispatchEvent(Object.assign(new Event('beforetoggle'), states));
      const before = open?.before;
      open = isWanted ? { popover, before: document.activeElement } : undefined;
      if (!isWanted && popover.contains(document.activeElement) && before instanceof HTMLElement)
        before.focus();
      // As in browsers, the page hears of it in a task of its own.
      setTimeout(() => popover.dispatchEvent(Object.assign(new Event('toggle'), states)));
    };
    const methods = {
      hidePopover(this: HTMLElement) {
        toggle(this, false);
      },
      togglePopover(this: HTMLElement, isWanted: boolean) {
        toggle(this, isWanted);
      },
    };
    Object.assign(HTMLElement.prototype, methods);
    const press = ({ target }: Event) => {
      const id = (target as Element).closest('[popovertarget]')?.getAttribute('popovertarget');
      const popover = document.getElementById(id ?? '');
      if (popover !== null) toggle(popover, open?.popover !== popover);
    };
    const escape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && open !== undefined) toggle(open.popover, false);
    };
    document.addEventListener('click', press);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('click', press);
      document.removeEventListener('keydown', escape);
    };
  });
}
