import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { say } from '../i18n/say.ts';
import { Icon } from './icon.tsx';
import './popup.css';

type PopupProps = {
  /** The button that opened the popup; the popup appears next to it. */
  anchor: RefObject<HTMLElement | null>;
  title: string;
  className?: string;
  onClose: () => void;
  children: ReactNode;
  /** Content at the foot, which stays in view while the rest scrolls. */
  foot?: ReactNode;
};

const GAP_PX = 8;
const SHEET_BELOW_PX = 768;

/** Small modal dialog next to its button; on phones, a sheet from the foot. Escape and a click outside close it. */
export function Popup({ anchor, title, className, onClose, children, foot }: PopupProps) {
  const popup = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const position = useEffectEvent(() => place(popup.current, anchor.current));
  useLayoutEffect(() => {
    const ours = popup.current;
    if (ours?.open === false) ours.showModal();
    position();
    // Place the popup again when its content loads and grows.
    const sizes = new ResizeObserver(() => position());
    if (ours !== null) sizes.observe(ours);
    addEventListener('scroll', position, { capture: true, passive: true });
    addEventListener('resize', position);
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', position, { capture: true });
      removeEventListener('resize', position);
      // The browser restores the focus when a dialog closes, but not when the dialog is removed from the page.
      ours?.close();
    };
  }, []);
  return (
    <dialog
      ref={popup}
      className={clsx('popup', className)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === popup.current) onClose();
      }}
    >
      <div className="popup-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="icon-btn" aria-label={say('Close')} onClick={onClose}>
          <Icon of={X} />
        </button>
      </div>
      <div className="popup-body">{children}</div>
      {foot !== undefined && <div className="popup-foot">{foot}</div>}
    </dialog>
  );
}

/**
 * Places the popup below its button, or above it if there is more space. Aligns it with the button's edge that is
 * nearer to the window's edge.
 */
function place(popup: HTMLElement | null, anchor: HTMLElement | null): void {
  if (popup === null || anchor === null) return;
  if (innerWidth < SHEET_BELOW_PX) {
    popup.style.removeProperty('left');
    popup.style.removeProperty('top');
    return;
  }
  const button = anchor.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = popup;
  const { clientWidth } = document.documentElement;
  const isLeft = button.left + button.right < clientWidth;
  const left = isLeft ? button.left : button.right - offsetWidth;
  const below = button.bottom + GAP_PX;
  const above = button.top - GAP_PX - offsetHeight;
  const isBelow = below + offsetHeight + GAP_PX <= innerHeight || above < GAP_PX;
  const top = isBelow ? Math.min(below, innerHeight - offsetHeight - GAP_PX) : above;
  popup.style.left = `${Math.max(GAP_PX, Math.min(left, clientWidth - offsetWidth - GAP_PX))}px`;
  popup.style.top = `${Math.max(GAP_PX, top)}px`;
}
