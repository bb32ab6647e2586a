import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../api/call.ts';
import { Alert } from '../../ui/alert.tsx';
import type { ButtonLook } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

type QuestionDialogProps = {
  /** The question, with the name in it. */
  title: string;
  /** The verb of the button. */
  action: string;
  busyLabel?: string;
  variant?: ButtonLook['variant'];
  /** What will happen to money and people. */
  children: ReactNode;
  act: () => Promise<unknown>;
  onDone?: () => void;
  onFailed?: () => void;
  onClose: () => void;
};

/** Asks before something is done that needs no reason. A refusal is shown in place. */
export function QuestionDialog({ act, onDone, onFailed, children, ...dialog }: QuestionDialogProps) {
  const acting = useMutation({ mutationFn: act, onSuccess: onDone, onError: onFailed });
  return (
    <FormDialog
      {...dialog}
      isBusy={acting.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        if (!acting.isPending) acting.mutate();
      }}
    >
      {children}
      {acting.isError && (
        <Alert tone="danger" isLive>
          {sentenceOf(acting.error)}
        </Alert>
      )}
    </FormDialog>
  );
}
