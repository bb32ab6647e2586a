import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { say } from '../../i18n/say.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

type SlideOverProps = { isOpen: boolean; onClose: () => void; children: ReactNode };

/** The menu on phones: a modal panel from the left, closed by Escape, a press beside it, or choosing a page. */
export function SlideOver({ isOpen, onClose, children }: SlideOverProps) {
  const panel = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen && panel.current?.open === false) panel.current.showModal();
    if (!isOpen) panel.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={panel}
      className="slide-over"
      aria-label={say('Menu')}
      onClose={onClose}
      onPointerDown={(event) => {
        if (event.target === panel.current) onClose();
      }}
    >
      {isOpen && (
        <div className="sidebar">
          {children}
          <IconButton className="slide-over-close" label={say('Close menu')} onClick={onClose}>
            <Icon of={X} />
          </IconButton>
        </div>
      )}
    </dialog>
  );
}
