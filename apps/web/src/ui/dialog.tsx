import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { unbroken } from '../i18n/unbroken.tsx';

type DialogProps = {
  isOpen: boolean;
  /** Called on Escape and on a click outside the dialog. Omit it if the person has to answer. */
  onClose?: () => void;
  /** The question, including the name of its subject. */
  title: string;
  children?: ReactNode;
  /** Buttons with verbs; the safe button is first. */
  actions: ReactNode;
};

/** The browser's modal dialog, which keeps and restores the focus. On phones, a sheet from the foot. */
export function Dialog({ isOpen, onClose, title, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal();
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);
  useLayoutEffect(() => {
    // The browser restores the focus when a dialog closes, but not when the dialog is removed from the page.
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
