import { createContext, useContext, useEffect, useId, useState } from 'react';
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

const SetVerb = createContext<(verb: string | undefined) => void>(() => undefined);

/** Other words for the button that sends the dialog around, for as long as what they say is true. */
export function useDialogVerb(verb: string | undefined): void {
  const setVerb = useContext(SetVerb);
  useEffect(() => {
    setVerb(verb);
    return () => setVerb(undefined);
  }, [setVerb, verb]);
}

/** A dialog that is a form: Enter sends it, Escape and the first button leave everything as it is. */
export function FormDialog({ title, dismiss, children, onSubmit, onClose, ...button }: FormDialogProps) {
  const formId = useId();
  const [verb, setVerb] = useState<string>();
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
            {verb ?? button.action}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" noValidate onSubmit={onSubmit}>
        <SetVerb value={setVerb}>{children}</SetVerb>
      </form>
    </Dialog>
  );
}
