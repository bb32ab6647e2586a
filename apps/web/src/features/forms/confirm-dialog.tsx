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
  /** The question, including the name of its subject. */
  title: string;
  /** Label of the button that runs the action; a verb. */
  action: string;
  /** Label of the button that closes the dialog; default: `Cancel`. */
  dismiss?: string;
  busyLabel?: string;
  variant?: ButtonLook['variant'];
  /** Whether the dialog asks for a reason, which `confirm` receives. */
  reason?: 'none' | 'required';
  /** Names the readers of the reason, if other people than administrators read it. */
  reasonHelp?: string;
  /** Returns false if a field in `children` is incomplete; the field shows why. */
  check?: () => boolean;
  /** Runs the action. If it throws, the dialog shows the error and stays open with its typed values. */
  confirm: (reason: string) => Promise<Answer>;
  /** Sentence shown if the server sent none. */
  fallback?: string;
  onDone?: (answer: Answer) => void;
  onFailed?: () => void;
  onClose: () => void;
  /** Text on the consequences for money and people, and further fields. */
  children?: ReactNode;
};

/** The sentence that the dialog shows about the last attempt, so that `children` do not repeat it. */
export const DialogMessage = createContext<string | undefined>(undefined);

/** Asks for confirmation of an action that is hard to undo. */
export function ConfirmDialog<Answer>({
  reason: asks = 'none',
  reasonHelp,
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
        // Render the errors at once: the next line focuses the first invalid field.
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
          help={reasonHelp}
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
