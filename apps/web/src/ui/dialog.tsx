import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { unbroken } from '../i18n/unbroken.tsx';

type DialogProps = {
  isOpen: boolean;
  /** Called for Escape and for a press beside the dialog. Leave it out when an answer is needed. */
  onClose?: () => void;
  /** The question, with the name in it. */
  title: string;
  children?: ReactNode;
  /** Buttons with verbs, the safe one first. */
  actions: ReactNode;
};

/** The browser's own modal dialog: it keeps the focus, and gives it back. On phones a sheet from the foot. */
export function Dialog({ isOpen, onClose, title, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal();
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);
  useLayoutEffect(() => {
    // The browser gives the focus back when a dialog closes, and not when it is taken off the page.
    const ours = dialog.current;
    return () => ours?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose?.();
      }}
    >
      {isOpen && (
        <>
          <div>
            <h2 id={titleId}>{unbroken(title)}</h2>
            {children}
          </div>
          <footer>{actions}</footer>
        </>
      )}
    </dialog>
  );
}
