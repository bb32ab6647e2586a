import { useMutation } from '@tanstack/react-query';
import { adminReason } from '@zawadi/contract/approvals';
import { createContext, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { sentenceOf } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';
import type { ButtonLook } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

export type ConfirmDialogProps<Answer> = {
  /** The question, with the subject's name. */
  title: string;
  /** The verb on the button. */
  action: string;
  /** Label of the safe button; `Cancel` by default. */
  dismiss?: string;
  busyLabel?: string;
  variant?: ButtonLook['variant'];
  /** Whether the dialog asks for a reason; `confirm` receives it. */
  reason?: 'none' | 'required';
  /** Returns false while a field of the children is incomplete; the field itself says so. */
  check?: () => boolean;
  /** Does it. If it throws, the dialog shows the error and stays open with its typed values. */
  confirm: (reason: string) => Promise<Answer>;
  /** Shown if the server gave no sentence. */
  fallback?: string;
  onDone?: (answer: Answer) => void;
  onFailed?: () => void;
  onClose: () => void;
  /** Consequences for money and people, and further fields. */
  children?: ReactNode;
};

/** The dialog's sentence about its last attempt, so that its children need not repeat it. */
export const DialogMessage = createContext<string | undefined>(undefined);

/** Asks for confirmation of an action that is hard to undo. */
export function ConfirmDialog<Answer>({
  reason: asks = 'none',
  check = () => true,
  confirm,
  fallback,
  onDone,
  onFailed,
  children,
  ...dialog
}: ConfirmDialogProps<Answer>) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const confirming = useMutation({
    mutationFn: async () => confirm(reason),
    onSuccess: onDone,
    onError: onFailed,
  });
  const refusal = confirming.isError ? sentenceOf(confirming.error, fallback) : undefined;
  const submit = () => {
    const found = asks === 'required' ? adminReason.safeParse(reason).error?.issues[0]?.message : undefined;
    setProblem(found);
    const isComplete = check();
    if (found === undefined && isComplete && !confirming.isPending) confirming.mutate();
  };
  return (
    <FormDialog
      {...dialog}
      isBusy={confirming.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        // Render the errors before the next line, which focuses the first invalid field.
        flushSync(submit);
        event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      }}
    >
      <DialogMessage value={refusal}>{children}</DialogMessage>
      {refusal !== undefined && (
        <Alert tone="danger" isLive>
          {refusal}
        </Alert>
      )}
      {asks !== 'none' && (
        <TextField
          label={say('Reason')}
          autoComplete="off"
          maxLength={200}
          error={problem}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </FormDialog>
  );
}
