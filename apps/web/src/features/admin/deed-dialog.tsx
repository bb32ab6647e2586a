import { useMutation } from '@tanstack/react-query';
import { adminReason } from '@zawadi/contract/approvals';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../api/call.ts';
import { Alert } from '../../ui/alert.tsx';
import type { ButtonLook } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

type DeedDialogProps = {
  /** The question, with the name in it. */
  title: string;
  action: string;
  busyLabel?: string;
  variant?: ButtonLook['variant'];
  /** False where the call takes no reason. */
  asksReason?: boolean;
  /** False while a field of the children is not whole, which then says so itself. */
  check?: () => boolean;
  /** Does it; what it throws is said in the dialog, which stays open with what was typed. */
  carryOut: (reason: string) => Promise<void>;
  onFailed?: () => void;
  onClose: () => void;
  /** What will happen to money and people. */
  children: ReactNode;
};

/** Asks before something that is hard to take back, and why it is done. */
export function DeedDialog({
  asksReason = true,
  check = () => true,
  carryOut,
  onFailed,
  children,
  ...dialog
}: DeedDialogProps) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const doing = useMutation({ mutationFn: () => carryOut(reason), onError: onFailed });
  const submit = () => {
    const found = asksReason ? adminReason.safeParse(reason).error?.issues[0]?.message : undefined;
    setProblem(found);
    const isWhole = check();
    if (found === undefined && isWhole && !doing.isPending) doing.mutate();
  };
  return (
    <FormDialog
      {...dialog}
      isBusy={doing.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
      {doing.isError && (
        <Alert tone="danger" isLive>
          {sentenceOf(doing.error)}
        </Alert>
      )}
      {asksReason && (
        <TextField
          label="Reason"
          autoComplete="off"
          help="Stays in the audit log, with your name"
          maxLength={200}
          error={problem}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </FormDialog>
  );
}
