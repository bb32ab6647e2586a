import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';

type ActionButtonProps = {
  busyLabel: string;
  /** Executes the action and shows its result; the button shows thrown errors. */
  execute: () => Promise<void>;
  children: ReactNode;
};

/** Button of a harmless action, executed at once without a confirm dialog. */
export function ActionButton({ busyLabel, execute, children }: ActionButtonProps) {
  const action = useMutation({
    mutationFn: execute,
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return (
    <Button
      variant="secondary"
      small
      isBusy={action.isPending}
      busyLabel={busyLabel}
      onClick={() => action.mutate()}
    >
      {children}
    </Button>
  );
}
