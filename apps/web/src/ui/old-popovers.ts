type OpenPopover = { popover: HTMLElement; before: Element | null };

/**
 * Polyfills popovers for browsers before Safari 17 and Chrome 114: buttons toggle them, Escape and a click outside
 * close them, and the focus returns. CSS hides popovers without `data-open`.
 * @returns a function that uninstalls the polyfill
 */
export function installPopovers(): () => void {
  let open: OpenPopover | undefined;
  const toggle = (popover: HTMLElement, isWanted: boolean) => {
    // Toasts are manual popovers, which stay open.
    if (popover.getAttribute('popover') === 'manual' || isWanted === (open?.popover === popover)) return;
    const states = { newState: isWanted ? 'open' : 'closed', oldState: isWanted ? 'closed' : 'open' };
    popover.dispatchEvent(Object.assign(new Event('beforetoggle'), states));
    popover.toggleAttribute('data-open', isWanted);
    const before = open?.before;
    open = isWanted ? { popover, before: document.activeElement } : undefined;
    if (!isWanted && popover.contains(document.activeElement) && before instanceof HTMLElement)
      before.focus();
    // Browsers fire this event in a separate task.
    setTimeout(() => popover.dispatchEvent(Object.assign(new Event('toggle'), states)));
  };
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      toggle(this, true);
    },
    hidePopover(this: HTMLElement) {
      toggle(this, false);
    },
    togglePopover(this: HTMLElement, isWanted = open?.popover !== this) {
      toggle(this, isWanted);
    },
  });
  const press = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    const id = target.closest('[popovertarget]')?.getAttribute('popovertarget');
    const popover = document.getElementById(id ?? '');
    if (open !== undefined && open.popover !== popover && !open.popover.contains(target))
      toggle(open.popover, false);
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
}
