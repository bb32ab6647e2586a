import { createContext, useContext, useId, useLayoutEffect, useState } from 'react';
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

type Sending = { verb?: string | undefined; isLoading?: boolean };

const SetSending = createContext<(sending: Sending) => void>(() => undefined);

/**
 * Lets a child of a form dialog change the button that sends the form.
 * @param verb its label
 * @param isLoading disables it while the child is still loading what the form would do
 */
export function useDialogSending({ verb, isLoading = false }: Sending): void {
  const setSending = useContext(SetSending);
  // Before the first paint, so that the button is never enabled too early.
  useLayoutEffect(() => {
    // Another child may have set something.
    if (verb === undefined && !isLoading) return undefined;
    setSending({ verb, isLoading });
    return () => setSending({});
  }, [setSending, verb, isLoading]);
}

/** A dialog that is a form: Enter sends it, Escape and the first button leave everything as it is. */
export function FormDialog({ title, dismiss, children, onSubmit, onClose, ...button }: FormDialogProps) {
  const formId = useId();
  const [{ verb, isLoading = false }, setSending] = useState<Sending>({});
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
            disabled={isLoading}
            isBusy={button.isBusy}
            busyLabel={button.busyLabel ?? say('Saving...')}
          >
            {verb ?? button.action}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={onSubmit}>
        <SetSending value={setSending}>{children}</SetSending>
      </form>
    </Dialog>
  );
}
