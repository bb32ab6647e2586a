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
  /** The question, with the name in it. */
  title: string;
  /** The verb on the button. */
  action: string;
  /** The words of the safe button, `Cancel` without them. */
  dismiss?: string;
  busyLabel?: string;
  variant?: ButtonLook['variant'];
  /** Whether the dialog asks why; what is typed goes to `confirm`. */
  reason?: 'none' | 'required';
  /** False while a field of the children is not complete, which then says so itself. */
  check?: () => boolean;
  /** Does it. What it throws is said in the dialog, which stays open with what was typed. */
  confirm: (reason: string) => Promise<Answer>;
  /** Said when the server gave no sentence. */
  fallback?: string;
  onDone?: (answer: Answer) => void;
  onFailed?: () => void;
  onClose: () => void;
  /** What will happen to money and people, and further fields. */
  children?: ReactNode;
};

/** What the dialog says of its last try, so that its children need not say it too. */
export const SaidByDialog = createContext<string | undefined>(undefined);

/** Asks before something that is hard to undo. */
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
        // What is wrong is marked before the next line, and where it is typed is where people go on.
        flushSync(submit);
        event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      }}
    >
      <SaidByDialog value={refusal}>{children}</SaidByDialog>
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
