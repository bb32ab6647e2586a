import { createContext, useContext, useId, useLayoutEffect, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { say } from '../i18n/say.ts';
import { Button } from './button.tsx';
import type { ButtonLook } from './button.tsx';
import { Dialog } from './dialog.tsx';

type FormDialogProps = {
  title: string;
  /** Label of the button that submits the form. */
  action: string;
  /** Label of the button that closes the dialog without a change. */
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
 * Lets a child of a form dialog change its submit button.
 * @param verb the button's label
 * @param isLoading disables the button while the child loads a preview
 */
export function useDialogSending({ verb, isLoading = false }: Sending): void {
  const setSending = useContext(SetSending);
  // Run before the first paint, so that the button is never enabled too early.
  useLayoutEffect(() => {
    // This child sets nothing, but another child may have.
    if (verb === undefined && !isLoading) return undefined;
    setSending({ verb, isLoading });
    return () => setSending({});
  }, [setSending, verb, isLoading]);
}

/** Dialog with a form. Enter submits it; Escape and the first button close it without a change. */
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
