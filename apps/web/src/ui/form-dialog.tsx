import { useId } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { say } from '../i18n/say.ts';
import { Button } from './button.tsx';
import type { ButtonLook } from './button.tsx';
import { Dialog } from './dialog.tsx';

type FormDialogProps = {
  title: string;
  /** The words of the button that sends the form. */
  action: string;
  /** The words of the button that leaves everything as it is. */
  dismiss?: string;
  busyLabel?: string;
  variant?: ButtonLook['variant'];
  isBusy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that is a form: Enter sends it, Escape and the first button leave everything as it is. */
export function FormDialog({ title, dismiss, children, onSubmit, onClose, ...button }: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {dismiss ?? say('Cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={button.variant}
            isBusy={button.isBusy}
            busyLabel={button.busyLabel ?? say('Saving...')}
          >
            {button.action}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  );
}
